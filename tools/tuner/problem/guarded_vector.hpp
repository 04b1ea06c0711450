#pragma once

#include <cstdint>
#include <vector>

#include "tools/tuner/problem/guarded_register.hpp"

namespace hg::kernels {

inline constexpr std::int64_t kGuardedStride = 3;  ///< of vectors that are not aligned

/// A vector of n elements: a column with guards behind it if it is aligned, else a row, of stride 3.
template <class T>
GuardedRegister<T> guarded_vector(DeviceWork& work, std::int64_t n, bool aligned) {
    constexpr std::int64_t kLine = 128 / sizeof(T);
    if (aligned) return {work, n, 1, (n + kLine) / kLine * kLine + kLine, 0};
    return {work, 1, n, kGuardedStride};
}

/// The elements of such a vector, of what it holds with its guards.
template <class T>
std::vector<T> elements_of(const std::vector<T>& storage, std::int64_t n, bool aligned) {
    const std::int64_t stride = aligned ? 1 : kGuardedStride;
    std::vector<T> elements;
    elements.reserve(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i) elements.push_back(storage[static_cast<std::size_t>(i * stride)]);
    return elements;
}

}  // namespace hg::kernels
