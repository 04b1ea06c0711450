#pragma once

#include <cstdint>

namespace hg {

/// A square matrix A of order n, and how A X = B is solved in single and in double precision: what refinement needs of a
/// kind of factorization. All matrices are column-major. What is in single precision has n elements between columns.
class MixedSolver {
  public:
    virtual ~MixedSolver() = default;

    /// factors := A. False if an element overflows single precision.
    [[nodiscard]] virtual bool round(float* factors) const = 0;
    /// Factors what round() has made, in its place. False if there are no factors in single precision.
    [[nodiscard]] virtual bool factor(float* factors) const = 0;
    /// X := A^-1 X with these factors.
    virtual void solve(const float* factors, std::int64_t nrhs, float* X) const = 0;
    /// The largest sum of absolute values in a row of A; NaN if there is one in A.
    [[nodiscard]] virtual double norm() const = 0;
    /// R := R - A X, with n elements between columns of R.
    virtual void subtract_product(std::int64_t nrhs, const double* X, std::int64_t ldx, double* R) const = 0;
    /// X := A^-1 X in double precision; A becomes its factors. Returns info.
    [[nodiscard]] virtual std::int64_t solve_in_double(std::int64_t nrhs, double* X,
                                                       std::int64_t ldx) const = 0;

  protected:
    MixedSolver() = default;
    MixedSolver(const MixedSolver&) = default;
    MixedSolver& operator=(const MixedSolver&) = default;
};

/// The other matrices of A X = B: n x nrhs.
struct RefinedSides {
    std::int64_t n, nrhs;
    const double* B;
    std::int64_t ldb;
    double* X;
    std::int64_t ldx;
};

/// Solves A X = B by factors in single precision and refinement, in double precision if that does not converge: LAPACK's
/// DSGESV and DSPOSV. Returns info, and in `iter` theirs.
std::int64_t solve_refined(const MixedSolver& solver, const RefinedSides& sides, std::int64_t* iter);

}  // namespace hg
