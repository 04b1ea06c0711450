#pragma once

#include <algorithm>
#include <cstdint>

#include "lapack/common/memory_loop.hpp"

namespace hg {

/// to := from, both column-major; they don't overlap. Several threads copy large matrices.
template <class From, class To>
void copy_columns(std::int64_t rows, std::int64_t columns, const From* from, std::int64_t ld_from, To* to,
                  std::int64_t ld_to) noexcept {
    memory_loop(columns, rows * static_cast<std::int64_t>(sizeof(From) + sizeof(To)),
                [=](std::int64_t first, std::int64_t last) {
                    for (std::int64_t j = first; j < last; ++j)
                        std::copy_n(from + j * ld_from, rows, to + j * ld_to);
                });
}

}  // namespace hg
