#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <hg/blas/session.hpp>

namespace hgctl {

/// How one random problem went.
struct CheckResult {
    double error = 0;     ///< in units of its bound: good up to 1
    std::string problem;  ///< for example "dgemm row_major N T m=17 n=3 k=40 alpha=-1 beta=0 lda=20 ..."
    std::string fault;    ///< what is wrong; empty if nothing is

    [[nodiscard]] bool passed() const { return fault.empty(); }
};

/// A routine that `hgctl check` can check. Each function draws one problem from `seed` with sizes up to
/// n_max, and zero too, runs it and compares the result with a reference or with what defines it. What must
/// not be read holds NaN, or a number if it must not be written either; what must not be written is compared
/// bit by bit afterwards.
struct CheckRoutine {
    using Check = CheckResult(hg::Session& session, std::uint64_t seed, std::int64_t n_max);

    std::string name;
    std::string help;
    std::int64_t problems;  ///< of each type, unless another number is asked for
    Check* f64;
    Check* f32;
};

/// C := alpha op(A) op(B) + beta C: layouts, ops, scalars, leading dimensions, block sizes. See gemm_error().
CheckRoutine gemm_check();

// Products with and of symmetric and triangular matrices: layouts, sides, triangles, ops, diagonals, scalars and
// leading dimensions, with the bound of product_error().

/// C := alpha A B + beta C and C := alpha B A + beta C with A symmetric.
CheckRoutine symm_check();
/// C := alpha op(A) op(A)^T + beta C, one triangle of C.
CheckRoutine syrk_check();
/// C := alpha (op(A) op(B)^T + op(B) op(A)^T) + beta C, one triangle of C.
CheckRoutine syr2k_check();
/// B := alpha op(A) B and B := alpha B op(A) with a triangle A.
CheckRoutine trmm_check();

/// op(A) X = alpha B and X op(A) = alpha B: consecutive seeds go through all layouts, sides, triangles, ops
/// and diagonals, with triangles well and badly conditioned. The bound is 3 eps (sqrt(k + 2) |A| |x| + 2 |b|)
/// for each right-hand side b, k the order of A.
CheckRoutine trsm_check();

/// A = P L U with all kinds of pivoting, of random, graded, tied, singular and fast growing matrices:
/// |A - P L U| <= 3 eps sqrt(k + 2) |L| |U|, permutations, info.
CheckRoutine getrf_check();

/// A X = B, also by refinement (dsgesv): HPL's scaled residual of each column, in units of 16.
CheckRoutine gesv_check();

/// All of them.
const std::vector<CheckRoutine>& check_routines();

/// Runs one problem's call. What it throws becomes the result's fault, and so does a device that failed while
/// others finished the call.
void run_checked(hg::Session& session, CheckResult& result, const std::function<void()>& call);

/// If nothing else is wrong, an error beyond the bound is.
void judge(CheckResult& result);

}  // namespace hgctl
