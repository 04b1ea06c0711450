#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "runtime/machine/trace/advisory_trace.hpp"
#include "runtime/machine/trace/trace_events.hpp"
#include "runtime/machine/trace/trace_path.hpp"
#include "tests/support/in_threads.hpp"
#include "tests/support/odd_files.hpp"
#include "tests/support/setting.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/support/traced_work.hpp"
#include <hg/runtime/machine/trace.hpp>

namespace hg {
namespace {

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
    test::TracedWork work(first);
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
    test::TracedWork work(machine);
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
    test::TracedWork work(machine);
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
    const test::TracedWork shared(machine);
    test::in_threads(3, [&](int) {
        test::TracedWork own = shared;
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
    test::TracedWork work(machine);
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
    test::TracedWork work(machine);
    // Room for one run: the thread writes ten times a second, which is far too rarely for these.
    constexpr std::size_t kRuns = 50;
    AdvisoryTrace trace(path, 4 * work.program.size() * sizeof(Interval));
    const AdvisoryTrace::TargetOfRun no_rates = [] { return nullptr; };
    for (std::size_t i = 0; i < kRuns; ++i) {
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
    EXPECT_EQ(runs + dropped_runs, kRuns);
    EXPECT_GE(dropped_events, dropped_runs * work.program.size());
}

TEST_F(TraceOfTheEnvironment, ThatCannotBeWrittenFailsNoRun) {
    Machine machine = traced_machine("/no/such/folder/trace.json");
    test::TracedWork work(machine);
    for (int run = 0; run < 2; ++run) EXPECT_NO_THROW(machine.run(work.program, work.bindings()));
}

}  // namespace
}  // namespace hg
