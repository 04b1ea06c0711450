#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "kernels/opencl_type.hpp"
#include "kernels/piece.hpp"

/// The tables of families of kernels: a row for each number that says how a kernel divides its work. Names,
/// build options, ranges and the tuner's search space follow from them.
namespace hg::kernels {

/// What a number may be: from `least` to `most`, and a power of two if it must be.
struct Limits {
    int least = 1;
    int most = 1;
    bool power_of_two = false;
    /// Whether it counts the elements of a piece: then it is tried by bytes, 0 is a piece of the default
    /// width, a piece has at most kMostPieceBytes, and complex elements are pieces by themselves.
    bool is_piece = false;
};
constexpr Limits powers_of_two(int least, int most) noexcept {
    return {least, most, true};
}
constexpr Limits whole_numbers(int least, int most = std::numeric_limits<int>::max()) noexcept {
    return {least, most};
}
inline constexpr Limits kPieces{1, 16, true, true};

/// What the tuner tries on a kind of device: doublings from `first` to `last`, or those of the full space. If
/// 0 is the first, 1 follows.
struct TriedValues {
    int first = 1;
    int last = 1;
    int full_first = first;
    int full_last = last;
};

/// Numbers of a kernel: its `blocking`, or the parameters themselves.
template <class Parameters>
constexpr auto& blocking_of(Parameters& p) noexcept {
    if constexpr (requires { p.blocking; })
        return p.blocking;
    else
        return p;
}
template <class Parameters>
using BlockingOf = std::remove_reference_t<decltype(blocking_of(std::declval<Parameters&>()))>;

/// One number of a family's kernels.
template <class Parameters>
struct Field {
    int BlockingOf<Parameters>::*value;
    std::string_view word;  ///< "row_items"; its macro in sources is ROW_ITEMS
    std::string_view mark;  ///< what stands before it in names: "_i"
    Limits limits{};
    TriedValues on_gpu{};
    TriedValues on_cpu{};
    /// Whether kernels with some parameters have it; those that have not keep its default. Null: all have it.
    bool (*used)(const Parameters&) = nullptr;

    [[nodiscard]] constexpr bool is_used(const Parameters& p) const { return used == nullptr || used(p); }
};

/// The position of a number in its table, which has it.
template <class Fields, class Value>
constexpr std::size_t position_of(const Fields& fields, Value value) noexcept {
    std::size_t position = 0;
    while (fields[position].value != value) ++position;
    return position;
}

/// Some rows of a table, in this order.
template <class Parameters, std::size_t Size, class... Values>
constexpr auto rows_of(const std::array<Field<Parameters>, Size>& fields, Values... values) noexcept {
    return std::array{fields[position_of(fields, values)]...};
}

/// " -DROW_ITEMS=32 -DVECTOR=2": the numbers of some rows as macros of a source.
template <class Fields, class Blocking>
std::string defines(const Fields& fields, const Blocking& blocking) {
    std::string options;
    for (const auto& field : fields) {
        std::string macro(field.word);
        for (char& c : macro)
            if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
        options += define(macro, blocking.*field.value);
    }
    return options;
}

/// The parameters with a piece of the default width, unless they have one.
template <class Parameters>
requires requires(Parameters p) {
    p.blocking.vector;
}
Parameters with_defaults(Parameters p) noexcept {
    if (p.blocking.vector == 0) p.blocking.vector = elements_at_once(p.type);
    return p;
}

/// What keeps a number from being one of a kernel; empty: nothing.
template <class Parameters>
std::string limits_fault(const Field<Parameters>& field, const Parameters& p) {
    const int value = blocking_of(p).*field.value;
    const std::string word(field.word);
    if (!field.is_used(p))
        return value == BlockingOf<Parameters>{}.*field.value
                   ? ""
                   : word + " has no use and must keep its default";
    const auto& [least, most, power_of_two, is_piece] = field.limits;
    const bool is_allowed = !power_of_two || std::has_single_bit(static_cast<unsigned>(value));
    if (value < least || value > most || !is_allowed)
        return word + (power_of_two ? " must be a power of two from " : " must lie between ") +
               std::to_string(least) + (power_of_two ? " to " : " and ") + std::to_string(most);
    if constexpr (requires { p.type; }) {
        if (is_piece && is_complex(p.type) && value != 1) return word + " must be 1 for complex elements";
        if (is_piece && value * size_of(p.type) > kMostPieceBytes)
            return word + " must take 64 bytes at most";
    }
    return {};
}

/// Likewise of all of them.
template <class Fields, class Parameters>
std::string limits_fault(const Fields& fields, const Parameters& p) {
    for (const auto& field : fields)
        if (std::string fault = limits_fault(field, p); !fault.empty()) return fault;
    return {};
}

}  // namespace hg::kernels
