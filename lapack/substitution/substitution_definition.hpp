#pragma once

#include <array>
#include <cstdint>

#include "lapack/common/substitution_steps.hpp"
#include "lapack/passes/tile_operation.hpp"
#include <hg/lapack/substitution_problem.hpp>

namespace hg {

/// The two substitutions that make X := op(A)^-1 X, in their order. The first goes from the first block
/// column to the last, the second back.
std::array<Substitution, 2> substitutions_of(const SubstitutionProblem& problem) noexcept;

/// X := op(A)^-1 X by both substitutions, by block columns of `width` columns. X is the columns behind A.
TileOperations substitution_definition(const SubstitutionProblem& problem, std::int64_t width);

}  // namespace hg
