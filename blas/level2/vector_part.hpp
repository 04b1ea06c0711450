#pragma once

#include <cstdint>

namespace hg {

/// Returns `count` of the n elements of a vector, beginning with element `begin`, as a vector with the same
/// increment.
template <class T>
constexpr T* part_of(T* data, std::int64_t n, std::int64_t increment, std::int64_t begin,
                     std::int64_t count) noexcept {
    return data + (increment > 0 ? begin : begin + count - n) * increment;
}

}  // namespace hg
