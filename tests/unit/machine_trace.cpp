#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "runtime/machine/lane.hpp"
#include "runtime/machine/trace/advisory_trace.hpp"
#include "runtime/machine/trace/trace_events.hpp"
#include "runtime/machine/trace/trace_path.hpp"
#include "tests/support/expected_error.hpp"
#include "tests/support/in_threads.hpp"
#include "tests/support/odd_files.hpp"
#include "tests/support/setting.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/support/tile_programs.hpp"
#include <hg/runtime/machine/trace.hpp>

namespace hg {
namespace {

/// A program that uses all devices of a machine, and its matrix.
struct Work {
    static Program program_for(const Machine& machine) {
        ProgramBuilder b = test::tile_updates(machine, 64, static_cast<std::int64_t>(machine.device_count()));
        b.mark("half");
        b.barrier("end");
        return std::move(b).finish();
    }
    explicit Work(const Machine& machine)
        : program(program_for(machine)), data(64 * 64 * machine.device_count(), 1) {}
    Bindings bindings() { return Bindings{}.matrix("X", data.data(), 64); }

    Program program;
    std::vector<std::int32_t> data;
};

class Traced : public ::testing::Test {
  protected:
    void run() { machine_.run(program_, work_.bindings(), &trace_); }

    Machine machine_{test::test_options()};
    Work work_{machine_};
    const Program& program_ = work_.program;
    Trace trace_;
};

TEST_F(Traced, EveryCommandHasOneSpanInItsQueue) {
    run();
    std::map<CommandId, int> spans;
    for (const Interval& interval : trace_.intervals()) {
        EXPECT_LE(interval.begin, interval.end);
        EXPECT_LE(interval.end, trace_.seconds());
        if (interval.track == Track::queue) ++spans[interval.command];
    }
    ASSERT_EQ(spans.size(), program_.size());
    for (const auto& [command, count] : spans) EXPECT_EQ(count, 1);
}

TEST_F(Traced, SpansLieWithinTheirCommands) {
    run();
    std::map<CommandId, Interval> commands;
    for (const Interval& interval : trace_.intervals())
        if (interval.track == Track::queue) commands[interval.command] = interval;
    for (const Interval& interval : trace_.intervals()) {
        EXPECT_LE(interval.begin, interval.end);
        EXPECT_LE(interval.end, commands[interval.command].end + 1e-9);
        // A device's own clock is mapped to the host's by an estimate.
        EXPECT_GE(interval.begin, commands[interval.command].begin - 1e-3);
    }
}

TEST_F(Traced, BytesOfCopiesAddUpToTheTransfer) {
    run();
    std::map<CommandId, std::int64_t> bytes;
    for (const Interval& interval : trace_.intervals())
        if (interval.track == Track::copy) bytes[interval.command] += interval.bytes;
    std::size_t transfers = 0;
    for (std::size_t i = 0; i < program_.size(); ++i) {
        const auto id = static_cast<CommandId>(i);
        const Operation operation = program_.command(id).operation;
        if (operation != Operation::load && operation != Operation::store) continue;
        ++transfers;
        EXPECT_EQ(bytes[id], program_.transfer_bytes(id));
    }
    EXPECT_EQ(transfers, 2 * machine_.device_count());
}

TEST_F(Traced, JsonHasATrackForEveryQueueOfEveryDevice) {
    run();
    run();
    const nlohmann::json json = nlohmann::json::parse(trace_.to_json());
    std::map<int, std::string> processes;
    std::map<int, std::set<std::string>> tracks;
    std::map<std::pair<int, int>, double> ends;
    std::size_t in_queues = 0;
    for (const nlohmann::json& event : json.at("traceEvents")) {
        const int process = event.at("pid");
        if (event.at("ph") == "M") {
            const std::string name = event.at("args").at("name");
            if (event.at("name") == "process_name")
                processes[process] = name;
            else
                tracks[process].insert(name);
            continue;
        }
        if (event.at("ph") != "X") continue;
        const int lane = event.at("tid");
        in_queues += lane <= static_cast<int>(Lane::store) ? 1 : 0;
        // Viewers want the events of a track one after the other.
        const double begin = event.at("ts");
        const double duration = event.at("dur");
        EXPECT_GE(duration, 0);
        double& end = ends[{process, lane}];
        EXPECT_GE(begin, end - 1e-3);
        end = begin + duration;
        EXPECT_LT(event.at("args").at("command").get<std::size_t>(), program_.size());
    }
    EXPECT_EQ(in_queues, 2 * program_.size());
    ASSERT_EQ(processes.size(), machine_.device_count());
    for (std::size_t d = 0; d < machine_.device_count(); ++d) {
        const int process = static_cast<int>(d);
        EXPECT_EQ(processes[process], machine_.target().devices[d].name);
        for (const char* track : {"LD queue", "EXEC queue", "ST queue", "copies in", "copies out", "kernels"})
            EXPECT_TRUE(tracks[process].contains(track)) << track;
        EXPECT_EQ(tracks[process].contains("link in"), !test::on_host());
        EXPECT_EQ(tracks[process].contains("link out"), !test::on_host());
    }
}

TEST_F(Traced, ArrowsLeadFromEachLoadThroughTheKernelToTheStore) {
    run();
    run();
    const nlohmann::json json = nlohmann::json::parse(trace_.to_json());
    struct Slice {
        double begin;
        double end;
        std::string category;
    };
    std::map<std::pair<int, int>, Slice> latest;
    std::map<std::uint64_t, std::vector<std::pair<std::string, std::string>>> arrows;
    for (const nlohmann::json& event : json.at("traceEvents")) {
        const std::string phase = event.at("ph");
        if (phase == "M" || phase == "C") continue;
        const std::pair<int, int> track{event.at("pid"), event.at("tid")};
        const double time = event.at("ts");
        if (phase == "X") {
            latest[track] = {time, time + event.at("dur").get<double>(), event.at("cat")};
            continue;
        }
        // An arrow's end belongs to the slice before it.
        EXPECT_GE(time, latest[track].begin);
        EXPECT_LE(time, latest[track].end);
        arrows[event.at("id")].emplace_back(phase, latest[track].category);
    }
    ASSERT_EQ(arrows.size(), 2 * machine_.device_count());
    for (const auto& [id, ends] : arrows) {
        ASSERT_GE(ends.size(), 3U);
        EXPECT_EQ(ends.front(), std::pair(std::string("s"), std::string("LD")));
        EXPECT_EQ(ends[1], std::pair(std::string("t"), std::string("EXEC")));
        EXPECT_EQ(ends.back(), std::pair(std::string("f"), std::string("ST")));
    }
}

TEST_F(Traced, CountersRiseAndEndAtZero) {
    run();
    run();
    std::map<std::pair<int, std::string>, std::vector<std::pair<double, double>>> counters;
    const nlohmann::json json = nlohmann::json::parse(trace_.to_json());
    for (const nlohmann::json& event : json.at("traceEvents"))
        if (event.at("ph") == "C")
            counters[{event.at("pid"), event.at("name")}].emplace_back(event.at("ts"),
                                                                       event.at("args").at("value"));
    // Memory and copies; with a link, both of its directions.
    EXPECT_EQ(counters.size(), (test::on_host() ? 2 : 4) * machine_.device_count());
    for (const auto& [counter, values] : counters) {
        EXPECT_TRUE(
            std::ranges::is_sorted(values, std::ranges::less_equal(), &std::pair<double, double>::first))
            << counter.second;
        EXPECT_TRUE(std::ranges::any_of(values, [](const auto& at) { return at.second > 0; }))
            << counter.second;
        EXPECT_EQ(values.back().second, 0) << counter.second;
    }
}

TEST_F(Traced, JsonHoldsAReportOfEveryRun) {
    run();
    Target target = machine_.target();
    target.host_copy_rate = 1e9;
    trace_.set_target(target);
    run();
    const nlohmann::json json = nlohmann::json::parse(trace_.to_json());
    const nlohmann::json& runs = json.at("metadata").at("hg_runs");
    ASSERT_EQ(runs.size(), 2U);
    const RunReport report = trace_.report();
    EXPECT_EQ(runs[1].at("verdict"), report.verdict);
    EXPECT_EQ(runs[1].at("commands"), program_.size());
    EXPECT_EQ(runs[1].at("devices").size(), machine_.device_count());
    EXPECT_EQ(runs[1].at("parts").size(), report.parts.size());
    for (const nlohmann::json& part : runs[1].at("parts")) {
        if (part.at("name") != "copies") continue;
        EXPECT_DOUBLE_EQ(part.at("at_limit").get<double>(), part.at("bytes").get<double>() / 1e9);
    }
    ASSERT_TRUE(trace_.latest());
    for (const nlohmann::json& part : runs[0].at("parts"))
        if (part.at("name") == "copies") {
            EXPECT_EQ(part.at("at_limit"), 0.0) << "no rate was known then";
        }
    EXPECT_EQ(trace_.latest()->seconds, report.seconds);
    EXPECT_EQ(trace_.latest()->program.size(), program_.size());
}

TEST_F(Traced, IsWrittenToAFile) {
    run();
    const std::filesystem::path path = std::filesystem::path(::testing::TempDir()) / "hg_trace_test.json";
    trace_.write(path);
    std::ifstream file(path);
    EXPECT_EQ(nlohmann::json::parse(file), nlohmann::json::parse(trace_.to_json()));
    std::filesystem::remove(path);
}

TEST_F(Traced, SaysSoWhereItCannotBeWritten) {
    run();
    const std::string path = "/no/such/folder/trace.json";
    test::expect_error(ErrorCode::io, {path}, [&] { trace_.write(path); });
}

TEST(Trace, OfNothingIsValid) {
    const Trace trace;
    EXPECT_TRUE(nlohmann::json::parse(trace.to_json()).at("traceEvents").empty());
    EXPECT_TRUE(trace.intervals().empty());
    EXPECT_EQ(trace.seconds(), 0);
    EXPECT_FALSE(trace.latest());
    EXPECT_EQ(trace.report().seconds, 0);
}

/// The "commands" of each run in the file of HG_TRACE.
std::vector<std::size_t> commands_of_runs(const std::string& path) {
    AdvisoryTrace::write_all();
    std::ifstream file(path);
    std::vector<std::size_t> commands;
    const nlohmann::json trace = nlohmann::json::parse(file, nullptr, false);
    if (trace.is_object())
        for (const nlohmann::json& event : trace["traceEvents"])
            if (event["name"] == kRunEvent) commands.push_back(event["args"]["commands"].get<std::size_t>());
    return commands;
}

class TraceOfTheEnvironment : public testing::Test {
  protected:
    /// A machine that is made while HG_TRACE names a file.
    static Machine traced_machine(const std::string& path) {
        const test::Setting setting("HG_TRACE", path.c_str());
        return Machine(test::test_options());
    }

