#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine/trace/trace_events.hpp"
#include "tests/support/expected_error.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/support/tile_programs.hpp"
#include "tests/support/traced_work.hpp"
#include <hg/runtime/machine/lane.hpp>
#include <hg/runtime/machine/trace.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

class Traced : public ::testing::Test {
  protected:
    void run() { machine_.run(program_, work_.bindings(), &trace_); }

    Machine machine_{test::test_options()};
    test::TracedWork work_{machine_};
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
    std::map<std::pair<int, int>, std::vector<Slice>> tracks;
    struct End {
        std::string phase;
        std::string category;
        double time;
    };
    std::map<std::uint64_t, std::vector<End>> arrows;
    for (const nlohmann::json& event : json.at("traceEvents")) {
        const std::string phase = event.at("ph");
        if (phase == "M" || phase == "C") continue;
        std::vector<Slice>& track = tracks[{event.at("pid"), event.at("tid")}];
        const double time = event.at("ts");
        if (phase == "X") {
            track.push_back({time, time + event.at("dur").get<double>(), event.at("cat")});
            continue;
        }
        // A viewer binds an arrow's end to the latest slice that has begun.
        const auto slice = std::find_if(track.rbegin(), track.rend(),
                                        [&](const Slice& candidate) { return candidate.begin <= time; });
        ASSERT_NE(slice, track.rend());
        EXPECT_LE(time, slice->end);
        std::vector<End>& ends = arrows[event.at("id")];
        if (!ends.empty()) {
            EXPECT_GE(time, ends.back().time);
        }
        ends.push_back({phase, slice->category, time});
    }
    ASSERT_EQ(arrows.size(), 2 * machine_.device_count());
    for (const auto& [id, ends] : arrows) {
        ASSERT_GE(ends.size(), 3U);
        EXPECT_EQ(ends.front().phase + ends.front().category, "sLD");
        EXPECT_EQ(ends[1].phase + ends[1].category, "tEXEC");
        EXPECT_EQ(ends.back().phase + ends.back().category, "fST");
    }
}

TEST(TraceEvents, ARegisterWhoseLoadIsShownAfterItsUseHasNoArrows) {
    Target target;
    target.devices.resize(1);
    ProgramBuilder builder(target);
    const ParameterId matrix = builder.matrix("X", ElementType::i32, 4, 8);
    const InstructionPtr scale = test::scale<std::int32_t>();
    for (const std::int64_t col : {0, 4}) test::update_tile(builder, 0, {matrix, 0, col, 4, 4}, scale);
    WatchedRun run{.program = std::move(builder).finish(), .target = nullptr};
    // The thread heard of the end of the first LD when the device had run its EXEC, after the second LD.
    std::map<Operation, std::vector<std::pair<double, double>>> times{{Operation::load, {{0, 5}, {1, 3}}},
                                                                      {Operation::exec, {{2, 2.5}, {4, 5}}},
                                                                      {Operation::store, {{3, 4}, {6, 7}}}};
    for (std::size_t i = run.program.size(); i-- > 0;) {
        const auto id = static_cast<CommandId>(i);
        const Operation operation = run.program.command(id).operation;
        if (!times.contains(operation)) continue;
        const auto [begin, end] = times[operation].back();
        times[operation].pop_back();
        run.intervals.push_back({.command = id, .begin = begin, .end = end});
    }
    std::string text;
    TraceEvents().write({&run}, [&](const std::string& elements) { text += elements; });
    std::map<std::string, int> ends;  // of arrows, by register
    for (const nlohmann::json& event : nlohmann::json::parse("[" + text + "]"))
        if (event.value("cat", "") == "register") ++ends[event.at("name")];
    EXPECT_EQ(ends, (std::map<std::string, int>{{"r1", 3}}));
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

}  // namespace
}  // namespace hg
