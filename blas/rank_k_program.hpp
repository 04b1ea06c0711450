#pragma once

#include <hg/blas/rank_k_problem.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Builds the program of an update for the devices of a target. Its matrices are "A", "B" (if the update has
/// a second one) and "C"; its scalars are "alpha" and "beta". The block rows of C are divided among the
/// devices. n must be positive.
///
/// In the diagonal tiles of C, only one triangle is computed, loaded and stored. Results have the same bits
/// for any number of equal devices: the order of each element's sum depends neither on the blocks of C nor on
/// the number of devices.
///
/// Throws Error{out_of_memory}, with the figures, if even the smallest tiles do not fit a device.
/// Thread-safe.
Program rank_k_program(const RankKProblem& problem, const Target& target,
                       const kernels::Database& database = kernels::Database::shipped());

}  // namespace hg