    const test::TestFolder folder;
    const std::string path = folder.file("trace.json");
};

TEST_F(TraceOfTheEnvironment, HasTheRunsOfAllMachines) {
    Machine first = traced_machine(path);
    Machine second = traced_machine(path);
    Machine untraced(test::test_options());
    Work work(first);
    const Program& program = work.program;
    const Bindings bindings = work.bindings();

    first.run(program, bindings);
    EXPECT_EQ(commands_of_runs(path), std::vector{program.size()});
    Trace own;
    second.run(program, bindings, &own);
    EXPECT_EQ(commands_of_runs(path), (std::vector{program.size(), program.size()}));
    EXPECT_FALSE(own.intervals().empty()) << "the caller's observer is told, too";
    untraced.run(program, bindings);
    second.run_untraced(program, bindings);
    EXPECT_EQ(commands_of_runs(path).size(), 2U);
}

TEST_F(TraceOfTheEnvironment, ReportsWithTheRatesItIsGiven) {
    Machine machine = traced_machine(path);
    int asked = 0;
    machine.report_with([&]() -> const Target& {
        ++asked;
        return machine.target();
    });
    Work work(machine);
    machine.run(work.program, work.bindings());
    machine.run_untraced(work.program, work.bindings());
    EXPECT_EQ(asked, 1);
}

/// Bytes that this process has handed to the system's calls that write.
std::int64_t bytes_written() {
    std::ifstream file("/proc/self/io");
    std::string word;
    std::int64_t bytes = -1;
    while (file >> word >> bytes)
        if (word == "wchar:") return bytes;
    return -1;
}

TEST_F(TraceOfTheEnvironment, WritesAsMuchForEachRunHoweverManyThereAre) {
    Machine machine = traced_machine(path);
    Work work(machine);
    const auto bytes_of_runs = [&](int runs) {
        const std::int64_t before = bytes_written();
        for (int run = 0; run < runs; ++run) machine.run(work.program, work.bindings());
        AdvisoryTrace::write_all();
        return bytes_written() - before;
    };
    const std::int64_t first = bytes_of_runs(20);
    ASSERT_GT(first, 0);
    EXPECT_LT(bytes_of_runs(20), 2 * first);
    EXPECT_EQ(commands_of_runs(path), std::vector(40, work.program.size()));
}

TEST_F(TraceOfTheEnvironment, HasTheRunsOfAllThreads) {
    Machine machine = traced_machine(path);
    const Work shared(machine);
    test::in_threads(3, [&](int) {
        Work own = shared;
        for (int run = 0; run < 40; ++run) machine.run(shared.program, own.bindings());
    });
    EXPECT_EQ(commands_of_runs(path), std::vector(120, shared.program.size()));
}

TEST_F(TraceOfTheEnvironment, HasAFileForEachProcessIfAsked) {
    const test::Setting setting("HG_TRACE", folder.file("%p/t.%p").c_str());
    const std::string process = std::to_string(getpid());
    EXPECT_EQ(trace_path_of_environment(), folder.file(process + "/t." + process));
}

TEST_F(TraceOfTheEnvironment, HasAFileForEachRankAndForEachChild) {
    const test::Setting setting("HG_TRACE", "run.d/t.json");
    const auto path_of_rank = [](const char* rank, const char* ranks) {
        const test::Setting of_rank("OMPI_COMM_WORLD_RANK", rank);
        const test::Setting of_ranks("OMPI_COMM_WORLD_SIZE", ranks);
        return trace_path_of_environment();
    };
    EXPECT_EQ(path_of_rank("3", "4"), "run.d/t.rank3.json");
    EXPECT_EQ(path_of_rank("0", "1"), "run.d/t.json");
    EXPECT_EQ(path_of_rank("many", "4"), "run.d/t.json");
    if (const pid_t child = fork(); child == 0) {
        const std::string own = "run.d/t." + std::to_string(getpid()) + ".json";
        _exit(trace_path_of_environment() == own ? 0 : 1);
    } else {
        int status = -1;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
    }
    const test::Setting without_extension("HG_TRACE", "run.d/trace");
    EXPECT_EQ(path_of_rank("1", "2"), "run.d/trace.rank1");
}

TEST_F(TraceOfTheEnvironment, LeavesAFileToTheProcessThatWritesIt) {
    Machine machine(test::test_options());
    Work work(machine);
    AdvisoryTrace first(path);
    AdvisoryTrace second(path);  // a claim holds within a process, too
    const AdvisoryTrace::TargetOfRun no_rates = [] { return nullptr; };
    for (AdvisoryTrace* trace : {&first, &second}) {
        TracedRun run(*trace, nullptr, no_rates);
        machine.run_untraced(work.program, work.bindings(), run.observer());
        trace->write();
    }
    EXPECT_EQ(commands_of_runs(path), std::vector{work.program.size()});
    EXPECT_EQ(commands_of_runs(with_process_number(path)), std::vector{work.program.size()});
}

TEST_F(TraceOfTheEnvironment, SaysHowMuchIsMissing) {
    Machine machine(test::test_options());
    Work work(machine);
    // Room for one run of the four that the thread has no time to write.
    AdvisoryTrace trace(path, 4 * work.program.size() * sizeof(Interval));
    const AdvisoryTrace::TargetOfRun no_rates = [] { return nullptr; };
    for (int i = 0; i < 4; ++i) {
        TracedRun run(trace, nullptr, no_rates);
        machine.run_untraced(work.program, work.bindings(), run.observer());
    }
    trace.finish();
    std::ifstream file(path);
    std::size_t runs = 0;
    std::size_t dropped_runs = 0;
    std::size_t dropped_events = 0;
    const nlohmann::json json = nlohmann::json::parse(file);
    for (const nlohmann::json& event : json["traceEvents"]) {
        if (event["name"] == kRunEvent) ++runs;
        if (event["name"] != kDroppedEvent) continue;
        dropped_runs += event["args"]["runs"].get<std::size_t>();
        dropped_events += event["args"]["events"].get<std::size_t>();
    }
    EXPECT_GE(runs, 1U);
    EXPECT_GE(dropped_runs, 1U);
    EXPECT_EQ(runs + dropped_runs, 4U);
    EXPECT_GE(dropped_events, dropped_runs * work.program.size());
}

TEST_F(Traced, RunsCanBeTaken) {
    run();
    run();
    EXPECT_EQ(trace_.take().size(), 2U);
    EXPECT_FALSE(trace_.latest());
    run();
    const std::vector<WatchedRun> runs = trace_.take();
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_GT(runs.front().begin, 0) << "the axis goes on";
    EXPECT_TRUE(trace_.take().empty());
}

TEST_F(TraceOfTheEnvironment, ThatCannotBeWrittenFailsNoRun) {
    Machine machine = traced_machine("/no/such/folder/trace.json");
    Work work(machine);
    for (int run = 0; run < 2; ++run) EXPECT_NO_THROW(machine.run(work.program, work.bindings()));
}

}  // namespace
}  // namespace hg
