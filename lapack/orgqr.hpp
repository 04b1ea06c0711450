#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// @file
/// Columns of the Q of a QR factorization: orgqr() for real elements, ungqr() for complex ones.

/// Forms the first n columns of the Q of geqrf(), with operands in host memory, on all devices of the
/// process. Q is the product of k reflectors of m elements. It takes 4 m n k - 2 (m + n) k^2 + 4/3 k^3 flops.
///
/// @param layout Layout::col_major or Layout::row_major.
/// @param m      rows of A, the order of Q, >= 0.
/// @param n      columns to form, 0 <= n <= m.
/// @param k      reflectors, 0 <= k <= n.
/// @param A      m x n elements, lda >= max(1, m) (col_major) or max(1, n) (row_major). On entry, the first k
///               columns hold the reflectors below the diagonal, as returned by geqrf(). On return, A holds
///               the columns of Q.
/// @param tau    k elements, as returned by geqrf().
/// @return       info: 0.
///
/// Errors: throws Error{invalid_argument}, with the number and the name of the wrong argument,
/// before anything is touched. Throws Error{out_of_memory}. If devices fail before
/// anything is stored, the call starts again on the other devices or on the host device. If they fail later,
/// it throws Error{device_failed} or Error{device_lost}, and A holds neither the reflectors nor the columns
/// of Q.
///
/// A row-major call works on a column-major copy of A in host memory, as getrf() does. If it throws, A is
/// unchanged.
///
/// Thread-safe, even on the same session. Source: LAPACK routine ORGQR.
template <RealElement T>
std::int64_t orgqr(Session& session, Layout layout, std::int64_t m, std::int64_t n, std::int64_t k, T* A,
                   std::int64_t lda, const T* tau);

/// Forms the first n columns of the unitary Q of geqrf() for complex elements, as orgqr() does, with four
/// times the flops. Arguments, return value, errors and thread safety are as in orgqr(). Source: LAPACK
/// routine UNGQR.
template <ComplexElement T>
std::int64_t ungqr(Session& session, Layout layout, std::int64_t m, std::int64_t n, std::int64_t k, T* A,
                   std::int64_t lda, const T* tau);

}  // namespace hg

// Declares the LAPACK names and the overloads for the process-wide session.
#include <hg/forms/lapack/orgqr.hpp>
