#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace hg {

// Fortran's calling convention: all arguments by address, then the lengths of the characters among them.

template <class T>
constexpr const T* address_of(const T& value) noexcept {
    return &value;
}
template <class T>
constexpr T* address_of(T* const& matrix) noexcept {
    return matrix;
}

/// Calls a routine with letters, numbers and matrices. Returns what it returns.
template <class Routine, class... Arguments>
auto by_address(Routine* routine, Arguments... arguments) noexcept {
    constexpr std::size_t letters = (std::size_t{std::is_same_v<Arguments, char>} + ...);
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
        return routine(address_of(arguments)..., (static_cast<void>(i), std::size_t{1})...);
    }
    (std::make_index_sequence<letters>{});
}

template <std::size_t>
using Length = std::size_t;

template <class F, class Letters>
struct LengthsAfter;
template <class Result, class... Arguments, std::size_t... i>
struct LengthsAfter<Result(Arguments...), std::index_sequence<i...>> {
    using Type = Result(Arguments..., Length<i>...);
};

template <class Result, class... Arguments>
constexpr std::size_t letters_of(Result (*)(Arguments...)) noexcept {
    return (std::size_t{std::is_same_v<Arguments, const char*>} + ...);
}

/// The type of a routine including the lengths of characters, which declarations may omit.
template <class F>
using WithLengths =
    typename LengthsAfter<F, std::make_index_sequence<letters_of(static_cast<F*>(nullptr))>>::Type;

}  // namespace hg
