#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>
#include <vector>

#include "runtime/machine/lane.hpp"
#include "runtime/machine/trace/advisory_trace.hpp"
#include "runtime/machine/trace/trace_events.hpp"
#include "tests/support/odd_files.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/support/test_instructions.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/machine/trace.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

Program program_on_all_devices(const Machine& machine) {
    ProgramBuilder b(machine.target());
    const auto count = static_cast<std::int64_t>(machine.device_count());
    const ParameterId x = b.matrix("X", ElementType::i32, 64, 64 * count);
    const InstructionPtr scale = test::scale<std::int32_t>();
    for (std::int64_t d = 0; d < count; ++d) {
        const RegisterId r = b.reg(static_cast<DeviceIndex>(d), ElementType::i32, 64, 64);
        b.load(r, {x, 0, 64 * d, 64, 64});
        b.exec(scale, {r}, {2.0, 1.0});
        b.store({x, 0, 64 * d, 64, 64}, r);
    }
    b.mark("half");
    b.barrier("end");
    return std::move(b).finish();
}

class Traced : public ::testing::Test {
  protected:
    void run() {
        std::vector<std::int32_t> data(64 * 64 * machine_.device_count(), 1);
        machine_.run(program_, Bindings{}.matrix("X", data.data(), 64), &trace_);
    }
    Machine machine_{test::test_options()};
    Program program_ = program_on_all_devices(machine_);
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
    try {
        trace_.write("/no/such/folder/trace.json");
        ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::io);
        EXPECT_NE(std::string(error.what()).find("/no/such/folder/trace.json"), std::string::npos);
    }
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

TEST(TraceOfTheEnvironment, HasTheRunsOfAllMachines) {
    const test::TestFolder folder;
    const std::string path = folder.file("trace.json");
    ASSERT_EQ(setenv("HG_TRACE", path.c_str(), 1), 0);
    Machine first(test::test_options());
    Machine second(test::test_options());
    unsetenv("HG_TRACE");
    Machine untraced(test::test_options());
    const Program program = program_on_all_devices(first);
    std::vector<std::int32_t> data(64 * 64 * first.device_count(), 1);
    const Bindings bindings = Bindings{}.matrix("X", data.data(), 64);

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

TEST(TraceOfTheEnvironment, ReportsWithTheRatesItIsGiven) {
    const test::TestFolder folder;
    ASSERT_EQ(setenv("HG_TRACE", folder.file("trace.json").c_str(), 1), 0);
    Machine machine(test::test_options());
    unsetenv("HG_TRACE");
    int asked = 0;
    machine.report_with([&]() -> const Target& {
        ++asked;
        return machine.target();
    });
    const Program program = program_on_all_devices(machine);
    std::vector<std::int32_t> data(64 * 64 * machine.device_count(), 1);
    const Bindings bindings = Bindings{}.matrix("X", data.data(), 64);
    machine.run(program, bindings);
    machine.run_untraced(program, bindings);
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

TEST(TraceOfTheEnvironment, WritesAsMuchForEachRunHoweverManyThereAre) {
    const test::TestFolder folder;
    const std::string path = folder.file("trace.json");
    ASSERT_EQ(setenv("HG_TRACE", path.c_str(), 1), 0);
    Machine machine(test::test_options());
    unsetenv("HG_TRACE");
    const Program program = program_on_all_devices(machine);
    std::vector<std::int32_t> data(64 * 64 * machine.device_count(), 1);
    const auto bytes_of_runs = [&](int runs) {
        const std::int64_t before = bytes_written();
        for (int run = 0; run < runs; ++run) machine.run(program, Bindings{}.matrix("X", data.data(), 64));
        return bytes_written() - before;
    };
    const std::int64_t first = bytes_of_runs(20);
    ASSERT_GT(first, 0);
    EXPECT_LT(bytes_of_runs(20), 2 * first);
    EXPECT_EQ(commands_of_runs(path), std::vector(40, program.size()));
}

TEST(TraceOfTheEnvironment, HasTheRunsOfAllThreads) {
    const test::TestFolder folder;
    const std::string path = folder.file("trace.json");
    ASSERT_EQ(setenv("HG_TRACE", path.c_str(), 1), 0);
    Machine machine(test::test_options());
    unsetenv("HG_TRACE");
    const Program program = program_on_all_devices(machine);
    // More runs overlap, without a pause, than are kept before they are written.
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t)
        threads.emplace_back([&] {
            std::vector<std::int32_t> data(64 * 64 * machine.device_count(), 1);
            for (int run = 0; run < 40; ++run) machine.run(program, Bindings{}.matrix("X", data.data(), 64));
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(commands_of_runs(path), std::vector(120, program.size()));
}

TEST(TraceOfTheEnvironment, HasAFileForEachProcessIfAsked) {
    const test::TestFolder folder;
    ASSERT_EQ(setenv("HG_TRACE", folder.file("%p/t.%p").c_str(), 1), 0);
    const std::string process = std::to_string(getpid());
    EXPECT_EQ(trace_path_of_environment(), folder.file(process + "/t." + process));
    unsetenv("HG_TRACE");
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

TEST(TraceOfTheEnvironment, ThatCannotBeWrittenFailsNoRun) {
    ASSERT_EQ(setenv("HG_TRACE", "/no/such/folder/trace.json", 1), 0);
    Machine machine(test::test_options());
    unsetenv("HG_TRACE");
    const Program program = program_on_all_devices(machine);
    std::vector<std::int32_t> data(64 * 64 * machine.device_count(), 1);
    for (int run = 0; run < 2; ++run)
        EXPECT_NO_THROW(machine.run(program, Bindings{}.matrix("X", data.data(), 64)));
}

}  // namespace
}  // namespace hg
