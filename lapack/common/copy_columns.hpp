#pragma once

#include <algorithm>
#include <cstdint>

#include "lapack/common/memory_loop.hpp"

namespace hg {

/// to := from, both column-major; they don't overlap. Several threads copy large matrices.
template <class T>
void copy_columns(std::int64_t rows, std::int64_t columns, const T* from, std::int64_t ld_from, T* to,
                  std::int64_t ld_to) noexcept {
    memory_loop(columns, 2 * rows * static_cast<std::int64_t>(sizeof(T)),
                [=](std::int64_t first, std::int64_t last) {
                    for (std::int64_t j = first; j < last; ++j)
                        std::copy_n(from + j * ld_from, rows, to + j * ld_to);
                });
}

}  // namespace hg
