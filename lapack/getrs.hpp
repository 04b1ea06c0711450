#pragma once

#include <cstdint>

#include "blas/types.hpp"

namespace hg {

class Session;

/// Solves op(A) X = B with the factors of getrf(), from and to host memory. op(A) is A, A^T or A^H.
///
/// @param n    order of A, >= 0.
/// @param nrhs columns of B, >= 0.
/// @param A    n x n elements as getrf() left them, lda >= max(1, n); only read.
/// @param ipiv n elements as getrf() left them; null for factors made with Pivoting::none.
/// @param B    n x nrhs elements, column-major, ldb >= max(1, n); overwritten by X.
///
/// 2 n^2 nrhs flops. Throws as trsm() does; each element of B holds a value of before, between or after.
/// Thread-safe. Source: LAPACK routine GETRS.
template <class T>
void getrs(Session& session, Op op, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda,
           const std::int64_t* ipiv, T* B, std::int64_t ldb);

/// The same on the process-wide session.
template <class T>
void getrs(Op op, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda, const std::int64_t* ipiv,
           T* B, std::int64_t ldb);

/// getrs<double>.
void dgetrs(Op op, std::int64_t n, std::int64_t nrhs, const double* A, std::int64_t lda,
            const std::int64_t* ipiv, double* B, std::int64_t ldb);

/// getrs<float>.
void sgetrs(Op op, std::int64_t n, std::int64_t nrhs, const float* A, std::int64_t lda,
            const std::int64_t* ipiv, float* B, std::int64_t ldb);

}  // namespace hg
