#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <cstdint>
#include <type_traits>

namespace hgctl {

/// Numbers that follow from a seed alone, on every machine (SplitMix64; Steele, Lea, Flood, OOPSLA 2014).
class RandomNumbers {
  public:
    /// The sequence of `seed` from its number `first` on.
    explicit RandomNumbers(std::uint64_t seed, std::int64_t first = 0)
        : state_(seed + static_cast<std::uint64_t>(first) * kStep) {}

    std::uint64_t next() noexcept {
        std::uint64_t x = state_ += kStep;
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
    static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;
    std::uint64_t state_;
};

/// An element of the next numbers in [-1, 1), one for each of its parts.
template <class T>
T next_element(RandomNumbers& numbers) noexcept {
    if constexpr (std::is_arithmetic_v<T>) {
        return static_cast<T>(numbers.unit());
    } else {
        using Part = typename T::value_type;
        const auto real = static_cast<Part>(numbers.unit());
        return {real, static_cast<Part>(numbers.unit())};
    }
}

/// Elements for which a thread of its own pays.
inline constexpr std::size_t kElementsOfAThread = std::size_t{1} << 18;

/// An endless column of random elements with parts in [-1, 1), each known without those before it: a matrix
/// that is filled from it need not be kept to be filled the same way again.
template <class T>
struct RandomElements {
    std::uint64_t seed = 0;

    [[nodiscard]] T operator[](std::int64_t i) const noexcept {
        RandomNumbers numbers(seed, i * kParts);
        return next_element<T>(numbers);
    }
    /// Copies the first `count` of them to `data`, on all cores.
    void copy_to(T* data, std::int64_t count) const {
        tbb::parallel_for(
            tbb::blocked_range<std::int64_t>(0, count, kElementsOfAThread),
            [&](const auto& part) {
                RandomNumbers numbers(seed, part.begin() * kParts);
                for (std::int64_t i = part.begin(); i < part.end(); ++i) data[i] = next_element<T>(numbers);
            },
            tbb::static_partitioner());
    }

  private:
    static constexpr std::int64_t kParts = std::is_arithmetic_v<T> ? 1 : 2;
};

/// Fills `count` elements with parts in [-1, 1), the same on any number of cores.
template <class T>
void fill_random(T* data, std::int64_t count, std::uint64_t seed) {
    RandomElements<T>{seed}.copy_to(data, count);
}

}  // namespace hgctl
