#pragma once

#include <cstdint>

#include <hg/kernels/database.hpp>
#include <hg/lapack/inverse_problem.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Where an inverse by a Cholesky factor is computed, and by block columns of how many columns.
struct InverseLayout {
    DeviceIndex device = 0;
    std::int64_t block = 0;
};

/// potri_program() with a layout. Throws Error{out_of_memory} if it does not fit the device.
Program inverse_program(const InverseProblem& problem, const InverseLayout& layout, const Target& target,
                        const kernels::Database& database);

}  // namespace hg
