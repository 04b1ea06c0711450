#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Triangular solve: x := op(A)^-1 x; n^2 flops, or 4 n^2 if elements are complex
///
/// A is n x n; only its triangle `uplo` is read. If diag is Diag::unit, the diagonal is taken as ones and not
/// read. hg does not check the diagonal for zeros: they give Inf and NaN.
///
/// <hg/blas/level2.hpp> describes the arguments, the errors, and where the call runs.
template <Element T>
void trsv(Session& session, Layout layout, Uplo uplo, Op op, Diag diag, std::int64_t n, const T* A,
          std::int64_t lda, T* x, std::int64_t incx);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/trsv.hpp>
