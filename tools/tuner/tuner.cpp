#include "tools/tuner/tuner.hpp"

#include <algorithm>
#include <utility>

#include "tools/tuner/search/sampled_cells.hpp"
#include "tools/tuner/today.hpp"
#include "tools/tuner/tunable_routine.hpp"
#include "tools/tuner/tuning_plan.hpp"
#include "tools/tuner/type_tuner.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

TunedKernel tuned(const TunedCell& cell, const DeviceModel& device, const std::string& driver,
                  const std::string& date) {
    const Measured& winner = cell.result.measured.front();
    const TuningProblem& problem = cell.problem;
    return {device.traits.product,
            device.traits.vendor,
            device.traits.architecture,
            device.is_gpu,
            std::string(problem.routine->word),
            problem.type,
            std::string(operation_word(problem)),
            problem.extents,
            winner.kernel.name,
            problem.routine->amount(problem) / winner.outcome.seconds,
            driver,
            date};
}

std::string name_in_use(const TuningProblem& problem, const TuneOptions& options) {
    const std::optional<TunableKernel> known = options.in_use ? options.in_use(problem) : std::nullopt;
    return known ? for_problem(*known, problem).name : "";
}

/// By type, operations and the order of the grid.
void put_in_order(std::vector<TunedCell>& cells, const TuneOptions& options) {
    const std::vector<Extents> extents = cells_of(options.grid);
    const auto place = [&](const TuningProblem& p) {
        const auto type = std::find(options.types.begin(), options.types.end(), p.type);
        const auto extent = std::find(extents.begin(), extents.end(), p.extents);
        return std::array{std::distance(options.types.begin(), type), std::ptrdiff_t{p.operation},
                          std::distance(extents.begin(), extent)};
    };
    std::stable_sort(cells.begin(), cells.end(), [&](const TunedCell& x, const TunedCell& y) {
        return place(x.problem) < place(y.problem);
    });
}

}  // namespace

TuneReport tune(const DeviceModel& device, const std::string& driver, CandidateRunner& runner,
                const TuneOptions& options, const std::function<void(const TuneProgress&)>& progress) {
    TuneReport report;
    SampledCells sampled(runner, options.grid, options.samples);
    CandidateRunner& measuring = options.samples > 1 ? sampled : runner;
    TuningProgress tell(progress, options);
    try {
        for (std::size_t i = 0; i < options.types.size(); ++i) {
            if (!device.computes(options.types[i])) continue;
            tell.begin_type(i);
            TypeTuner tuner(options.types[i], device, measuring, options, tell, report.cells);
            report.complete = tuner.run() && report.complete;
        }
    } catch (const Error& error) {
        report.complete = false;
        report.fault = error.what();
    }
    put_in_order(report.cells, options);
    for (TunedCell& cell : report.cells) cell.in_use = name_in_use(cell.problem, options);
    const std::string date = today();
    for (const TunedCell& cell : report.cells)
        if (has_winner(cell.result))
            report.results.push_back(tuned(cell, device, driver, date));
        else
            report.complete = false;
    return report;
}

}  // namespace hg::kernels
