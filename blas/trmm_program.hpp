#pragma once

#include <hg/blas/trmm_problem.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Builds the program of a product with a triangular matrix for the devices of a target. Its matrices are "A"
/// (read) and "B" (read and written); its scalar is "alpha". B is divided among the devices by columns
/// (Side::left) or rows (Side::right). Each tile of A is sent to all devices. m and n must be positive.
/// Blocks of B are stored in an order that overwrites no block on which others still depend.
///
/// Throws Error{out_of_memory} if even small blocks do not fit. Thread-safe.
Program trmm_program(const TrmmProblem& problem, const Target& target, const kernels::Database& database);

}  // namespace hg
