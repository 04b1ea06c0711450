#pragma once

#include <cstdint>
#include <limits>

#include "host_blas/element_arithmetic.hpp"

namespace hg {

/// Whether a number on the diagonal of a column-major matrix of order n is below the least normal number, but not zero. OpenBLAS
/// multiplies by reciprocals, and that of such a number is infinite; host_trsm() divides.
template <class T>
bool any_has_no_reciprocal(std::int64_t n, const T* A, std::int64_t lda) noexcept {
    for (std::int64_t i = 0; i < n; ++i) {
        const auto size = magnitude(A[i * (lda + 1)]);
        if (size > 0 && size < std::numeric_limits<PartOf<T>>::min()) return true;
    }
    return false;
}

}  // namespace hg
