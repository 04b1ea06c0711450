#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

/// Options and results of iterative solvers.
namespace hg {

/// The reason why a solver ended.
enum class StopReason : std::uint8_t {
    converged,   ///< |b - A x| <= 1.1 tolerance |b|, recomputed from A, b and x in double precision
    limit,       ///< most_iterations were not enough
    indefinite,  ///< solve_cg(): A or its preconditioner is not positive definite
    breakdown,   ///< a divisor is 0, or a number is not finite
    stagnated    ///< |b - A x| no longer decreases although it is above the tolerance: rounding prevents it
};

/// Returns "converged", "limit", "indefinite", "breakdown" or "stagnated".
std::string_view name(StopReason reason) noexcept;

/// The approximation to the inverse of A.
enum class Preconditioner : std::uint8_t {
    none,    ///< the identity
    jacobi,  ///< the inverse of A's diagonal; 1 replaces an element that is 0 or has no finite inverse
    /// The inverses of A's diagonal blocks; rows whose block is singular are treated as for jacobi.
    block_jacobi,
    /// solve_cg() only: a polynomial in A, scaled by the diagonal of A, that takes only products with A:
    /// fewer iterations, and fewer inner products. It is Chebyshev's polynomial for eigenvalues up to 1.1
    /// times the largest one, which 12 Lanczos steps estimate.
    chebyshev
};

/// Options of a solver.
struct SolverOptions {
    /// The tolerance for |b - A x| / |b|, >= 0. Rounding of x alone causes about 1e-7 |A| |x| / |b| in single
    /// precision and 1e-16 |A| |x| / |b| in double precision. Calls with a smaller tolerance end as
    /// `stagnated`.
    double tolerance = 1e-10;
    std::int64_t most_iterations = 1000;  ///< >= 0; for solve_gmres() this is the number of products with A
    Preconditioner preconditioner =
        Preconditioner::jacobi;  ///< applied from the left or the right, depending on the method
    int block = 8;  ///< rows of a diagonal block, 1 to 32, counted from the first row of each device
    /// Degree of the polynomial of Preconditioner::chebyshev: its products with A per application, 1 to 32.
    int degree = 3;
    std::int64_t restart = 30;  ///< vectors of solve_gmres() between restarts, 1 to 200
    std::int64_t stride = 16;   ///< iterations of a run, after which the host checks the residual, 1 to 1000
    bool starts_from_x =
        false;  ///< if true, x holds an initial guess; otherwise x is not read and the initial guess is 0
    /// Called in the calling thread whenever the host checks the residual, with the number of iterations so
    /// far and |r| / |b|. An exception that it throws ends the call. May be empty.
    std::function<void(std::int64_t iterations, double residual)> observe{};
};

/// The result of a solver.
struct SolveReport {
    StopReason reason = StopReason::converged;  ///< why it ended
    std::int64_t iterations = 0;                ///< iterations that counted
    /// |r| / |b| at the start and after each iteration: iterations + 1 numbers. solvers.hpp defines this r.
    std::vector<double> history{};
    double residual = 0;  ///< |b - A x| / |b| of the returned x, recomputed at the end in double precision
    double seconds = 0;   ///< seconds of the whole call
    /// Part of `seconds`: the time before the first iteration, in which A is divided and converted to its
    /// format, kernels are compiled, and everything is loaded.
    double begin_seconds = 0;
    double iteration_seconds = 0;  ///< part of `seconds`: all iterations together
};

}  // namespace hg
