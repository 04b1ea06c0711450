#pragma once

#include <vector>

#include "lapack/lu/lu_layout.hpp"
#include "lapack/passes/tile_operation.hpp"
#include <hg/lapack/lu_problem.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The textbook's LU factorization after all passes: a list of operations for each pass over the matrix, in
/// the order in which the devices get them (docs/decisions/0016).
std::vector<TileOperations> lu_operations(const LuProblem& problem, const LuLayout& layout,
                                          const Target& target);

/// Permutations of block columns in host memory: those of the passes after their own.
TileOperations interchanges_of_stored(const LuLayout& layout);

}  // namespace hg
