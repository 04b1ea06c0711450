#pragma once

#include <hg/blas/gemm_problem.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The program for C := alpha op(A) op(B) + beta C with matrices "A", "B", "C" and scalars "alpha", "beta".
/// plan_gemm() divides C among the target's devices. `database` gives the kernel of each device.
///
/// Equal devices give the same bits in any number: the order of each element's sum over k does not depend on
/// the number of devices. Neither does the division of k into blocks. Neither does the kernel: it is chosen
/// once for each device, for the blocks that a single device would use. Kernels compute an element alike
/// wherever it lies in a tile. (A CBLAS on host devices may round otherwise if tiles change.)
///
/// Throws Error{out_of_memory} with the figures if not even the smallest tiles fit a device. Thread-safe.
Program gemm_program(const GemmProblem& problem, const Target& target,
                     const kernels::Database& database = kernels::Database::shipped());

}  // namespace hg
