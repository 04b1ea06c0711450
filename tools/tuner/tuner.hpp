#pragma once

#include <functional>
#include <string>

#include "tools/tuner/candidate.hpp"
#include "tools/tuner/tune_options.hpp"
#include "tools/tuner/tune_report.hpp"
#include "tools/tuner/tuning_progress.hpp"
#include <hg/runtime/program/target.hpp>

namespace hg::kernels {

/// For each type: searches for the routine's first operation at one large cell, then for the others there,
/// starting from what won before. Then it runs the finalists on all cells, the first operation first. If they
/// reach less than half of the large cell's rate (small, flat and narrow cells), the first operation gets a
/// search of its own, with parts of the reduced dimension if the routine holds them for worth it; what it
/// finds is run for the other operations too. Time that is left goes to further searches of such cells.
///
/// The large cell is the largest that the default kernel does in a tenth of a second. Cells are taken in an
/// order that spreads: a budget that ends early leaves gaps, not a corner. What was found before an error of
/// the runner is kept: see TuneReport::fault.
TuneReport tune(const DeviceModel& device, const std::string& driver, CandidateRunner& runner,
                const TuneOptions& options, const std::function<void(const TuneProgress&)>& progress = {});

}  // namespace hg::kernels
