#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// @file
/// Products with the Q of a QR factorization: ormqr() of real elements, unmqr() of complex ones.

/// Multiplies by the Q of geqrf() on all devices of the process, from and to host memory:
///
///     C := op(Q) C      Side::left
///     C := C op(Q)      Side::right
///
/// C is m x n elements, column-major. Q is the product of k reflectors. Its order is m on the left and n on the right.
/// It takes 2 n k (2 m - k) flops on the left and 2 m k (2 n - k) on the right.
///
/// @param side the side on which Q stands.
/// @param op   Q or Q^T.
/// @param m, n rows and columns of C, >= 0.
/// @param k    reflectors, >= 0 and at most the order of Q.
/// @param A    order x k elements, column-major, as geqrf() left them, lda >= max(1, order); only read, and only below
///             the diagonal.
/// @param tau  k elements, as geqrf() left them.
/// @param C    overwritten by the product, ldc >= max(1, m).
/// @return     info: 0.
///
/// Errors: Error{invalid_argument} holds the number and the name of the wrong argument, as LAPACK counts
/// them; it is thrown before anything is touched. Error{out_of_memory} and Error{build_failed}. If devices
/// fail before anything is stored, the other devices or the host device begin again. If they fail later,
/// Error{device_failed} or Error{device_lost}: C then holds neither the matrix nor the product.
///
/// Thread-safe, also on one session and with the same A. Source: LAPACK routine ORMQR.
template <RealElement T>
std::int64_t ormqr(Session& session, Side side, Op op, std::int64_t m, std::int64_t n, std::int64_t k,
                   const T* A, std::int64_t lda, const T* tau, T* C, std::int64_t ldc);

/// Multiplies by the unitary Q of geqrf() of complex elements, as ormqr() does: op(Q) C or C op(Q). It takes 8 n k (2 m - k)
/// flops on the left and 8 m k (2 n - k) on the right.
///
/// @param op   Op::none or Op::conj_trans: Q or Q^H. Op::trans is refused, as LAPACK refuses it.
///
/// All else is as ormqr() has it: the other arguments, what is returned, errors and thread safety. Source: LAPACK routine
/// UNMQR.
template <ComplexElement T>
std::int64_t unmqr(Session& session, Side side, Op op, std::int64_t m, std::int64_t n, std::int64_t k,
                   const T* A, std::int64_t lda, const T* tau, T* C, std::int64_t ldc);

}  // namespace hg

// The names of LAPACK and the forms on the process-wide session.
#include <hg/forms/lapack/ormqr.hpp>
