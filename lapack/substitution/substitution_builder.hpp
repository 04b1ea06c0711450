#pragma once

#include "lapack/substitution/substitution_layout.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// substitution_program() with a layout. Throws Error{out_of_memory} if it does not fit the devices.
Program substitution_program(const SubstitutionProblem& problem, const SubstitutionLayout& layout,
                             const Target& target, const kernels::Database& database);

}  // namespace hg
