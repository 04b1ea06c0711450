#pragma once

#include <cstdint>

namespace hg::sparse {

/// A number in which every bit depends on every bit of `x`: the finish of SplitMix64 (Steele, Lea, Flood
/// 2014).
constexpr std::uint64_t mixed_bits(std::uint64_t x) noexcept {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

/// One number for two, which depends on their order.
constexpr std::uint64_t mixed_bits(std::uint64_t x, std::uint64_t y) noexcept {
    return mixed_bits(mixed_bits(x) ^ y);
}

}  // namespace hg::sparse
