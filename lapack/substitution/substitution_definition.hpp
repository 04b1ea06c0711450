#pragma once

#include <array>
#include <cstdint>

#include "lapack/passes/tile_operation.hpp"
#include <hg/blas/types.hpp>
#include <hg/lapack/substitution_problem.hpp>

namespace hg {

/// One of the two substitutions: X := op(T)^-1 X with a triangle T of the factored matrix. The first goes
/// from the first block column to the last, the second back.
struct Substitution {
    Uplo uplo = Uplo::lower;
    Op op = Op::none;
    Diag diag = Diag::non_unit;
};

/// Both, in their order.
std::array<Substitution, 2> substitutions_of(const SubstitutionProblem& problem) noexcept;

/// X := op(A)^-1 X by both substitutions, by block columns of `width` columns. X is the columns behind A.
TileOperations substitution_definition(const SubstitutionProblem& problem, std::int64_t width);

}  // namespace hg
