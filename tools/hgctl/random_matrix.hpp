#pragma once

#include <cstdint>

namespace hgctl {

/// Numbers that follow from a seed alone, on every machine (SplitMix64; Steele, Lea, Flood, OOPSLA 2014).
class RandomNumbers {
  public:
    explicit RandomNumbers(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() noexcept {
        std::uint64_t x = state_ += 0x9e3779b97f4a7c15;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
        x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
        return x ^ (x >> 31);
    }
    /// A whole number in [low, high].
    std::int64_t between(std::int64_t low, std::int64_t high) noexcept {
        return low + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(high - low + 1));
    }
    /// A number in [-1, 1) with all the digits a double has.
    double unit() noexcept { return static_cast<double>(next() >> 11) * 0x1p-52 - 1; }

  private:
    std::uint64_t state_;
};

/// Fills `count` elements with random numbers in [-1, 1).
template <class T>
void fill_random(T* data, std::int64_t count, std::uint64_t seed) {
    RandomNumbers numbers(seed);
    for (std::int64_t i = 0; i < count; ++i) data[i] = static_cast<T>(numbers.unit());
}

}  // namespace hgctl
