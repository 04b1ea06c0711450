// hgctl program compare: two programs side by side, and each beside a trace of it.
#include <algorithm>
#include <boost/icl/interval_set.hpp>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/program/graph/simulated_program.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include "tools/hgctl/program/target_model.hpp"
#include "tools/report/report_files.hpp"
#include "tools/report/trace/trace_file.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/text.hpp>

namespace hgctl {
namespace {

struct CompareOptions {
    std::string first, second;
    std::vector<std::string> measured;
    double share = 5;
    TargetRates rates;
    ReportFiles files;

    void add_options(Command& command) {
        command.option("FIRST", first, "A program's text").value_name("").required();
        command.option("SECOND", second, "The other program's text").value_name("").required();
        command
            .option("--measured", measured,
                    "Traces of one run of the first and of the second program, to compare prediction and "
                    "measurement")
            .value_name("FILE")
            .values(1, 2);
        command.option("--share", share, "Smallest difference of starts that counts, in % of the longer run")
            .positive()
            .show_default();
        rates.add_options(command);
        files.add_options(command);
    }
};

/// A run of a program: simulated, or measured.
struct ProgramRun {
    std::string name;  ///< for people
    const hg::Program& program;
    const hg::Simulation& run;
};

/// The same command in two runs.
struct CommandPair {
    hg::CommandId first{};
    hg::CommandId second{};
};

/// How two runs differ.
struct ScheduleDifference {
    std::size_t matched = 0;  ///< commands that both have
    std::size_t only_first = 0;
    std::size_t only_second = 0;
    std::size_t apart = 0;               ///< of those that both have: they start at other times
    std::optional<CommandPair> parting;  ///< the first of these, in the first run
};

std::string key_of(const hg::Program& program, hg::CommandId id, bool with_device) {
    const hg::Command& command = program.command(id);
    std::string key = with_device ? queue_text(command.queue_id()) : std::string(name(command.queue));
    key += " " + short_text(program, id);
    if (!is_transfer(command.operation)) return key;
    const hg::HostTile& tile = program.tile(id);
    return key + " " + std::to_string(tile.rows) + "x" + std::to_string(tile.cols) +
           std::string(name(tile.part));
}

using Places = std::unordered_map<std::string, std::vector<hg::CommandId>>;

Places places_of(const hg::Program& program, bool with_device) {
    Places places;
    for (std::size_t c = 0; c < program.size(); ++c) {
        const auto id = static_cast<hg::CommandId>(c);
        places[key_of(program, id, with_device)].push_back(id);
    }
    return places;
}

/// Commands of two programs are the same if their texts are, without registers and slots: the operation,
/// the queue, and the tile or the instruction or the mark's name. Of several such, the i-th of one is the
/// i-th of the other. Devices count if both programs have as many. Commands start at other times if these
/// differ by more than `share` of the longer run.
ScheduleDifference difference(const ProgramRun& first, const ProgramRun& second, double share) {
    const bool with_device = first.program.devices().size() == second.program.devices().size();
    const Places others = places_of(second.program, with_device);
    const double least = share * std::max(first.run.makespan, second.run.makespan);
    ScheduleDifference result;
    for (const auto& [key, list] : places_of(first.program, with_device)) {
        const auto found = others.find(key);
        const std::size_t both = found == others.end() ? 0 : std::min(list.size(), found->second.size());
        result.matched += both;
        for (std::size_t i = 0; i < both; ++i) {
            const CommandPair pair{list[i], found->second[i]};
            const double start = first.run.start[hg::index(pair.first)];
            if (std::abs(start - second.run.start[hg::index(pair.second)]) <= least) continue;
            ++result.apart;
            const auto order = [&](hg::CommandId id) {
                return std::pair(first.run.start[hg::index(id)], id);
            };
            if (!result.parting || order(pair.first) < order(result.parting->first)) result.parting = pair;
        }
    }
    result.only_first = first.program.size() - result.matched;
    result.only_second = second.program.size() - result.matched;
    return result;
}

/// Seconds in which a queue has a command under way.
double busy_seconds(const ProgramRun& run, hg::QueueId queue) {
    boost::icl::interval_set<double> spans;
    for (const hg::CommandId id : run.program.queue(queue))
        spans += boost::icl::interval<double>::right_open(run.run.start[hg::index(id)],
                                                          run.run.end[hg::index(id)]);
    return boost::icl::length(spans);
}

struct Comparison {
    ProgramRun first;
    ProgramRun second;
    ScheduleDifference difference;
};

void add_program(Report& report, const std::string& key, const ProgramRun& run) {
    ReportTable queues({{"queue", ""}, {"commands", ""}, {"busy", ""}});
    for (std::size_t q = 0; q < run.program.queue_count(); ++q) {
        const hg::QueueId queue = hg::QueueId::at(q);
        if (queue.kind == hg::QueueKind::exec2 && run.program.queue(queue).empty()) continue;
        queues.add({queue_text(queue), run.program.queue(queue).size(), busy_seconds(run, queue)});
    }
    report.fact(key + "/name", run.name).fact(key + "/commands", run.program.size());
    report.fact(key + "/makespan", run.run.makespan).fact(key + "/queues", queues.json());
}

/// Seconds, and their share of the run. Empty if the program has no such queue.
std::vector<Value> queue_cells(const ProgramRun& run, std::size_t position) {
    const hg::QueueId queue = hg::QueueId::at(position);
    if (position >= run.program.queue_count() || run.program.queue(queue).empty()) return {nullptr, nullptr};
    const double busy = busy_seconds(run, queue);
    return {busy, Value(nullptr, share_text(busy, run.run.makespan))};
}

ReportTable side_by_side(const ProgramRun& first, const ProgramRun& second) {
    ReportTable table(
        {{"", " "}, {"", first.name, kSeconds}, {"", " "}, {"", second.name, kSeconds}, {"", " "}});
    const auto count = [](const ProgramRun& run) {
        return Value(nullptr, std::to_string(run.program.size()));
    };
    const double ratio = first.run.makespan > 0 ? second.run.makespan / first.run.makespan : 1;
    const Value none(nullptr, " ");
    table.add({"commands", count(first), none, count(second), none});
    table.add(
        {"makespan", first.run.makespan, none, second.run.makespan, Value(nullptr, fixed(ratio, 2) + " x")});
    for (std::size_t q = 0; q < std::max(first.program.queue_count(), second.program.queue_count()); ++q) {
        std::vector<Value> row{queue_text(hg::QueueId::at(q))};
        for (const ProgramRun* run : {&first, &second})
            for (const Value& cell : queue_cells(*run, q)) row.push_back(cell);
        if (!row[1].json.is_null() || !row[3].json.is_null()) table.add(row);
    }
    return table;
}

/// Where the schedules part.
void add_command(Report& report, const std::string& key, const ProgramRun& run, hg::CommandId command) {
    const double start = run.run.start[hg::index(command)];
    const std::string text = hg::print_command(run.program, command);
    report.fact("parting/" + key + "/text", text).fact("parting/" + key + "/start", start);
    report.line("  " + run.name + ": at " + seconds_text(start) + "  " + text);
}

void add_comparison(Report& report, const Comparison& comparison, double share) {
    const ScheduleDifference& d = comparison.difference;
    const ProgramRun &first = comparison.first, &second = comparison.second;
    add_program(report, "first", first);
    add_program(report, "second", second);
    report.fact("matched", d.matched).fact("only_first", d.only_first).fact("only_second", d.only_second);
    report.fact("apart", d.apart).table("", side_by_side(first, second));
    std::string text = count_text(d.matched, "command") + " in both";
    if (d.only_first + d.only_second > 0)
        text += ", " + std::to_string(d.only_first) + " in " + first.name + " alone, " +
                std::to_string(d.only_second) + " in " + second.name + " alone";
    const std::string limit = fixed(100 * share, 1) + " % of the longer run";
    if (!d.parting) {
        report.line(text + "; none starts more than " + limit + " earlier or later").fact("parting", nullptr);
        return;
    }
    report.line(text + "; " + std::to_string(d.apart) + " start more than " + limit +
                " earlier or later, this one first:");
    add_command(report, "first", first, d.parting->first);
    add_command(report, "second", second, d.parting->second);
}

void run_compare(const CompareOptions& options) {
    std::vector<InputFile> inputs{{"FIRST", options.first}, {"SECOND", options.second}};
    for (const std::string& path : options.measured) inputs.push_back({"--measured", path});
    options.files.check({}, inputs);
    const std::vector<std::string> paths{options.first, options.second};
    std::vector<SimulatedProgram> views;
    for (const std::string& path : paths) {
        const hg::Program program = read_sound_program({path, {}}, options.rates.machine);
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
    Report report("hgctl program compare");
    report.fact("share", share);
    for (std::size_t i = 0; i < views.size(); ++i) {
        report.line("machine of " + paths[i] + ": " + machine_text(views[i].target));
        report.fact(i == 0 ? "first/machine" : "second/machine", machine_text(views[i].target));
    }
    for (std::size_t i = 0; i < list.size(); ++i)
        add_comparison(report.item("comparisons", i > 0 ? "predicted and measured" : ""), list[i], share);
    options.files.write(report);
}

}  // namespace

void add_program_compare(Command& app) {
    add_verb(app, "compare",
             "Compare the simulated runs of two programs, and find where their schedules differ",
             run_compare);
}

}  // namespace hgctl
