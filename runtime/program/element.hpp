#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace hg {

/// Type of a matrix element in host memory and in registers. The digits of a name are the bits of an element, if it is
/// complex those of each of its parts.
enum class ElementType : std::uint8_t {
    f32,  ///< float
    f64,  ///< double
    i32,  ///< std::int32_t
    c32,  ///< std::complex<float>
    c64   ///< std::complex<double>
};

/// How devices compute products of matrices in floating point.
enum class Arithmetic : std::uint8_t {
    native,    ///< with their arithmetic for the elements' type
    emulated,  ///< by exact products of integers of 8 bits, within a bound for rows and columns alone
    automatic  ///< native, since emulated products have no bound for each element
};

/// The name at the position of an enumerator; "?" beyond the last one.
template <class Enumerator, std::size_t count>
constexpr std::string_view name_at(const std::array<std::string_view, count>& names, Enumerator at) noexcept {
    const auto position = static_cast<std::size_t>(at);
    return position < count ? names[position] : "?";
}

/// All ways, in the order of Arithmetic.
inline constexpr std::array kArithmetics{Arithmetic::native, Arithmetic::emulated, Arithmetic::automatic};

/// As in HG_ARITHMETIC: "native", "emulated" or "automatic".
constexpr std::string_view name(Arithmetic arithmetic) noexcept {
    return name_at(std::array<std::string_view, 3>{"native", "emulated", "automatic"}, arithmetic);
}

/// The arithmetic of this name; none if there is none.
constexpr std::optional<Arithmetic> parse_arithmetic(std::string_view text) noexcept {
    for (const Arithmetic arithmetic : kArithmetics)
        if (name(arithmetic) == text) return arithmetic;
    return std::nullopt;
}

/// What kind of number an element is.
enum class NumberKind : std::uint8_t {
    integer,  ///< signed
    real,     ///< in floating point
    complex   ///< two real parts
};

/// All that hg must know of an element type.
struct ElementTraits {
    std::string_view name;               ///< in a program's text
    std::int64_t size = 0;               ///< bytes
    NumberKind kind = NumberKind::real;  ///< decides which scalars it takes: see unfit_scalar()
    char letter = '\0';  ///< the first of BLAS's routines for it, as the 'd' of dgemm; '\0': it has none
    /// f64 if arithmetic on such elements is double precision, else f32: rates of kernels are kept for these
    /// two, in real operations.
    ElementType precision = ElementType::f32;
};

/// The traits of an element type that is `T` in C++.
template <class T>
struct ElementRow {
    ElementType type;      ///< the value that stands for `T`
    ElementTraits traits;  ///< of `type`
};

/// A row of kElementTable.
template <class T>
constexpr ElementRow<T> element_row(ElementType type, std::string_view name, NumberKind kind, char letter,
                                    ElementType precision) noexcept {
    return {type, {name, sizeof(T), kind, letter, precision}};
}

/// The table of element types, in the order of ElementType. A new type is a row here.
inline constexpr std::tuple kElementTable{
    element_row<float>(ElementType::f32, "f32", NumberKind::real, 's', ElementType::f32),
    element_row<double>(ElementType::f64, "f64", NumberKind::real, 'd', ElementType::f64),
    element_row<std::int32_t>(ElementType::i32, "i32", NumberKind::integer, '\0', ElementType::f32),
    element_row<std::complex<float>>(ElementType::c32, "c32", NumberKind::complex, 'c', ElementType::f32),
    element_row<std::complex<double>>(ElementType::c64, "c64", NumberKind::complex, 'z', ElementType::f64)};

/// All element types, in the order of kElementTable.
inline constexpr auto kElementTypes =
    std::apply([](const auto&... row) { return std::array{row.type...}; }, kElementTable);

/// The types that rates of kernels are kept for.
inline constexpr std::array kPrecisions{ElementType::f32, ElementType::f64};

/// The traits of all element types, in the order of kElementTable. traits_of() looks them up.
inline constexpr auto kElementTraits =
    std::apply([](const auto&... row) { return std::array{row.traits...}; }, kElementTable);

/// The type's row of the table.
constexpr const ElementTraits& traits_of(ElementType type) noexcept {
    return kElementTraits[static_cast<std::size_t>(type)];
}

/// Bytes of an element.
constexpr std::int64_t size_of(ElementType type) noexcept {
    return traits_of(type).size;
}

/// As in a program's text: "f32", "f64", "i32", "c32" or "c64".
constexpr std::string_view name(ElementType type) noexcept {
    return traits_of(type).name;
}

/// The type called `text` ("f32", "f64", "i32", "c32", "c64"), if there is one.
constexpr std::optional<ElementType> element_type(std::string_view text) noexcept {
    for (ElementType type : kElementTypes)
        if (text == name(type)) return type;
    return std::nullopt;
}

/// The element type that is `T` in C++. Does not compile for a `T` that is none.
template <class T>
constexpr ElementType element_type_of() noexcept {
    return std::get<ElementRow<T>>(kElementTable).type;
}

/// Calls `action.operator()<T>()` with the C++ type of `type`.
template <class Action>
constexpr void with_element_type(ElementType type, const Action& action) {
    const auto try_row = [&]<class T>(const ElementRow<T>& row) {
        if (row.type == type) action.template operator()<T>();
    };
    std::apply([&](const auto&... row) { (try_row(row), ...); }, kElementTable);
}

/// True if elements are complex.
constexpr bool is_complex(ElementType type) noexcept {
    return traits_of(type).kind == NumberKind::complex;
}

/// False for integer and complex elements.
constexpr bool is_real(ElementType type) noexcept {
    return traits_of(type).kind == NumberKind::real;
}

/// True if arithmetic on such elements is double precision.
constexpr bool needs_f64(ElementType type) noexcept {
    return traits_of(type).precision == ElementType::f64;
}

/// Real flops for each flop that is counted as if elements were real: a complex product takes four real ones, a complex
/// sum two, and so a product that is added to a sum eight in place of two.
constexpr double real_operations(ElementType type) noexcept {
    return is_complex(type) ? 4 : 1;
}

/// Of two figures the one for the type's precision.
template <class T>
constexpr T& by_precision(ElementType type, T& f32, T& f64) noexcept {
    return needs_f64(type) ? f64 : f32;
}

/// The name that BLAS and LAPACK give a routine for elements of `type`: routine_name(ElementType::f64, "gemm")
/// is "dgemm". The type must have a letter.
inline std::string routine_name(ElementType type, std::string_view routine) {
    return std::string(1, traits_of(type).letter).append(routine);
}
/// routine_name<double>("gemm") is "dgemm".
template <class T>
std::string routine_name(std::string_view routine) {
    return routine_name(element_type_of<T>(), routine);
}

}  // namespace hg
