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
/// 2 n^2 nrhs flops. Throws Error{invalid_argument} with number and name of the wrong argument before
/// anything is touched. A solve that has begun ends: what devices leave undone of it, or lack memory or
/// kernels for, the CPU's BLAS does, with a warning in the log. Two cases are beyond it, and throw an Error
/// whose context().spoilt is true, B being between before and after: a device that is lost while it stores
/// into a B in pinned memory, and sizes beyond 32 bits. Thread-safe. Source: LAPACK routine GETRS.
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
