#pragma once

#include <hg/blas/trmm_problem.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The program of a product with a triangle for the devices of a target. Its matrices are "A" (read) and "B"
/// (read and written), its scalar is "alpha". B is divided among the devices by columns (Side::left) or rows
/// (Side::right). Each tile of A is sent to all of them. m and n are positive. Blocks of B are stored in an
/// order in which none is overwritten that others still depend on.
///
/// Throws Error{out_of_memory} if not even small blocks fit. Thread-safe.
Program trmm_program(const TrmmProblem& problem, const Target& target, const kernels::Database& database);

}  // namespace hg
