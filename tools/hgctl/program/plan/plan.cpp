// hgctl plan: how long a routine would take on a machine, and what would make it faster.
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "tools/cli/progress_bar.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/program/call_options.hpp"
#include "tools/hgctl/program/plan/planned_run.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include "tools/hgctl/program/target_model.hpp"
#include "tools/hgctl/size_grid.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/operands/gemm_words.hpp"

namespace hgctl {
namespace {

/// What one more device must save for it to pay.
constexpr double kWorthwhile = 0.02;
constexpr std::size_t kMostDevices = 256;

struct PlanOptions {
    std::string routine, sizes, devices = "1..8", trace;
    CallOptions call;
    bool no_gains = false;
    TargetRates rates;
    ReportFiles files;

    void add_options(Command& command);
};

std::size_t whole_count(std::string_view text, const std::string& all) {
    std::size_t count = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc{} || stop != text.data() + text.size() || count < 1 || count > kMostDevices)
        refuse("--devices: '" + all + "' is no list of numbers from 1 to " + std::to_string(kMostDevices) +
               " and of ranges, such as 1..8 or 1,2,4");
    return count;
}

/// "1..4,8": 1, 2, 3, 4, 8.
std::vector<std::size_t> parse_device_counts(const std::string& text) {
    std::vector<std::size_t> counts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view part = std::string_view(text).substr(begin, end - begin);
        const std::size_t dots = part.find("..");
        const std::size_t first = whole_count(part.substr(0, dots), text);
        const std::size_t last =
            dots == std::string_view::npos ? first : whole_count(part.substr(dots + 2), text);
        for (std::size_t count = first; count <= last; ++count) counts.push_back(count);
        if (last < first) refuse("--devices: the range " + std::string(part) + " is empty");
        begin = end + 1;
    }
    std::ranges::sort(counts);
    const auto repeated = std::ranges::unique(counts);
    counts.erase(repeated.begin(), repeated.end());
    return counts;
}

std::string reference_name(const ProgramRoutine& routine, hg::ElementType type) {
    const char letter = type == hg::ElementType::f64   ? 'd'
                        : type == hg::ElementType::f32 ? 's'
                        : type == hg::ElementType::c64 ? 'z'
                                                       : 'c';
    return letter + routine.name;
}

/// The rows of one size. Those of one device and of one device fewer are planned too.
void plan_size(const PlanOptions& options, const PlannedCall& call, const hg::Target& machine,
               const std::vector<std::size_t>& counts, ProgressBar& bar, std::vector<PlannedRun>& rows) {
    std::set<std::size_t> needed{1};
    for (const std::size_t count : counts) needed.insert({count, std::max<std::size_t>(count - 1, 1)});
    std::vector<PlannedRun> planned(*needed.rbegin() + 1);
    const std::vector<std::size_t> list(needed.begin(), needed.end());
    tbb::parallel_for(std::size_t{0}, list.size(), [&](std::size_t i) {
        const hg::Target part = first_devices(machine, list[i]);
        PlannedRun& row = planned[list[i]] = planned_run(call, part);
        if (!std::ranges::binary_search(counts, list[i])) return;
        if (!options.no_gains) row.gains = planned_gains(call, part, row.seconds);
        bar.advance();
    });
    for (const std::size_t count : counts) {
        PlannedRun& row = rows.emplace_back(planned[count]);
        row.alone = planned[1].seconds;
        if (count > 1) row.one_fewer = planned[count - 1].seconds;
    }
}

/// The machine that the options name, or this one.
hg::Target plan_machine(const PlanOptions& options, std::size_t devices) {
    hg::Target machine =
        options.rates.machine.empty() ? machine_target({}) : read_machine(options.rates.machine, devices);
    if (machine.devices.size() < devices)
        refuse("--devices: this machine has " + count_text(machine.devices.size(), "device") + ", not " +
               std::to_string(devices) + "; --machine names another one");
    machine.devices.resize(devices);
    options.rates.apply(machine);
    return machine;
}

