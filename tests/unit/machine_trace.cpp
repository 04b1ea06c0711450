#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "runtime/machine/lane.hpp"
#include "runtime/machine/trace/advisory_trace.hpp"
#include "runtime/machine/trace/trace_events.hpp"
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
        ASSERT_EQ(event.at("ph"), "X");
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
    // More runs overlap, without a pause, than are kept before they are written.
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
