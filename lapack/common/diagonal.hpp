#pragma once

#include <cstdint>

namespace hg {

/// The first i, counted from 1, for which the diagonal element (i, i) of a column-major matrix is exactly
/// zero; 0 if there is none among the first n.
template <class T>
std::int64_t first_zero_of_diagonal(std::int64_t n, const T* A, std::int64_t lda) noexcept {
    for (std::int64_t i = 0; i < n; ++i)
        if (A[i * (lda + 1)] == T{0}) return i + 1;
    return 0;
}

}  // namespace hg
