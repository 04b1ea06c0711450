#include "lapack/refine/refinement.hpp"

#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <new>
#include <string>

#include "blas/call/output_changes.hpp"
#include "blas/session/note_fall_back.hpp"
#include "lapack/common/memory_loop.hpp"
#include "lapack/refine/mixed_precision.hpp"
#include "runtime/program/base/current_error.hpp"

namespace hg {
namespace {

constexpr std::int64_t kMostSteps = 30;

// Why refinement gave up: LAPACK's values of iter.
constexpr std::int64_t kCannot = -1;
constexpr std::int64_t kOverflow = -2;
constexpr std::int64_t kNoFactors = -3;
constexpr std::int64_t kNoConvergence = -(kMostSteps + 1);

template <class T>
std::unique_ptr<T[]> allocate(std::int64_t rows, std::int64_t columns) {
    try {
        return std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(rows * columns));
    } catch (const std::bad_alloc&) {
        throw Error(ErrorCode::out_of_memory, "refinement: there is no host memory for a work space of " +
                                                  std::to_string(rows) + " x " + std::to_string(columns) +
                                                  " elements");
    }
}

/// A X = B by a single precision factorization of A and corrections of X by the residual's solution.
template <class T>
class Refinement {
  public:
    Refinement(const MixedSolver<T>& solver, const RefinedSides<T>& sides)
        : solver_(solver),
          c_(sides),
          factors_(allocate<SingleOf<T>>(c_.n, c_.n)),
          correction_(allocate<SingleOf<T>>(c_.n, c_.nrhs)),
          residual_(allocate<T>(c_.n, c_.nrhs)) {}

    /// The steps that it took, or why it gave up.
    std::int64_t run() {
        copy_columns(c_.n, c_.nrhs, c_.B, c_.ldb, residual_.get(), c_.n);
        if (!round_residual() || !solver_.round(factors_.get())) return kOverflow;
        if (!solver_.factor(factors_.get())) return kNoFactors;
        solve();
        copy_columns(c_.n, c_.nrhs, correction_.get(), c_.n, c_.X, c_.ldx);
        tolerance_ = solver_.norm() * kUnitRoundoff * std::sqrt(static_cast<double>(c_.n));
        for (std::int64_t step = 0;; ++step) {
            find_residual();
            const Convergence convergence = judge();
            if (convergence == Convergence::reached) return step;
            if (convergence == Convergence::hopeless || step == kMostSteps) return kNoConvergence;
            if (!round_residual()) return kOverflow;
            solve();
            add<T>(c_.n, c_.nrhs, correction_.get(), c_.n, c_.X, c_.ldx);
        }
    }

  private:
    enum class Convergence : std::uint8_t { reached, not_yet, hopeless };
    static constexpr double kUnitRoundoff = std::numeric_limits<double>::epsilon() / 2;

    bool round_residual() {
        return round_to_single<T>({c_.n, c_.nrhs}, residual_.get(), c_.n, correction_.get(), c_.n);
    }

    void solve() { solver_.solve(factors_.get(), correction_.get()); }

    /// R := B - A X
    void find_residual() {
        copy_columns(c_.n, c_.nrhs, c_.B, c_.ldb, residual_.get(), c_.n);
        solver_.subtract_product(residual_.get());
    }

    /// Reached unless |r| > |x| tolerance for a column: NaN from A or B is no reason to go on, as in LAPACK.
    /// NaN and Inf that are neither's come of single precision: an X that is not finite, or a residual that
    /// stays so.
    [[nodiscard]] Convergence judge() const noexcept {
        Convergence result = Convergence::reached;
        for (std::int64_t j = 0; j < c_.nrhs; ++j) {
            const double r = largest_magnitude(c_.n, residual_.get() + j * c_.n);
            const double x = largest_magnitude(c_.n, c_.X + j * c_.ldx);
            const bool is_finite = std::isfinite(r) && std::isfinite(x);
            if (!is_finite && !is_nan_given(j)) return Convergence::hopeless;
            if (r > x * tolerance_) result = Convergence::not_yet;
        }
        return result;
    }
    /// Whether there is NaN in A or in column j of B.
    [[nodiscard]] bool is_nan_given(std::int64_t j) const noexcept {
        return std::isnan(tolerance_) || std::isnan(largest_magnitude(c_.n, c_.B + j * c_.ldb));
    }

    const MixedSolver<T>& solver_;
    const RefinedSides<T>& c_;
    std::unique_ptr<SingleOf<T>[]> factors_;  ///< A rounded, then its factors
    std::unique_ptr<SingleOf<T>[]> correction_;
    std::unique_ptr<T[]> residual_;
    double tolerance_ = 0;  ///< of a residual against X; NaN if there is NaN in A
};

/// What refinement comes to. Double precision may do without what it lacked. Until then A is as it was.
template <class T>
std::int64_t refine(const MixedSolver<T>& solver, const RefinedSides<T>& sides) {
    OutputChanges changes;
    std::int64_t result = kCannot;
    try {
        result = Refinement<T>(solver, sides).run();
    } catch (...) {
        note_fall_back(current_error(), nullptr, "double precision");
    }
    changes.forget();
    return result;
}

}  // namespace

template <class T>
std::int64_t solve_refined(const MixedSolver<T>& solver, const RefinedSides<T>& sides, std::int64_t* iter) {
    *iter = 0;
    if (sides.n == 0) return 0;
    *iter = refine(solver, sides);
    if (*iter >= 0) return 0;
    copy_columns(sides.n, sides.nrhs, sides.B, sides.ldb, sides.X, sides.ldx);
    return solver.solve_in_double();
}

template std::int64_t solve_refined(const MixedSolver<double>&, const RefinedSides<double>&, std::int64_t*);
template std::int64_t solve_refined(const MixedSolver<std::complex<double>>&,
                                    const RefinedSides<std::complex<double>>&, std::int64_t*);

}  // namespace hg
