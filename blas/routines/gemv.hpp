#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Matrix-vector product: y := alpha op(A) x + beta y; 2 m n flops, or 8 m n if elements are complex
///
/// A is m x n. With Op::none x has n elements and y has m; otherwise x has m and y has n. If m or n is 0, the
/// call does nothing.
///
/// <hg/blas/level2.hpp> describes the arguments, the errors, and where the call runs.
template <Element T>
void gemv(Session& session, Layout layout, Op op, std::int64_t m, std::int64_t n, T alpha, const T* A,
          std::int64_t lda, const T* x, std::int64_t incx, T beta, T* y, std::int64_t incy);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/gemv.hpp>
