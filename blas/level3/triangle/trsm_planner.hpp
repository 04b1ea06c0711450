#pragma once

#include "blas/level3/triangle/triangle_plan.hpp"
#include <hg/blas/trsm_problem.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The plan that is simulated to end soonest, found among: the fastest devices in any number, with strips of
/// several widths. Of equal ones the one with fewer devices is taken. Throws Error{out_of_memory} if not
/// even narrow strips fit a device, Error{invalid_argument} if no device computes in that type,
/// Error{device_lost} if none is available.
TrianglePlan plan_trsm(const TrsmProblem& problem, const Target& target, const kernels::Database& database);

}  // namespace hg
