#pragma once

#include <complex>
#include <cstdint>

#include <hg/blas/types.hpp>
#include <hg/lapack/getrf.hpp>

namespace hg {

/// Solves A X = B for a general matrix, from and to host memory: A = P L U, then X = U^-1 L^-1 P^T B, in one program if
/// nrhs <= 256 and the devices hold A. It takes 2/3 n^3 + 2 n^2 nrhs flops, of complex elements four times as
/// many.
///
/// @param n       order of A, >= 0.
/// @param nrhs    columns of B, >= 0.
/// @param A       n x n elements, column-major, lda >= max(1, n); overwritten by its factors.
/// @param ipiv    n elements, as in getrf().
/// @param B       n x nrhs elements, column-major, ldb >= max(1, n); overwritten by X. If info > 0, B is as
///                it was.
/// @param options how getrf() chooses pivots; Pivoting::partial by default.
/// @return        info as in getrf(). If i > 0, U(i, i) is exactly zero and nothing was solved.
///
/// Throws as getrf() and getrs() do. If one program throws, B is as it was. Thread-safe, also on one session.
/// Source: LAPACK routine GESV.
template <Element T>
std::int64_t gesv(Session& session, std::int64_t n, std::int64_t nrhs, T* A, std::int64_t lda,
                  std::int64_t* ipiv, T* B, std::int64_t ldb, const LuOptions& options = {});

/// The same on the process-wide session.
template <Element T>
std::int64_t gesv(std::int64_t n, std::int64_t nrhs, T* A, std::int64_t lda, std::int64_t* ipiv, T* B,
                  std::int64_t ldb, const LuOptions& options = {});

/// gesv<double>.
std::int64_t dgesv(std::int64_t n, std::int64_t nrhs, double* A, std::int64_t lda, std::int64_t* ipiv,
                   double* B, std::int64_t ldb, const LuOptions& options = {});

/// gesv<float>.
std::int64_t sgesv(std::int64_t n, std::int64_t nrhs, float* A, std::int64_t lda, std::int64_t* ipiv,
                   float* B, std::int64_t ldb, const LuOptions& options = {});

/// gesv<std::complex<double>>.
std::int64_t zgesv(std::int64_t n, std::int64_t nrhs, std::complex<double>* A, std::int64_t lda,
                   std::int64_t* ipiv, std::complex<double>* B, std::int64_t ldb,
                   const LuOptions& options = {});

/// gesv<std::complex<float>>.
std::int64_t cgesv(std::int64_t n, std::int64_t nrhs, std::complex<float>* A, std::int64_t lda,
                   std::int64_t* ipiv, std::complex<float>* B, std::int64_t ldb,
                   const LuOptions& options = {});

}  // namespace hg
