#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

/// Instructions on the numbers of iterative solvers: they stay on the device. Numbers are registers of 1x1.
/// One work-item does it, or one work-group if sums of several rows are added up.
namespace hg::kernels {

/// What a solver's run has come to, as a device says it.
enum class SolverState : std::int32_t {
    running = 0,     ///< it iterates
    converged = 1,   ///< |r|^2 <= limit
    indefinite = 2,  ///< p^H A p <= 0 or r^H z <= 0: A is not positive definite, or the preconditioner is not
    broken = 3       ///< a number is not finite, or a divisor is 0
};

/// Which numbers. All have `state` (i32, 2x1): state(0) is a SolverState, state(1) counts the steps that were
/// taken. Once the state is not running, steps are 0: what they multiply stays as it is.
enum class SolverNumbers : std::uint8_t {
    /// rr, rz, sums (one column), state -> step, which is rz or 0, and pq, their sum. Scalar: limit (real).
    /// Counts the step
    cg,
    alpha,  ///< rr, rho, rv, state -> alpha = rho / rv. Scalar: limit (real). Counts the step
    omega,  ///< ts, tt, state -> omega = ts / tt, or 0 if tt is 0
    /// new_rho, rho, alpha, omega, state -> beta = (new_rho / rho) (alpha / omega), or 0 if omega is 0
    beta,
    /// square, state -> norm = sqrt(square), inverse = 1 / norm, or 0 if norm is 0. The state does not count
    norm
};

/// The instruction "solver_cg_f64", "solver_alpha_f64", ...: its operands are those above in their order,
/// then the results. Made for f32, f64, c32 and c64. Equal arguments give the same object. Thread-safe.
/// Throws Error{invalid_argument} for i32.
InstructionPtr solver_numbers(SolverNumbers which, ElementType type);

/// The instruction of this name; null if there is none.
InstructionPtr find_solver_numbers(std::string_view name);
/// The names of all.
std::vector<std::string> solver_numbers_names();

}  // namespace hg::kernels
