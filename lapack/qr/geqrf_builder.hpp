#pragma once

#include "lapack/qr/qr_layout.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// The program of a QR factorization that is divided in this way, as geqrf_program() has it. Throws
/// Error{out_of_memory} if it does not fit the devices.
Program geqrf_program(const QrProblem& problem, const BlockLayout& layout, const Target& target,
                      const kernels::Database& database);

}  // namespace hg
