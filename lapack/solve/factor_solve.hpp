#pragma once

#include <complex>

#include "blas/level3/triangle/trsm_call.hpp"
#include "lapack/qr/ormqr_call.hpp"
#include <hg/blas/session.hpp>

namespace hg {

// What solves with the factors of a matrix. The right-hand sides must not stay between before and after: what
// no device can do of it, for whatever reason, the CPU's BLAS does. If it can't, the error says that they are
// partially_written.

/// Solves with one triangular factor, a column-major call of trsm.
template <class T>
void solve_with_factor(Session& session, const TrsmCall<T>& factor);

/// Multiplies by one orthogonal or unitary factor.
template <class T>
void multiply_with_factor(Session& session, const OrmqrCall<T>& factor);

}  // namespace hg
