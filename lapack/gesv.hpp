#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>
#include <hg/lapack/getrf.hpp>

namespace hg {

/// Solves A X = B for a general matrix, with operands in host memory: A = P L U, then X = U^-1 L^-1 P^T B. If
/// nrhs <= 256 and the devices hold A, both steps are one program. It takes 2/3 n^3 + 2 n^2 nrhs flops, or
/// four times as many for complex elements.
///
/// @param layout  Layout::col_major or Layout::row_major, for both matrices.
/// @param n       order of A, >= 0.
/// @param nrhs    columns of B, >= 0.
/// @param A       n x n elements, lda >= max(1, n); overwritten by its factors.
/// @param ipiv    n elements, as in getrf().
/// @param B       n x nrhs elements, ldb >= max(1, n) (col_major) or max(1, nrhs) (row_major); overwritten by
///                X. If info > 0, B is unchanged.
/// @param options how getrf() chooses pivots. Default: Pivoting::partial.
/// @return        info as in getrf(). If i > 0, U(i, i) is exactly zero, and nothing was solved.
///
/// A row-major call works on column-major copies of A and B, as getrf() does.
///
/// Throws as getrf() and getrs() do. If both steps are one program and it throws, B is unchanged.
/// Thread-safe, even on the same session. Source: LAPACK routine GESV.
template <Element T>
std::int64_t gesv(Session& session, Layout layout, std::int64_t n, std::int64_t nrhs, T* A, std::int64_t lda,
                  std::int64_t* ipiv, T* B, std::int64_t ldb, const LuOptions& options = {});

}  // namespace hg

// Declares the LAPACK names and the overloads for the process-wide session.
#include <hg/forms/lapack/gesv.hpp>
