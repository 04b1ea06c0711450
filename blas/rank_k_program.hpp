#pragma once

#include <hg/blas/rank_k_problem.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The program of an update for the devices of a target. Its matrices are "A", "B" if the update has a second one, and
/// "C", its scalars "alpha" and "beta". The block rows of C are divided among the devices. n is positive.
///
/// Of the tiles of C on the diagonal only one triangle is computed, loaded and stored. Equal devices give the
/// same bits in any number: the order of each element's sum depends neither on the blocks of C nor on the
/// number of devices.
///
/// Throws Error{out_of_memory} with the figures if not even the smallest tiles fit a device. Thread-safe.
Program rank_k_program(const RankKProblem& problem, const Target& target,
                       const kernels::Database& database = kernels::Database::shipped());

}  // namespace hg
