#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

/// What iterative solvers take and tell.
namespace hg {

/// Why a solver ended.
enum class StopReason : std::uint8_t {
    converged,   ///< |b - A x| <= 1.1 tolerance |b|, computed anew from A, b and x in double precision
    limit,       ///< most_iterations were not enough
    indefinite,  ///< solve_cg(): A or its preconditioner is not positive definite
    breakdown,   ///< a divisor is 0, or a number is not finite
    stagnated    ///< |b - A x| no longer falls, though it is above the tolerance: rounding keeps it there
};

/// "converged", "limit", "indefinite", "breakdown" or "stagnated".
std::string_view name(StopReason reason) noexcept;

/// What approximates the inverse of A.
enum class Preconditioner : std::uint8_t {
    none,    ///< the identity
    jacobi,  ///< the inverse of A's diagonal; 1 stands for an element that is 0, or has no finite inverse
    block_jacobi,  ///< the inverses of A's diagonal blocks; those of rows whose block is singular are as for jacobi
    /// solve_cg(): a polynomial in A, scaled by its diagonal, of products with A alone: fewer iterations, and fewer inner products.
    /// It is Chebyshev's for eigenvalues up to 1.1 times the largest one, which 12 steps of Lanczos estimate.
    chebyshev
};

/// What may be asked of a solver.
struct SolverOptions {
    /// Of |b - A x| / |b|, 0 or more. Rounding of x alone makes about 1e-7 |A| |x| / |b| in single precision,
    /// and 1e-16 |A| |x| / |b| in double precision: calls with a smaller tolerance end as `stagnated`.
    double tolerance = 1e-10;
    std::int64_t most_iterations = 1000;  ///< 0 or more; of solve_gmres() products with A
    Preconditioner preconditioner =
        Preconditioner::jacobi;  ///< from the left or the right, as the method has it
    int block = 8;  ///< rows of a diagonal block, 1 to 32; they are counted from the first row of each device
    int degree = 3;  ///< of the polynomial of Preconditioner::chebyshev: products with A for each, 1 to 32
    std::int64_t restart = 30;  ///< vectors of solve_gmres() between restarts, 1 to 200
    std::int64_t stride = 16;   ///< iterations of a run, after which the host looks, 1 to 1000
    bool starts_from_x =
        false;  ///< x holds a first guess; otherwise it is not read, and 0 is the first guess
    /// Is told by the calling thread, whenever the host looks, how many iterations there were and what |r| / |b| is. What it throws
    /// ends the call. None: nobody is told.
    std::function<void(std::int64_t iterations, double residual)> observe{};
};

/// What a solver did.
struct SolveReport {
    StopReason reason = StopReason::converged;  ///< why it ended
    std::int64_t iterations = 0;                ///< that counted
    /// |r| / |b| at the start and after each iteration: iterations + 1 numbers. solvers.hpp says which r that is.
    std::vector<double> history{};
    double residual = 0;  ///< |b - A x| / |b| of this x, computed anew at the end in double precision
    double seconds = 0;   ///< of the call
    /// Of these, before the first iteration: A is divided and brought to its format, kernels are compiled, all is loaded.
    double begin_seconds = 0;
    double iteration_seconds = 0;  ///< of these, all iterations together
};

}  // namespace hg
