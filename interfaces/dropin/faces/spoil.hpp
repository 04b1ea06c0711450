#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

#include "interfaces/dropin/engine.hpp"

namespace hg::dropin {

// What a caller finds if a call failed after it had written its outputs: nothing that looks like a result.

/// Makes all elements of a column-major matrix NaN.
template <class T>
void spoil_matrix(std::int64_t rows, std::int64_t cols, T* data, std::int64_t ld) noexcept {
    for (std::int64_t j = 0; j < cols; ++j)
        std::fill_n(data + j * ld, rows, std::numeric_limits<T>::quiet_NaN());
}

/// A singular matrix, to LAPACK's callers: U(1, 1) = 0, the rest is NaN. Its pivots are rows that are there,
/// for those who do not look at info.
template <class T>
void spoil_factors(std::int64_t m, std::int64_t n, T* A, std::int64_t lda, const Pivots& ipiv,
                   std::int64_t& info) noexcept {
    if (m == 0 || n == 0) return;
    spoil_matrix(m, n, A, lda);
    A[0] = T{0};
    const std::int64_t count = std::min(m, n);
    if (ipiv.wide)
        std::iota(static_cast<std::int64_t*>(ipiv.data), static_cast<std::int64_t*>(ipiv.data) + count, 1);
    else
        std::iota(static_cast<std::int32_t*>(ipiv.data), static_cast<std::int32_t*>(ipiv.data) + count, 1);
    info = 1;
}

/// info of a call that has touched nothing, since memory is lacking: LAPACKE's LAPACK_WORK_MEMORY_ERROR.
inline constexpr std::int64_t kNoMemoryForWork = -1010;

}  // namespace hg::dropin
