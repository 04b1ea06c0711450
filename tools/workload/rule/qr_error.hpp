#pragma once

#include "tools/workload/rule/factor.hpp"
#include "tools/workload/rule/verdict.hpp"
#include <hg/blas/types.hpp>

/// How right QR factorizations are, and what is made of them. Q is the product of the reflectors H_j = I -
/// tau_j v v^H; below the diagonal, column j of V holds v, which has a one on the diagonal, and zeros above
/// it. Norms are Euclidean, sums are taken in a wider type, and the unit of errors is
///
///     unit = 10 eps sqrt(order of Q + 1)
namespace hgctl {

/// Of A = Q R: |Q^H a - r| <= unit |a| for each column; the reflectors are unitary within `unit`, tau is 0 or
/// has a real part from 1 to 2, and the diagonal of R is real.
template <class T>
Verdict qr_verdict(const Factor<T>& A, const AsFactor<T>& factors, const AsFactor<T>& tau);

/// Of C = op(Q) C0 or C0 op(Q): |c - op(Q) c0| <= unit |c0| for each column, or row.
template <class T>
double q_product_error(const Factor<T>& V, const AsFactor<T>& tau, hg::Side side, hg::Op op,
                       const AsFactor<T>& c, const AsFactor<T>& c0);

/// Of the first columns of Q: |x - Q e_j| <= unit for column j.
template <class T>
double q_columns_error(const Factor<T>& V, const AsFactor<T>& tau, const AsFactor<T>& columns);

/// Of X, for each column of op(A) X = B by least squares or with the least norm. With M = op(A), r = b - M x
/// and another unit, eps (10 + sqrt(larger size of A) / 2):
///
///     more rows      |M^H r| <= unit |M| (|M| |x| + |b|), and what is below x is as long as r
///                    within unit (|M| |x| + |b|) unless B was scaled
///     more columns   |r| <= unit (|M| |x| + |b|), and what x has beside the rows of M is <= 10 unit |x|
///
/// and |R^H R - A^H A| or |L L^H - A A^H| <= unit |A|^2 unless A was scaled. LAPACK scales matrices near the
/// limits of their type.
template <class T>
double gels_error(const Factor<T>& A, hg::Op op, const AsFactor<T>& factors, const AsFactor<T>& x,
                  const AsFactor<T>& b);

// Estimates for large matrices, from O(n^2) work, in units of a scaled residual that is good: A z is to be Q
// R z, for random signs z; of X, one random combination of all columns is to have a small backward error or,
// if there are more rows, a gradient that is small likewise.

template <class T>
double qr_error_estimate(const Factor<T>& A, const AsFactor<T>& factors, const AsFactor<T>& tau);
template <class T>
double gels_error_estimate(const Factor<T>& A, hg::Op op, const AsFactor<T>& x, const AsFactor<T>& b);

}  // namespace hgctl
