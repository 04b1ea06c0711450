#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Solves op(A) X = B with the factors of getrf(), from and to host memory. op(A) is A, A^T or A^H. It takes
/// 2 n^2 nrhs flops, of complex elements four times as many. Up to 256 right-hand sides take little more than the time of A on the link.
///
/// @param op   op(A): Op::none, Op::trans or Op::conj_trans.
/// @param n    order of A, >= 0.
/// @param nrhs columns of B, >= 0.
/// @param A    n x n elements, column-major, as getrf() left them, lda >= max(1, n); only read.
/// @param ipiv n elements as getrf() left them; null for factors made with Pivoting::none.
/// @param B    n x nrhs elements, column-major, ldb >= max(1, n); overwritten by X.
///
/// Errors: Error{invalid_argument} holds the number and the name of the wrong argument; it is thrown before
/// anything is touched. A solve that has begun ends: the CPU's BLAS does what devices leave undone, or lack
/// memory or kernels for, with a warning in the log. If sizes exceed 32 bits it cannot, and an Error is
/// thrown. B is then as it was with up to 256 right-hand sides. With more, context().partially_written may be
/// true: B holds neither the right-hand sides nor the solution. That also happens if a device is lost while
/// it stores into a B in pinned memory.
///
/// Thread-safe, also on one session. Source: LAPACK routine GETRS.
template <Element T>
void getrs(Session& session, Op op, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda,
           const std::int64_t* ipiv, T* B, std::int64_t ldb);

}  // namespace hg

// The names of LAPACK and the forms on the process-wide session.
#include <hg/forms/lapack/getrs.hpp>
