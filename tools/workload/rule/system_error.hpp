#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tools/workload/rule/factor.hpp"
#include "tools/workload/rule/verdict.hpp"

/// How right factorizations and solutions are.
namespace hgctl {

/// The scaled residual of the worst column of A X = B in units of what is good, kGoodResidual.
template <class T>
double system_error(const Factor<T>& A, const AsFactor<T>& x, const AsFactor<T>& b);

/// The same for A = L M, of which the factors alone are known. Their norms multiply.
template <class T>
double factored_system_error(const Factor<T>& L, const AsFactor<T>& M, const AsFactor<T>& x,
                             const AsFactor<T>& b);

/// The worst column of a refined solution of A X = B: |b - A x| in units of eps sqrt(n) |A| |x|, largest
/// norms. LAPACK ends refinement at half of that.
template <class T>
double refined_error(const Factor<T>& A, const AsFactor<T>& x, const AsFactor<T>& b);

/// |I - A X| in units of n eps |A| |X|, largest row sums, with A = L M.
template <class T>
double inverse_error(const Factor<T>& L, const AsFactor<T>& M, const AsFactor<T>& x);

/// The order of the first leading minor of the hermitian matrix A that is not definite, or NaN; 0 if there is
/// none.
template <class T>
std::int64_t first_failing_minor(const Factor<T>& A);

/// What is wrong with a Cholesky factorization of the hermitian matrix A that returned info. The leading
/// minor of order k, that is factored, must be L L^H within 3 eps sqrt(k + 2) |L|^2 in the Frobenius norm,
/// its diagonal positive; the next one must not be definite.
template <class T>
Verdict cholesky_verdict(const Factor<T>& A, const AsFactor<T>& L, std::int64_t info);

// The same for large matrices, from O(n^2) work: HPL's scaled residual, in units of what is good, of one
// random combination of all columns, or of a product with random signs z.

template <class T>
double system_error_estimate(const Factor<T>& A, const AsFactor<T>& x, const AsFactor<T>& b);
template <class T>
double factored_system_error_estimate(const Factor<T>& L, const AsFactor<T>& M, const AsFactor<T>& x,
                                      const AsFactor<T>& b);
/// Of a square A, that of a system that is solved with the factors. Else A z is to be P L U z.
template <class T>
double lu_error_estimate(const Factor<T>& A, const AsFactor<T>& lu, const std::int64_t* ipiv);
/// A z is to be L M z.
template <class T>
double factors_error_estimate(const Factor<T>& A, const AsFactor<T>& L, const AsFactor<T>& M);
/// A z is to be L L^H z.
template <class T>
double cholesky_error_estimate(const Factor<T>& A, const AsFactor<T>& L);
/// L (M X z) is to be z.
template <class T>
double inverse_error_estimate(const Factor<T>& L, const AsFactor<T>& M, const AsFactor<T>& x);

/// Empty if a matrix is as it was. B must be if a system has no solution, and A if refinement succeeds.
template <class T>
std::string change_fault(const Factor<T>& was, const Factor<T>& now, const std::string& name) {
    for (std::int64_t j = 0; j < was.cols(); ++j)
        for (std::int64_t i = 0; i < was.rows(); ++i)
            if (!(was(i, j) == now(i, j))) return name + " was changed";
    return {};
}

/// The column-major elements of a matrix after row i changed places with row ipiv[i], counted from 1, for i =
/// 0, 1, ..., count - 1.
template <class T>
std::vector<T> interchanged(const Factor<T>& x, const std::int64_t* ipiv, std::int64_t count) {
    std::vector<T> elements;
    for (std::int64_t j = 0; j < x.cols(); ++j) {
        for (std::int64_t i = 0; i < x.rows(); ++i) elements.push_back(x(i, j));
        T* const column = elements.data() + j * x.rows();
        for (std::int64_t i = 0; i < count; ++i) std::swap(column[i], column[ipiv[i] - 1]);
    }
    return elements;
}

/// |A - P L U| in units of 3 eps sqrt(k + 2) |L| |U|, Frobenius norms, k the number of pivots, which count
/// rows from 1.
template <class T>
double lu_error(const Factor<T>& A, const AsFactor<T>& lu, const std::int64_t* ipiv);

/// The first zero on the diagonal, counted from 1; 0 if there is none.
template <class T>
std::int64_t first_zero(const Factor<T>& x) {
    for (std::int64_t i = 0; i < x.rows() && i < x.cols(); ++i)
        if (x(i, i) == T{0}) return i + 1;
    return 0;
}

/// Empty if info is `expected`.
inline std::string info_fault(std::int64_t info, std::int64_t expected) {
    if (info == expected) return {};
    return "info is " + std::to_string(info) + " instead of " + std::to_string(expected);
}

}  // namespace hgctl
