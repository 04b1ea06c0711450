// hgctl program compare: two programs side by side, and each beside a trace of it.
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/program/graph/schedule_difference.hpp"
#include "tools/hgctl/program/graph/simulated_program.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include "tools/hgctl/program/target_rates.hpp"
#include "tools/hgctl/trace/trace_file.hpp"
#include "tools/report/json_report.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/table.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/text.hpp>

namespace hgctl {
namespace {

struct CompareOptions {
    std::string first, second;
    std::vector<std::string> measured;
    double share = 5;
    TargetRates rates;
    JsonReport json;
};

struct Comparison {
    ProgramRun first;
    ProgramRun second;
    ScheduleDifference difference;
};

Json as_json(const ProgramRun& run) {
    Json queues = Json::array();
    for (std::size_t q = 0; q < run.program.queue_count(); ++q) {
        const hg::QueueId queue = hg::QueueId::at(q);
        if (queue.kind == hg::QueueKind::exec2 && run.program.queue(queue).empty()) continue;
        queues.push_back({{"queue", queue_text(queue)},
                          {"commands", run.program.queue(queue).size()},
                          {"busy", busy_seconds(run, queue)}});
    }
    return {{"name", run.name},
            {"commands", run.program.size()},
            {"makespan", run.run.makespan},
            {"queues", queues}};
}

Json as_json(const ProgramRun& run, hg::CommandId command) {
    return {{"text", hg::print_command(run.program, command)}, {"start", run.run.start[hg::index(command)]}};
}

Json as_json(const Comparison& comparison) {
    const ScheduleDifference& d = comparison.difference;
    Json parting;
    if (d.parting)
        parting = {{"first", as_json(comparison.first, d.parting->first)},
                   {"second", as_json(comparison.second, d.parting->second)}};
    return {{"first", as_json(comparison.first)},
            {"second", as_json(comparison.second)},
            {"matched", d.matched},
            {"only_first", d.only_first},
            {"only_second", d.only_second},
            {"apart", d.apart},
            {"parting", parting}};
}

/// Seconds, and their share of the run. Empty if the program has no such queue.
std::vector<std::string> queue_cells(const ProgramRun& run, std::size_t position) {
    const hg::QueueId queue = hg::QueueId::at(position);
    if (position >= run.program.queue_count() || run.program.queue(queue).empty()) return {"", ""};
    const double busy = busy_seconds(run, queue);
    return {seconds_text(busy), share_text(busy, run.run.makespan)};
}

void print_table(const ProgramRun& first, const ProgramRun& second) {
    Table table({"", first.name, "", second.name, ""});
    table.add(
        {"commands", std::to_string(first.program.size()), "", std::to_string(second.program.size()), ""});
    const double ratio = first.run.makespan > 0 ? second.run.makespan / first.run.makespan : 1;
    table.add({"makespan", seconds_text(first.run.makespan), "", seconds_text(second.run.makespan),
               fixed(ratio, 2) + " x"});
    for (std::size_t q = 0; q < std::max(first.program.queue_count(), second.program.queue_count()); ++q) {
        std::vector<std::string> row{queue_text(hg::QueueId::at(q))};
        for (const ProgramRun* run : {&first, &second})
            for (const std::string& cell : queue_cells(*run, q)) row.push_back(cell);
        if (!row[1].empty() || !row[3].empty()) table.add(row);
    }
    table.print(std::cout);
}

void print_command(const ProgramRun& run, hg::CommandId command) {
    std::cout << "  " << run.name << ": at " << seconds_text(run.run.start[hg::index(command)]) << "  "
              << hg::print_command(run.program, command) << '\n';
}

void print_text(const Comparison& comparison, double share) {
    const ScheduleDifference& d = comparison.difference;
    print_table(comparison.first, comparison.second);
    std::cout << '\n' << count_text(d.matched, "command") << " in both";
    if (d.only_first + d.only_second > 0)
        std::cout << ", " << d.only_first << " in " << comparison.first.name << " alone, " << d.only_second
                  << " in " << comparison.second.name << " alone";
    const std::string limit = fixed(100 * share, 1) + " % of the longer run";
    if (!d.parting) {
        std::cout << "; none starts more than " << limit << " earlier or later\n";
        return;
    }
    std::cout << "; " << d.apart << " start more than " << limit << " earlier or later, this one first:\n";
    print_command(comparison.first, d.parting->first);
    print_command(comparison.second, d.parting->second);
}

void run_compare(const CompareOptions& options) {
    std::vector<InputFile> inputs{{"FIRST", options.first}, {"SECOND", options.second}};
    for (const std::string& path : options.measured) inputs.push_back({"--measured", path});
    check_outputs({options.json.file()}, inputs);
    const std::vector<std::string> paths{options.first, options.second};
    std::vector<SimulatedProgram> views;
    for (const std::string& path : paths) {
        const hg::Program program = read_sound_program({path, {}});
        views.push_back(simulated(program, options.rates.target_of(program)));
    }
    std::vector<hg::Simulation> measured;
    for (std::size_t i = 0; i < options.measured.size(); ++i)
        measured.push_back(read_measured_run(options.measured[i], views[i].program));
    const double share = options.share / 100;
    std::vector<Comparison> list;
    const auto compare = [&](const ProgramRun& first, const ProgramRun& second) {
        list.push_back({first, second, difference(first, second, share)});
    };
    const auto predicted = [&](std::size_t i) {
        return ProgramRun{paths[i], views[i].program, views[i].run};
    };
    compare(predicted(0), predicted(1));
    for (std::size_t i = 0; i < measured.size(); ++i)
        compare(predicted(i), {options.measured[i], views[i].program, measured[i]});
    Json comparisons = Json::array();
    for (const Comparison& comparison : list) comparisons.push_back(as_json(comparison));
    options.json.write({{"share", share}, {"comparisons", comparisons}});
    if (options.json.replaces_text()) return;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (i > 0) std::cout << "\npredicted and measured\n";
        print_text(list[i], share);
    }
}

}  // namespace

void add_program_compare(Command& app, int& status) {
    auto options = std::make_shared<CompareOptions>();
    Command command =
        app.subcommand("compare", "Two programs side by side as simulated, and where their schedules part");
    command.option("FIRST", options->first, "A program's text").value_name("").required();
    command.option("SECOND", options->second, "Another one's").value_name("").required();
    command
        .option("--measured", options->measured,
                "Traces of one run of the first, and of the second: predicted and measured side by side")
        .value_name("FILE")
        .values(1, 2);
    command
        .option("--share", options->share,
                "A start is another one if it differs by this much, in % of the run")
        .positive()
        .show_default();
    options->rates.add_options(command);
    options->json.add_option(command);
    command.callback([options, &status] {
        run_compare(*options);
        status = kGood;
    });
}

}  // namespace hgctl
