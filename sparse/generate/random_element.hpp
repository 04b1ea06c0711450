#pragma once

#include <cstdint>

#include "sparse/matrix/mixed_bits.hpp"
#include <hg/blas/types.hpp>

namespace hg::sparse {

/// A real number from 0 to 1, less than 1, of the upper bits.
constexpr double unit_number(std::uint64_t bits) noexcept {
    return static_cast<double>(bits >> 11) * 0x1p-53;
}

/// The random value of element (i, j): its parts are from -1 to 1.
template <Element T>
T random_element(std::uint64_t seed, std::int64_t i, std::int64_t j) noexcept {
    const std::uint64_t bits =
        mixed_bits(mixed_bits(seed, static_cast<std::uint64_t>(i)), static_cast<std::uint64_t>(j));
    const auto real = static_cast<RealOf<T>>(2 * unit_number(bits) - 1);
    if constexpr (ComplexElement<T>)
        return {real, static_cast<RealOf<T>>(2 * unit_number(mixed_bits(bits)) - 1)};
    else
        return real;
}

}  // namespace hg::sparse
