#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Solves op(A) X = B with the factors of getrf(), with operands in host memory. op(A) is A, A^T or A^H. It
/// takes 2 n^2 nrhs flops, or four times as many for complex elements. Up to 256 right-hand sides take little
/// more time than the transfer of A.
///
/// @param layout Layout::col_major or Layout::row_major, for both matrices.
/// @param op     op(A): Op::none, Op::trans or Op::conj_trans.
/// @param n      order of A, >= 0.
/// @param nrhs   columns of B, >= 0.
/// @param A      n x n elements as returned by getrf(), lda >= max(1, n); only read.
/// @param ipiv   n elements as returned by getrf(); null for factors computed with Pivoting::none.
/// @param B      n x nrhs elements, ldb >= max(1, n) (col_major) or max(1, nrhs) (row_major); overwritten by
///               X.
///
/// Errors: throws Error{invalid_argument}, with the number and the name of the wrong argument, before
/// anything is touched. A solve that has begun completes: if devices fail, or lack memory or kernels,
/// the CPU BLAS does the rest and hg logs a warning. If sizes exceed 32 bits, the CPU BLAS cannot do so, and
/// the call throws an Error. With up to 256 right-hand sides, B is then unchanged. With more,
/// context().partially_written may be true: B holds neither the right-hand sides nor the solution. The same
/// happens if a device is lost while it stores into a B in pinned memory.
///
/// A row-major call works on column-major copies of A and B, as getrf() does. If it throws, B is unchanged.
///
/// Thread-safe, even on the same session. Source: LAPACK routine GETRS.
template <Element T>
void getrs(Session& session, Layout layout, Op op, std::int64_t n, std::int64_t nrhs, const T* A,
           std::int64_t lda, const std::int64_t* ipiv, T* B, std::int64_t ldb);

}  // namespace hg

// Declares the LAPACK names and the overloads for the process-wide session.
#include <hg/forms/lapack/getrs.hpp>
