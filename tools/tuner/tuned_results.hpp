#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "tools/tuner/tunable_routine.hpp"
#include <hg/kernels/database.hpp>

/// Between the tuner and the database.
namespace hg::kernels {

/// What a database chooses for a problem of any routine on a device, else the default kernel; both must live
/// as long as the function.
std::function<std::optional<TunableKernel>(const TuningProblem&)> kernels_in_use(const Database& database,
                                                                                 const DeviceModel& device);

/// Results of a tune of one routine as the database keeps them.
TunedResults tuned_results(const TunableRoutine& routine, const std::vector<TunedKernel>& results);

}  // namespace hg::kernels
