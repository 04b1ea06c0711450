#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// @file
/// The columns of the Q of a QR factorization: orgqr() of real elements, ungqr() of complex ones.

/// Makes the first n columns of the Q of geqrf() on all devices of the process, from and to host memory. Q is the
/// product of k reflectors of m elements. It takes 4 m n k - 2 (m + n) k^2 + 4/3 k^3 flops.
///
/// @param m   rows of A, the order of Q, >= 0.
/// @param n   columns that are made, 0 <= n <= m.
/// @param k   reflectors, 0 <= k <= n.
/// @param A   m x n elements, column-major, lda >= max(1, m). The first k columns hold the reflectors below the
///            diagonal, as geqrf() left them. The columns of Q overwrite A.
/// @param tau k elements, as geqrf() left them.
/// @return    info: 0.
///
/// Errors: Error{invalid_argument} holds the number and the name of the wrong argument, as LAPACK counts
/// them; it is thrown before anything is touched. Error{out_of_memory} and Error{build_failed}. If devices
/// fail before anything is stored, the other devices or the host device begin again. If they fail later,
/// Error{device_failed} or Error{device_lost}: A then holds neither the reflectors nor the columns of Q.
///
/// Thread-safe, also on one session. Source: LAPACK routine ORGQR.
template <RealElement T>
std::int64_t orgqr(Session& session, std::int64_t m, std::int64_t n, std::int64_t k, T* A, std::int64_t lda,
                   const T* tau);

/// Makes the first n columns of the unitary Q of geqrf() of complex elements, as orgqr() does, with four times the flops. All
/// arguments, what is returned, errors and thread safety are as there. Source: LAPACK routine UNGQR.
template <ComplexElement T>
std::int64_t ungqr(Session& session, std::int64_t m, std::int64_t n, std::int64_t k, T* A, std::int64_t lda,
                   const T* tau);

}  // namespace hg

// The names of LAPACK and the forms on the process-wide session.
#include <hg/forms/lapack/orgqr.hpp>
