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

/// Type of a matrix element in host memory and in registers. The digits of a name are the bits of an element
/// or, for a complex element, of each part.
enum class ElementType : std::uint8_t {
    f32,  ///< float
    f64,  ///< double
    i32,  ///< std::int32_t
    c32,  ///< std::complex<float>
    c64   ///< std::complex<double>
};

/// How devices compute floating-point matrix products.
enum class Arithmetic : std::uint8_t {
    native,    ///< in the arithmetic of the elements' type
    emulated,  ///< by exact products of 8-bit integers; errors are bounded for rows and columns only
    automatic  ///< native, because emulated products have no bound for each element
};

/// Returns the name at the position of an enumerator, or "?" beyond the last one.
template <class Enumerator, std::size_t count>
constexpr std::string_view name_at(const std::array<std::string_view, count>& names, Enumerator at) noexcept {
    const auto position = static_cast<std::size_t>(at);
    return position < count ? names[position] : "?";
}

/// All values of Arithmetic, in their order.
inline constexpr std::array kArithmetics{Arithmetic::native, Arithmetic::emulated, Arithmetic::automatic};

/// Returns the name as in HG_ARITHMETIC: "native", "emulated" or "automatic".
constexpr std::string_view name(Arithmetic arithmetic) noexcept {
    return name_at(std::array<std::string_view, 3>{"native", "emulated", "automatic"}, arithmetic);
}

/// Returns the arithmetic of this name, or no value if there is none.
constexpr std::optional<Arithmetic> parse_arithmetic(std::string_view text) noexcept {
    for (const Arithmetic arithmetic : kArithmetics)
        if (name(arithmetic) == text) return arithmetic;
    return std::nullopt;
}

/// The kind of number that an element is.
enum class NumberKind : std::uint8_t {
    integer,  ///< signed
    real,     ///< floating point
    complex   ///< two real parts
};

/// Everything hg needs to know about an element type.
struct ElementTraits {
    std::string_view name;               ///< name in a program's text
    std::int64_t size = 0;               ///< bytes
    NumberKind kind = NumberKind::real;  ///< decides which scalars the type accepts: see unfit_scalar()
    char letter = '\0';  ///< first letter of its BLAS routines, as the 'd' of dgemm; '\0': none
    /// f64 if arithmetic on such elements is double precision, else f32. Kernel rates are stored for these
    /// two types, in real operations.
    ElementType precision = ElementType::f32;
};

/// The traits of the element type whose C++ type is `T`.
template <class T>
struct ElementRow {
    ElementType type;      ///< the value that stands for `T`
    ElementTraits traits;  ///< the traits of `type`
};

/// Makes a row of kElementTable.
template <class T>
constexpr ElementRow<T> element_row(ElementType type, std::string_view name, NumberKind kind, char letter,
                                    ElementType precision) noexcept {
    return {type, {name, sizeof(T), kind, letter, precision}};
}

/// The table of element types, in the order of ElementType. To add a type, add a row.
inline constexpr std::tuple kElementTable{
    element_row<float>(ElementType::f32, "f32", NumberKind::real, 's', ElementType::f32),
    element_row<double>(ElementType::f64, "f64", NumberKind::real, 'd', ElementType::f64),
    element_row<std::int32_t>(ElementType::i32, "i32", NumberKind::integer, '\0', ElementType::f32),
    element_row<std::complex<float>>(ElementType::c32, "c32", NumberKind::complex, 'c', ElementType::f32),
    element_row<std::complex<double>>(ElementType::c64, "c64", NumberKind::complex, 'z', ElementType::f64)};

/// All element types, in the order of kElementTable.
inline constexpr auto kElementTypes =
    std::apply([](const auto&... row) { return std::array{row.type...}; }, kElementTable);

/// The types for which kernel rates are stored.
inline constexpr std::array kPrecisions{ElementType::f32, ElementType::f64};

/// The traits of all element types, in the order of kElementTable. traits_of() looks them up.
inline constexpr auto kElementTraits =
    std::apply([](const auto&... row) { return std::array{row.traits...}; }, kElementTable);

/// Returns the type's row of the table.
constexpr const ElementTraits& traits_of(ElementType type) noexcept {
    return kElementTraits[static_cast<std::size_t>(type)];
}

/// Returns the bytes of an element.
constexpr std::int64_t size_of(ElementType type) noexcept {
    return traits_of(type).size;
}

/// Returns the name in a program's text: "f32", "f64", "i32", "c32" or "c64".
constexpr std::string_view name(ElementType type) noexcept {
    return traits_of(type).name;
}

/// Returns the type called `text` ("f32", "f64", "i32", "c32", "c64"), if there is one.
constexpr std::optional<ElementType> element_type(std::string_view text) noexcept {
    for (ElementType type : kElementTypes)
        if (text == name(type)) return type;
    return std::nullopt;
}

/// Returns the element type whose C++ type is `T`. Does not compile if there is none.
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

/// Returns true if elements are complex.
constexpr bool is_complex(ElementType type) noexcept {
    return traits_of(type).kind == NumberKind::complex;
}

/// Returns false for integer and complex elements.
constexpr bool is_real(ElementType type) noexcept {
    return traits_of(type).kind == NumberKind::real;
}

/// Returns true if arithmetic on such elements is double precision.
constexpr bool needs_f64(ElementType type) noexcept {
    return traits_of(type).precision == ElementType::f64;
}

/// Returns the real flops for each flop that is counted as if elements were real. A complex product takes
/// four real products and a complex sum takes two real sums, so a multiply-add takes eight real flops instead
/// of two.
constexpr double real_operations(ElementType type) noexcept {
    return is_complex(type) ? 4 : 1;
}

/// Returns one of two values, depending on the type's precision.
template <class T>
constexpr T& by_precision(ElementType type, T& f32, T& f64) noexcept {
    return needs_f64(type) ? f64 : f32;
}

/// Returns the BLAS or LAPACK name of a routine for elements of `type`: routine_name(ElementType::f64,
/// "gemm") is "dgemm". The type must have a letter.
inline std::string routine_name(ElementType type, std::string_view routine) {
    return std::string(1, traits_of(type).letter).append(routine);
}
/// The same for a C++ type: routine_name<double>("gemm") is "dgemm".
template <class T>
std::string routine_name(std::string_view routine) {
    return routine_name(element_type_of<T>(), routine);
}

}  // namespace hg
