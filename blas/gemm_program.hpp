#pragma once

#include <hg/blas/gemm_problem.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Builds the program of C := alpha op(A) op(B) + beta C, with matrices "A", "B" and "C" and scalars "alpha"
/// and "beta". plan_gemm() divides C among the target's devices. `database` supplies the kernel for each
/// device.
///
/// Results have the same bits for any number of equal devices. The order of each element's sum over k does
/// not depend on the number of devices, and neither does the division of k into blocks. Neither does the
/// kernel: it is chosen once for each device, for the blocks that a single device would use. Kernels compute
/// an element the same way wherever it is in a tile. (A CBLAS on host devices may round differently if tiles
/// change.)
///
/// Throws Error{out_of_memory}, with the figures, if even the smallest tiles do not fit a device.
/// Thread-safe.
Program gemm_program(const GemmProblem& problem, const Target& target,
                     const kernels::Database& database = kernels::Database::shipped());

}  // namespace hg
