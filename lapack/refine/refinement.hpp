#pragma once

#include <cstdint>

#include "lapack/refine/mixed_precision.hpp"

namespace hg {

/// A square matrix A of order n, of double or std::complex<double>, and how A X = B is solved in single and
/// in double precision: what refinement needs of a kind of factorization. All matrices are column-major. What
/// is in single precision has n elements between columns.
template <class T>
class MixedSolver {
  public:
    using Single = SingleOf<T>;

    virtual ~MixedSolver() = default;

    /// factors := A. False if an element overflows single precision.
    [[nodiscard]] virtual bool round(Single* factors) const = 0;
    /// Factors what round() has made, in its place. False if there are no factors in single precision.
    [[nodiscard]] virtual bool factor(Single* factors) const = 0;
    /// X := A^-1 X with these factors.
    virtual void solve(const Single* factors, std::int64_t nrhs, Single* X) const = 0;
    /// The largest sum of absolute values in a row of A; NaN if there is one in A.
    [[nodiscard]] virtual double norm() const = 0;
    /// R := R - A X, with n elements between columns of R.
    virtual void subtract_product(std::int64_t nrhs, const T* X, std::int64_t ldx, T* R) const = 0;
    /// X := A^-1 X in double precision; A becomes its factors. Returns info.
    [[nodiscard]] virtual std::int64_t solve_in_double(std::int64_t nrhs, T* X, std::int64_t ldx) const = 0;

  protected:
    MixedSolver() = default;
    MixedSolver(const MixedSolver&) = default;
    MixedSolver& operator=(const MixedSolver&) = default;
};

/// The other matrices of A X = B: n x nrhs.
template <class T>
struct RefinedSides {
    std::int64_t n, nrhs;
    const T* B;
    std::int64_t ldb;
    T* X;
    std::int64_t ldx;
};

/// Solves A X = B by factors in single precision and refinement, in double precision if that does not
/// converge: LAPACK's DSGESV and DSPOSV, ZCGESV and ZCPOSV. Returns info, and in `iter` theirs.
template <class T>
std::int64_t solve_refined(const MixedSolver<T>& solver, const RefinedSides<T>& sides, std::int64_t* iter);

}  // namespace hg
