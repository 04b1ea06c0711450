#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Product with a triangular matrix: x := op(A) x; n^2 flops, 4 n^2 if elements are complex
///
/// A is n x n; only its triangle `uplo` is read, and no diagonal if diag is Diag::unit: it is taken as ones.
///
/// <hg/blas/level2.hpp> says what the arguments are, what is thrown, and who does the call.
template <Element T>
void trmv(Session& session, Layout layout, Uplo uplo, Op op, Diag diag, std::int64_t n, const T* A,
          std::int64_t lda, T* x, std::int64_t incx);

}  // namespace hg

// The names of BLAS and the forms on the process-wide session.
#include <hg/forms/blas/trmv.hpp>
