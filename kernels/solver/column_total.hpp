#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// Work-items of column_total.cl.
inline constexpr int kTotalItems = 128;

/// The sum of column c of an operand in the order of column_total.cl.
template <class T>
T column_total(const HostOperand& sums, std::int64_t c) {
    std::vector<T> own(kTotalItems, T{});
    for (std::int64_t g = 0; g < sums.rows; ++g)
        own[static_cast<std::size_t>(g % kTotalItems)] += sums.as<const T>()[g + c * sums.ld];
    for (std::size_t active = kTotalItems / 2; active > 0; active /= 2)
        for (std::size_t i = 0; i < active; ++i) own[i] += own[i + active];
    return own[0];
}

}  // namespace hg::kernels
