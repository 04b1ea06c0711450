#include "tools/tuner/results/tune_run_report.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

#include "tools/report/page/figure.hpp"
#include "tools/tuner/results/tune_map.hpp"
#include "tools/tuner/worker/protocol.hpp"

namespace hgctl {
namespace {

using hg::kernels::Measured;
using hg::kernels::TunedCell;
using hg::kernels::Verdict;

/// A kernel on a cell.
struct MeasuredCell {
    const TuneRun* run;
    const TunedCell* cell;
    const Measured* measured;

    [[nodiscard]] double rate() const { return hgctl::rate(*cell, *measured); }
    [[nodiscard]] double share() const { return share_of_memory(*run, *cell->problem.routine, rate()); }
};

/// A kernel's name for people, if no column before has it.
std::string in_use_text(const MeasuredCell& m) {
    if (m.measured == winner(*m.cell)) return "the best";
    return m.measured == runner_up(*m.cell) ? "the runner-up" : m.measured->kernel.name;
}

using Find = const Measured* (*)(const TunedCell&);

Columns<MeasuredCell> measured_columns(const TuneRun& run, const std::string& title) {
    const bool bytes = run.options.routine->unit == hg::kernels::RateUnit::bytes;
    const bool is_best = title == "best kernel", is_used = title == "in use";
    return {
        {"kernel", title,
         [=](auto& m) {
             return is_used ? Value(m.measured->kernel.name, in_use_text(m)) : Value(m.measured->kernel.name);
         }},
        {"seconds", "", [](auto& m) { return m.measured->outcome.seconds; }},
        {bytes ? "gbytes" : "gflops", is_best ? "rate" : "",
         [](auto& m) { return Value(m.rate() / 1e9, rate_text(*m.run, *m.cell, *m.measured)); }},
        {"share_of_memory", "", [](auto& m) { return m.share() > 0 ? Value(m.share()) : Value::absent(); }},
        {"",
         is_best   ? ""
         : is_used ? "time / best"
                   : "behind",
         [=](auto& m) {
             const double ratio = m.measured->outcome.seconds / winner(*m.cell)->outcome.seconds;
             return Value(nullptr, is_used ? fixed(ratio, 3) : fixed(100 * (1 - 1 / ratio), 1) + " %");
         }}};
}

/// Everything that was measured on a cell, the fastest first, the failures with their reasons.
Json all_measured(const TuneRun& run, const TunedCell& cell) {
    std::vector<MeasuredCell> good;
    Json failed = Json::array();
    for (const Measured& m : cell.result.measured)
        if (m.outcome.verdict == Verdict::good) good.push_back({&run, &cell, &m});
    Json list = table_of(measured_columns(run, ""), good).json();
    for (const Measured& m : cell.result.measured)
        if (m.outcome.verdict != Verdict::good)
            list.push_back({{"kernel", m.kernel.name},
                            {"verdict", hg::kernels::name(m.outcome.verdict)},
                            {"detail", m.outcome.detail}});
    return list;
}

Columns<VerdictCounts> verdict_columns() {
    return {{"good", "", &VerdictCounts::good},
            {"wrong", "", &VerdictCounts::wrong},
            {"rejected", "", &VerdictCounts::rejected},
            {"crashed", "", &VerdictCounts::crashed},
            {"timed_out", "", &VerdictCounts::timed_out}};
}

Columns<TunedCell> cell_columns(const TuneRun& run) {
    const hg::kernels::TunableRoutine& routine = *run.options.routine;
    Columns<TunedCell> columns{{"type", "", [](auto& cell) { return hg::name(cell.problem.type); }},
                               {"ops", "", [](auto& cell) { return operation_word(cell.problem); }},
                               {"", "type, ops", [](auto& cell) { return kind_text(cell.problem); }},
                               {"", hg::kernels::product_text(routine.extents),
                                [](auto& cell) { return Value(nullptr, extent_text(cell.problem)); }}};
    for (std::size_t i = 0; i < routine.extents.size(); ++i)
        columns.push_back(
            {std::string(routine.extents[i]), "", [i](auto& cell) { return cell.problem.extents[i]; }});
    const auto add = [&](const char* key, const char* title, Find find, const char* none) {
        add_part(
            columns, key, measured_columns(run, title),
            [&run, find](const TunedCell& cell) {
                const Measured* const found = find(cell);
                return found != nullptr ? std::optional(MeasuredCell{&run, &cell, found}) : std::nullopt;
            },
            none);
    };
    add("best", "best kernel", winner, "none works");
    add("runner_up", "runner-up", runner_up, "");
    add("in_use", "in use", in_use, "");
    add_part(columns, "verdicts", verdict_columns(), [](const TunedCell& cell) {
        VerdictCounts counts;
        counts.add(cell.result);
        return std::optional(counts);
    });
    using Result = hg::kernels::SearchResult;
    const Columns<Result> searched{{"measured", "", &Result::tried}, {"candidates", "", &Result::candidates}};
    add_part(columns, "searched", searched,
             [](const TunedCell& cell) { return cell.result.candidates > 0 ? &cell.result : nullptr; });
    columns.push_back({"measured", "", [&run](auto& cell) { return all_measured(run, cell); }});
    return columns;
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
    constexpr const char* kWords[]{"coordinate", "linear", "exhaustive"};
    return kWords[static_cast<std::size_t>(method)];
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

/// "GEMM"
std::string in_capitals(std::string_view word) {
    std::string text(word);
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

/// The fastest rate of any cell of a type.
double best_rate(const TuneRun& run, hg::ElementType type) {
    double best = 0;
    for (const TunedCell& cell : run.report.cells)
        if (const auto* first = winner(cell); first != nullptr && cell.problem.type == type)
            best = std::max(best, rate(cell, *first));
    return best;
}

/// The maps of a type, one for each operation.
void add_maps(Report& report, const TuneRun& run, hg::ElementType type, const KernelLetters& letters) {
    std::string maps;
    const double best = best_rate(run, type);
    const auto operations = static_cast<int>(run.options.routine->operations.size());
    for (int operation = 0; operation < operations; ++operation) {
        std::vector<const TunedCell*> cells;
        for (const TunedCell& cell : run.report.cells)
            if (cell.problem.type == type && cell.problem.operation == operation) cells.push_back(&cell);
        if (!cells.empty()) maps += tune_map(run, cells, letters, best);
    }
    report.drawing(figures(maps),
                   std::string(hg::name(type)) + ", " + map_unit(*run.options.routine, best).name);
}

ReportTable legend(const KernelLetters& letters) {
    using Entry = KernelLetters::Entry;
    return table_of<Entry>(
        {{"", "letter", &Entry::letter}, {"", "kernel", &Entry::kernel}, {"", "cells", &Entry::cells}},
        letters.entries());
}

std::string introduction(const TuneRun& run) {
    std::string text =
        run.device.platform + ", driver " + run.device.driver +
        ". Each map shows the best kernel of every cell of the tuning grid, by its letter, and its rate. "
        "Sizes between the cells take the nearest cell's kernel.";
    if (run.options.routine->unit == hg::kernels::RateUnit::bytes)
        text += " Rates count the bytes that are moved at least.";
    if (run.memory_rate > 0)
        text += " Percentages are of the " + bytes_rate_text(run.memory_rate) +
                " that the device's memory carries.";
    return text;
}

void add_page(Report& report, const TuneRun& run) {
    const KernelLetters letters(run.report);
    report.note(introduction(run));
    for (const hg::ElementType type : run.options.types) add_maps(report, run, type, letters);
    report.page_table(legend(letters), "Kernels");
}

void add_lines(Report& report, const TuneRun& run) {
    if (run.options.samples > 1)
        report.line("Rates are means of " + std::to_string(run.options.samples) + " sizes in each cell.");
    if (const InUse used = in_use(run.report); used.cells > 0)
        report.line("Kernels in use take " + fixed(used.median, 3) + " (median) to " + fixed(used.worst, 3) +
                    " (worst) times the best kernels' time, of " + count_text(used.cells, "cell") + ".");
    report.line(verdicts_text(run.verdicts()) + "; " + fixed(run.seconds, 1) + " s");
    report.note(
        "Search: " + method_word(run.options.search.method) +
        ". Times are the device's own, a median of several runs after a warm-up, operands in its memory.");
    if (!run.report.complete)
        report.line(
            "Not all was measured: cells are missing, have no kernel that works, or were not searched "
            "wholly; a "
            "larger --budget finds more.");
    for (const std::string& line : partly_searched_lines(run)) report.line(line);
    for (const std::string& line : wrong_lines(run.report)) report.note("Wrong result: " + line);
    report.line(run.saved_to.empty() ? "Not saved." : "Saved in " + run.saved_to);
}

void add_facts(Report& report, const TuneRun& run) {
    const hg::kernels::TuneOptions& options = run.options;
    report.fact("device", run.device.name)
        .fact("driver", run.device.driver)
        .fact("routine", options.routine->word);
    report.fact("method", method_word(options.search.method));
    report.fact("budget_seconds", options.budget_seconds * static_cast<double>(options.types.size()));
    report.fact("samples", options.samples)
        .fact("seconds", run.seconds)
        .fact("complete", run.report.complete);
    report.fact("fault", run.report.fault).fact("wrong", wrong_lines(run.report));
    const InUse used = in_use(run.report);
    report.fact("in_use", used.cells == 0
                              ? Json()
                              : Json{{"cells", used.cells}, {"median", used.median}, {"worst", used.worst}});
    report.fact("verdicts", table_of(verdict_columns(), std::vector{run.verdicts()}).json().front());
    report.fact("saved_to", run.saved_to.empty() ? Json() : Json(run.saved_to));
}

std::string title_of(const TuneRun& run) {
    return "Tuned " + in_capitals(run.options.routine->word) + " kernels on " + run.device.name;
}

void add_run(Report& report, const TuneRun& run) {
    add_facts(report, run);
    report.line(run.device.name + ", driver " + run.device.driver);
    if (run.options.routine->unit == hg::kernels::RateUnit::bytes)
        report.line(
            std::string(run.options.routine->word) + ": rates are of the bytes that it moves at least" +
            (run.memory_rate > 0 ? ", percentages of the memory's " + bytes_rate_text(run.memory_rate) : ""));
    add_page(report, run);
    report.table("cells", table_of(cell_columns(run), run.report.cells), "Cells");
    add_lines(report, run);
}

}  // namespace

Report tune_report(const std::vector<TuneRun>& runs) {
    const bool alone = runs.size() == 1;
    Report report("hgctl tune", alone ? title_of(runs.front()) : "Tuned kernels");
    if (!alone) report.fact("device", runs.front().device.name).fact("driver", runs.front().device.driver);
    for (const TuneRun& run : runs) add_run(alone ? report : report.item("routines", title_of(run)), run);
    return report;
}

}  // namespace hgctl
