#pragma once

#include "blas/level3/triangle/trsm_call.hpp"
#include <hg/blas/session.hpp>

namespace hg {

/// Solves with one factor of a matrix, a column-major call of trsm. B must not stay between before and after:
/// what no device can do of it, for whatever reason, the CPU's BLAS does. If it can't, the error says that B
/// is spoilt.
template <class T>
void solve_with_factor(Session& session, const TrsmCall<T>& factor);

extern template void solve_with_factor(Session&, const TrsmCall<float>&);
extern template void solve_with_factor(Session&, const TrsmCall<double>&);

}  // namespace hg
