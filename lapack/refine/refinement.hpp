#pragma once

#include <cstdint>
#include <functional>

#include "lapack/refine/mixed_precision.hpp"

namespace hg {

/// How A X = B is solved in single and in double precision, by a kind of factorization of a square matrix A
/// of double or std::complex<double>. All matrices are column-major. What refinement allocates has n elements
/// between columns.
template <class T>
struct MixedSolver {
    using Single = SingleOf<T>;

    /// factors := A. False if an element overflows single precision.
    std::function<bool(Single* factors)> round;
    /// Factors what round() has made, in its place. False if there are no factors in single precision.
    std::function<bool(Single* factors)> factor;
    /// X := A^-1 X with these factors.
    std::function<void(const Single* factors, Single* X)> solve;
    /// The largest sum of absolute values in a row of A; NaN if there is one in A.
    std::function<double()> norm;
    /// R := R - A X
    std::function<void(T* R)> subtract_product;
    /// X := A^-1 X in double precision; A becomes its factors. Returns info.
    std::function<std::int64_t()> solve_in_double;
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
