#include "tools/tuner/results/tune_run.hpp"

#include <algorithm>

#include "runtime/machine/measure/timing.hpp"
#include "tools/report/quantity.hpp"
#include "tools/tuner/worker/protocol.hpp"

namespace hgctl {
namespace {

using hg::kernels::Measured;
using hg::kernels::TunedCell;
using hg::kernels::Verdict;

const Measured* good_at(const TunedCell& cell, std::size_t place) {
    const std::vector<Measured>& measured = cell.result.measured;
    if (place >= measured.size() || measured[place].outcome.verdict != Verdict::good) return nullptr;
    return &measured[place];
}

}  // namespace

void VerdictCounts::add(const hg::kernels::SearchResult& result) {
    // In the order of verdicts.
    constexpr std::size_t VerdictCounts::*kCounts[]{&VerdictCounts::good, &VerdictCounts::wrong,
                                                    &VerdictCounts::rejected, &VerdictCounts::crashed,
                                                    &VerdictCounts::timed_out};
    for (const Measured& measured : result.measured)
        ++(this->*kCounts[static_cast<std::size_t>(measured.outcome.verdict)]);
}

VerdictCounts TuneRun::verdicts() const {
    VerdictCounts counts;
    for (const TunedCell& cell : report.cells) counts.add(cell.result);
    return counts;
}

const Measured* winner(const TunedCell& cell) {
    return good_at(cell, 0);
}

const Measured* runner_up(const TunedCell& cell) {
    return good_at(cell, 1);
}

const Measured* in_use(const TunedCell& cell) {
    const std::vector<Measured>& all = cell.result.measured;
    const auto found = std::ranges::find_if(all, [&](const Measured& m) {
        return m.kernel.name == cell.in_use && m.outcome.verdict == Verdict::good;
    });
    return found == all.end() ? nullptr : &*found;
}

InUse in_use(const hg::kernels::TuneReport& report) {
    std::vector<double> ratios;
    for (const TunedCell& cell : report.cells)
        if (const Measured* used = in_use(cell))
            ratios.push_back(used->outcome.seconds / winner(cell)->outcome.seconds);
    if (ratios.empty()) return {};
    return {ratios.size(), hg::median(ratios), std::ranges::max(ratios)};
}

double rate(const TunedCell& cell, const Measured& measured) {
    return cell.problem.routine->amount(cell.problem) / measured.outcome.seconds;
}

std::string rate_text(const hg::kernels::TunableRoutine& routine, double rate) {
    return routine.unit == hg::kernels::RateUnit::bytes ? bytes_rate_text(rate) : flops_rate_text(rate);
}

std::string rate_text(const TuneRun& run, const TunedCell& cell, const Measured& measured) {
    const hg::kernels::TunableRoutine& routine = *cell.problem.routine;
    const double reached = rate(cell, measured);
    const double share = share_of_memory(run, routine, reached);
    return rate_text(routine, reached) + (share > 0 ? ", " + fixed(100 * share, 0) + " %" : "");
}

double share_of_memory(const TuneRun& run, const hg::kernels::TunableRoutine& routine, double rate) {
    const bool known = routine.unit == hg::kernels::RateUnit::bytes && run.memory_rate > 0;
    return known ? rate / run.memory_rate : 0;
}

std::vector<std::string> wrong_lines(const hg::kernels::TuneReport& report) {
    std::vector<std::string> lines;
    for (const TunedCell& cell : report.cells)
        for (const Measured& measured : cell.result.measured)
            if (measured.outcome.verdict == Verdict::wrong)
                lines.push_back(measured.kernel.name + " at " + extent_text(cell.problem) + ": " +
                                measured.outcome.detail);
    return lines;
}

}  // namespace hgctl
