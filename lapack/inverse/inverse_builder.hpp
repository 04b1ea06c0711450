#pragma once

#include "lapack/inverse/inverse_layout.hpp"
#include <hg/kernels/database.hpp>
#include <hg/lapack/inverse_problem.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The program of an inverse that is divided in this way, as potri_program() has it. Throws
/// Error{out_of_memory} if it does not fit the device.
Program inverse_program(const InverseProblem& problem, const InverseLayout& layout, const Target& target,
                        const kernels::Database& database);

}  // namespace hg
