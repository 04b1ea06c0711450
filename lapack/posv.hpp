#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Solves A X = B for a symmetric or hermitian positive definite matrix, with operands in host memory:
/// potrf(), then potrs(). It takes n^3 / 3 + 2 n^2 nrhs flops, or four times as many for complex elements.
///
/// @param layout Layout::col_major or Layout::row_major, for both matrices.
/// @param uplo   the triangle of A that is stored. The other triangle is neither read nor written.
/// @param n      order of A, >= 0.
/// @param nrhs   columns of B, >= 0.
/// @param A      n x n elements, lda >= max(1, n); the factor overwrites the triangle.
/// @param B      n x nrhs elements, ldb >= max(1, n) (col_major) or max(1, nrhs) (row_major); overwritten by
///               X. If info > 0, B is unchanged.
/// @return       info as in potrf(). If i > 0, A is not positive definite, and nothing was solved.
///
/// A row-major call uses A in place, as potrf() does, and a column-major copy of B, as potrs() does.
///
/// Throws as potrf() and potrs() do. Once A is factored, the solve with its factor completes, if
/// necessary on the CPU. Thread-safe, even on the same session. Source: LAPACK routine POSV.
template <Element T>
std::int64_t posv(Session& session, Layout layout, Uplo uplo, std::int64_t n, std::int64_t nrhs, T* A,
                  std::int64_t lda, T* B, std::int64_t ldb);

}  // namespace hg

// Declares the LAPACK names and the overloads for the process-wide session.
#include <hg/forms/lapack/posv.hpp>
