#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "tools/tuner/gemm/gemm_kernel.hpp"
#include "tools/tuner/tunable_routine.hpp"
#include "tools/tuner/tune_report.hpp"
#include <hg/kernels/database.hpp>

namespace hg::kernels {

/// C := alpha op(A) op(B) + beta C. Its families are those of GemmFamily.
const TunableRoutine& gemm_routine();

TuningProblem gemm_problem(const GemmShape& shape);
GemmShape gemm_shape(const TuningProblem& problem);

/// What a database chooses for a problem on a device; both must live as long as the function.
std::function<std::optional<TunableKernel>(const TuningProblem&)> gemm_in_use(const Database& database,
                                                                              const DeviceModel& device);

/// Results of a tune as the database has them.
std::vector<TunedGemm> tuned_gemms(const std::vector<TunedKernel>& results);

}  // namespace hg::kernels
