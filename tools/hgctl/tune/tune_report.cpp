#include "tools/hgctl/tune/tune_report.hpp"

#include <algorithm>
#include <ostream>

#include "tools/report/quantity.hpp"
#include "tools/report/table.hpp"
#include "tools/tuner/worker/protocol.hpp"
#include "tools/tuner/worker/timing.hpp"

namespace hgctl {
namespace {

using hg::kernels::Measured;
using hg::kernels::TunedCell;
using hg::kernels::Verdict;

Json verdicts_json(const VerdictCounts& counts) {
    return {{"good", counts.good},
            {"wrong", counts.wrong},
            {"rejected", counts.rejected},
            {"crashed", counts.crashed},
            {"timed_out", counts.timed_out}};
}

Json measured_json(const TuneRun& run, const TunedCell& cell, const Measured* measured) {
    if (measured == nullptr) return nullptr;
    const hg::kernels::TunableRoutine& routine = *cell.problem.routine;
    const bool bytes = routine.unit == hg::kernels::RateUnit::bytes;
    const double reached = rate(cell, *measured);
    Json json{{"kernel", measured->kernel.name},
              {"seconds", measured->outcome.seconds},
              {bytes ? "gbytes" : "gflops", reached / 1e9}};
    if (const double share = share_of_memory(run, routine, reached); share > 0)
        json.set("share_of_memory", share);
    return json;
}

/// Everything that was measured on a cell, the fastest first, the failures with their reasons.
Json all_measured_json(const TuneRun& run, const TunedCell& cell) {
    Json list = Json::array();
    for (const Measured& m : cell.result.measured)
        if (m.outcome.verdict == Verdict::good)
            list.push_back(measured_json(run, cell, &m));
        else
            list.push_back({{"kernel", m.kernel.name},
                            {"verdict", hg::kernels::name(m.outcome.verdict)},
                            {"detail", m.outcome.detail}});
    return list;
}

Json cell_json(const TuneRun& run, const TunedCell& cell) {
    VerdictCounts counts;
    counts.add(cell.result);
    Json searched = nullptr;
    if (cell.result.candidates > 0)
        searched = {{"measured", cell.result.tried}, {"candidates", cell.result.candidates}};
    const hg::kernels::TuningProblem& problem = cell.problem;
    const hg::kernels::TunableRoutine& routine = *problem.routine;
    Json json{{"type", hg::name(problem.type)}, {"ops", operation_word(problem)}};
    for (std::size_t i = 0; i < problem.extents.size(); ++i)
        json.set(std::string(routine.extents.at(i)), problem.extents[i]);
    json.update({{"best", measured_json(run, cell, winner(cell))},
                 {"runner_up", measured_json(run, cell, runner_up(cell))},
                 {"in_use", measured_json(run, cell, in_use(cell))},
                 {"verdicts", verdicts_json(counts)},
                 {"searched", searched},
                 {"measured", all_measured_json(run, cell)}});
    return json;
}

const Measured* good_at(const TunedCell& cell, std::size_t place) {
    const std::vector<Measured>& measured = cell.result.measured;
    if (place >= measured.size() || measured[place].outcome.verdict != Verdict::good) return nullptr;
    return &measured[place];
}

/// A cell's time with the kernel in use, as a multiple of the winner's time.
double ratio_in_use(const TunedCell& cell) {
    return in_use(cell)->outcome.seconds / winner(cell)->outcome.seconds;
}

/// A kernel's name, if no column before has it.
std::string in_use_text(const TunedCell& cell) {
    const Measured* used = in_use(cell);
    if (used == winner(cell)) return "the best";
    return used == runner_up(cell) ? "the runner-up" : used->kernel.name;
}

std::vector<std::string> table_row(const TuneRun& run, const TunedCell& cell) {
    const Measured* best = winner(cell);
    const Measured* next = runner_up(cell);
    std::vector<std::string> row{
        kind_text(cell.problem), extent_text(cell.problem), "none works", "", "", "", "", ""};
    if (best == nullptr) return row;
    row[2] = best->kernel.name;
    row[3] = rate_text(run, cell, *best);
    if (in_use(cell) != nullptr) {
        row[6] = in_use_text(cell);
        row[7] = fixed(ratio_in_use(cell), 3);
    }
    if (next == nullptr) return row;
    row[4] = next->kernel.name;
    row[5] = fixed(100 * (1 - best->outcome.seconds / next->outcome.seconds), 1) + " %";
    return row;
}

}  // namespace

void VerdictCounts::add(const hg::kernels::SearchResult& result) {
    for (const Measured& measured : result.measured) switch (measured.outcome.verdict) {
            case Verdict::good:
                ++good;
                break;
            case Verdict::wrong:
                ++wrong;
                break;
            case Verdict::rejected:
                ++rejected;
                break;
            case Verdict::crashed:
                ++crashed;
                break;
            case Verdict::timed_out:
                ++timed_out;
                break;
        }
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
        if (in_use(cell) != nullptr) ratios.push_back(ratio_in_use(cell));
    if (ratios.empty()) return {};
    return {ratios.size(), hg::kernels::median(ratios), std::ranges::max(ratios)};
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

std::string verdicts_text(const VerdictCounts& counts) {
    std::string text = count_text(counts.all(), "measurement") + ": " + std::to_string(counts.good) + " good";
    const auto add = [&](std::size_t count, const char* what) {
        text += ", " + std::to_string(count) + " " + what;
    };
    add(counts.wrong, "wrong");
    add(counts.rejected, "rejected");
    add(counts.crashed, "crashed");
    add(counts.timed_out, "timed out");
    return text;
}

std::string method_word(hg::kernels::SearchMethod method) {
    switch (method) {
        case hg::kernels::SearchMethod::coordinate:
            return "coordinate";
        case hg::kernels::SearchMethod::linear:
            return "linear";
        case hg::kernels::SearchMethod::exhaustive:
            return "exhaustive";
    }
    return "?";
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

std::vector<std::string> partly_searched_lines(const TuneRun& run) {
    std::vector<std::string> lines;
    if (run.options.search.method == hg::kernels::SearchMethod::coordinate) return lines;
    for (const TunedCell& cell : run.report.cells)
        if (cell.result.candidates > 0 && !cell.result.complete)
            lines.push_back(kind_text(cell.problem) + " " + extent_text(cell.problem) + ": " +
                            std::to_string(cell.result.tried) + " of " +
                            std::to_string(cell.result.candidates) + " kernels measured");
    return lines;
}

void print_table(std::ostream& out, const TuneRun& run) {
    Table table({"type, ops", hg::kernels::product_text(run.options.routine->extents), "best kernel", "rate",
                 "runner-up", "behind", "in use", "time / best"},
                {0, 2, 4, 6});
    for (const TunedCell& cell : run.report.cells) table.add(table_row(run, cell));
    out << run.device.name << ", driver " << run.device.driver << '\n';
    if (run.options.routine->unit == hg::kernels::RateUnit::bytes) {
        out << run.options.routine->word << ": rates are of the bytes that it moves at least";
        if (run.memory_rate > 0) out << ", percentages of the memory's " << bytes_rate_text(run.memory_rate);
        out << '\n';
    }
    table.print(out);
    if (run.options.samples > 1)
        out << "Rates are means of " << run.options.samples << " sizes in each cell.\n";
    if (const InUse used = in_use(run.report); used.cells > 0)
        out << "Kernels in use take " << fixed(used.median, 3) << " (median) to " << fixed(used.worst, 3)
            << " (worst) times the best kernels' time, of " << count_text(used.cells, "cell") << ".\n";
    out << verdicts_text(run.verdicts()) << "; " << fixed(run.seconds, 1) << " s\n";
    if (!run.report.complete) out << kIncomplete << ".\n";
    for (const std::string& line : partly_searched_lines(run)) out << line << '\n';
    out << (run.saved_to.empty() ? "Not saved.\n" : "Saved in " + run.saved_to + "\n");
}

Json to_json(const TuneRun& run) {
    Json cells = Json::array();
    for (const TunedCell& cell : run.report.cells) cells.push_back(cell_json(run, cell));
    Json saved_to = nullptr;
    if (!run.saved_to.empty()) saved_to = run.saved_to;
    const InUse used = in_use(run.report);
    Json in_use_json = nullptr;
    if (used.cells > 0) in_use_json = {{"cells", used.cells}, {"median", used.median}, {"worst", used.worst}};
    return {{"device", run.device.name},
            {"driver", run.device.driver},
            {"routine", run.options.routine->word},
            {"method", method_word(run.options.search.method)},
            {"budget_seconds", run.options.budget_seconds * static_cast<double>(run.options.types.size())},
            {"samples", run.options.samples},
            {"seconds", run.seconds},
            {"complete", run.report.complete},
            {"fault", run.report.fault},
            {"cells", cells},
            {"in_use", in_use_json},
            {"verdicts", verdicts_json(run.verdicts())},
            {"wrong", wrong_lines(run.report)},
            {"saved_to", saved_to}};
}

Json to_json(const std::vector<TuneRun>& runs) {
    Json list = Json::array();
    for (const TuneRun& run : runs) list.push_back(to_json(run));
    return {{"routines", list}};
}

}  // namespace hgctl