ReportTable plan_table(const std::vector<PlannedRun>& rows) {
    using Row = PlannedRun;
    const auto last = [](auto& row) { return row.one_fewer > 0 ? Value(row.last_device()) : Value(nullptr); };
    Columns<Row> columns{
        {"n", "n", &Row::n},
        {"devices", "devices", &Row::devices},
        {"used", "used", &Row::used},
        {"seconds", "time", kSeconds, &Row::seconds},
        {"gflops", "rate", kFlopsRate, [](auto& row) { return known(row.flops / row.seconds); }},
        {"speedup", "speed-up", kFixed<2>, [](auto& row) { return row.speedup(); }},
        {"efficiency", "efficiency", kPercent<0>, [](auto& row) { return row.efficiency(); }},
        {"last_device", "last device saves", kPercent<1>, last},
        {"bound", "bound by", &Row::bound},
        {"bound_share", "of the time", kPercent<0>, &Row::bound_share}};
    if (!rows.empty())
        for (std::size_t g = 0; g < rows.front().gains.size(); ++g)
            columns.push_back({"saved_by/" + rows.front().gains[g].key, rows.front().gains[g].name,
                               kPercent<1>, [g](auto& row) { return row.gains[g].share; }});
    return table_of(columns, rows);
}

/// For each size, the number of devices after which one more saves too little.
void add_advice(Report& report, const std::vector<PlannedRun>& rows) {
    ReportTable advice({{"n", ""}, {"devices", ""}});
    for (std::size_t first = 0, end = 0; first < rows.size(); first = end) {
        while (end < rows.size() && rows[end].n == rows[first].n) ++end;
        std::size_t last = first;
        while (last + 1 < end && rows[last + 1].seconds < (1 - kWorthwhile) * rows[last].seconds) ++last;
        const auto pays = std::min(rows[last].devices, rows[last].used);
        std::string text = "n = " + std::to_string(rows[first].n) + ": ";
        if (last + 1 < end) {
            const double saved = 1 - rows[last + 1].seconds / rows[last].seconds;
            text += std::to_string(rows[last + 1].devices) + " devices save " + fixed(100 * saved, 1) +
                    " % of the time on " + std::to_string(rows[last].devices);
        } else {
            text += pays < rows[last].devices ? "no device pays after " : "every device pays, up to ";
            text += std::to_string(pays);
        }
        report.line(text);
        advice.add({rows[first].n, pays});
    }
    report.fact("pays_up_to", advice.json());
}

Report report_of(const PlanOptions& options, const std::string& name, const hg::Target& machine,
                 const std::vector<PlannedRun>& rows) {
    Report report("hgctl plan", name + ", simulated");
    report.fact("routine", options.routine).fact("type", options.call.type);
    report.fact("pinned", options.call.pinned);
    add_machine(report, machine);
    const ReportTable table = plan_table(rows);
    report.line("").table("rows", table);
    report.line("");
    add_advice(report, rows);
    const auto draw = [&](const char* y, const char* title) {
        report.plot(table, {.x = "devices", .curves = {{y}}, .series = {"n"}, .y_title = title});
    };
    draw("gflops", "GFLOP/s");
    draw("speedup", "speed-up");
    draw("efficiency", "efficiency");
    return report;
}

void run_plan(const PlanOptions& options) {
    options.files.check({{"--trace", options.trace}});
    const ProgramRoutine& routine = program_routine(options.routine);
    options.call.check(routine);
    const std::vector<std::size_t> counts = parse_device_counts(options.devices);
    const hg::ElementType type = type_of(options.call.type);
    const hg::Target machine = plan_machine(options, counts.back());
    PlannedCall call{routine, *routine.in(type), options.call.settings,
                     machine_options("", options.call.arithmetic).arithmetic, options.call.pinned};
    const std::vector<std::int64_t> sizes = parse_sizes(options.sizes, "--sizes");
    ProgressBar bar("planning", sizes.size() * counts.size());
    std::vector<PlannedRun> rows;
    for (const std::int64_t n : sizes) {
        call.settings.m = call.settings.n = n;
        plan_size(options, call, machine, counts, bar, rows);
    }
    if (!options.trace.empty()) write_predicted_trace(call, machine, options.trace);
    options.files.write(report_of(options, reference_name(routine, type), machine, rows));
}

void PlanOptions::add_options(Command& command) {
    command.option("ROUTINE", routine, "The routine")
        .value_name("")
        .one_of(program_routine_names())
        .required();
    command.option("--sizes", sizes, "Orders n of square matrices: \"4096,8192\", \"1024:65536:log\"")
        .required();
    command.option("--devices", devices, "Numbers of devices: \"1..8\", \"1,2,4\"").show_default();
    call.add_options(command, program_routines());
    rates.add_options(command);
    command.flag("--no-gains", no_gains, "Do not plan for better machines, which takes most of the time");
    command.file("--trace", trace,
                 "Write the predicted run of the last row for Perfetto (https://ui.perfetto.dev)");
    files.add_options(command, "all results, with scaling plots");
}

}  // namespace

void add_plan(Command& app) {
    add_verb(app, "plan", "Predict a routine's time on one or more devices of a machine", run_plan);
}

}  // namespace hgctl
