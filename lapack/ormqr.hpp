#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// @file
/// Products with the Q of a QR factorization: ormqr() for real elements, unmqr() for complex ones.

/// Multiplies by the Q of geqrf(), with operands in host memory, on all devices of the process:
///
///     C := op(Q) C      Side::left
///     C := C op(Q)      Side::right
///
/// C is m x n elements. Q is the product of k reflectors; its order is m on the left and n on
/// the right. The product takes 2 n k (2 m - k) flops on the left and 2 m k (2 n - k) on the right.
///
/// @param layout Layout::col_major or Layout::row_major, for both matrices.
/// @param side   the side on which Q stands.
/// @param op     Q or Q^T.
/// @param m, n   rows and columns of C, >= 0.
/// @param k      reflectors, >= 0 and at most the order of Q.
/// @param A      order x k elements as returned by geqrf(), lda >= max(1, order) (col_major) or max(1, k)
///               (row_major). Only the part below the diagonal is read; nothing is written.
/// @param tau    k elements, as returned by geqrf().
/// @param C      overwritten by the product, ldc >= max(1, m) (col_major) or max(1, n) (row_major).
/// @return       info: 0.
///
/// Errors: throws Error{invalid_argument}, with the number and the name of the wrong argument,
/// before anything is touched. Throws Error{out_of_memory}. If devices fail before
/// anything is stored, the call starts again on the other devices or on the host device. If they fail later,
/// it throws Error{device_failed} or Error{device_lost}, and C holds neither the matrix nor the product.
///
/// A row-major call works on column-major copies of A and C in host memory, as getrf() does. If it throws, C
/// is unchanged.
///
/// Thread-safe, even on the same session and with the same A. Source: LAPACK routine ORMQR.
template <RealElement T>
std::int64_t ormqr(Session& session, Layout layout, Side side, Op op, std::int64_t m, std::int64_t n,
                   std::int64_t k, const T* A, std::int64_t lda, const T* tau, T* C, std::int64_t ldc);

/// Multiplies by the unitary Q of geqrf() for complex elements, as ormqr() does: op(Q) C or C op(Q). It takes
/// 8 n k (2 m - k) flops on the left and 8 m k (2 n - k) on the right.
///
/// @param op   Op::none or Op::conj_trans: Q or Q^H. Op::trans is rejected, as in LAPACK.
///
/// The other arguments, the return value, errors and thread safety are as in ormqr(). Source: LAPACK routine
/// UNMQR.
template <ComplexElement T>
std::int64_t unmqr(Session& session, Layout layout, Side side, Op op, std::int64_t m, std::int64_t n,
                   std::int64_t k, const T* A, std::int64_t lda, const T* tau, T* C, std::int64_t ldc);

}  // namespace hg

// Declares the LAPACK names and the overloads for the process-wide session.
#include <hg/forms/lapack/ormqr.hpp>
