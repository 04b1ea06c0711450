#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/expected_error.hpp"
#include "support/planted_costs.hpp"
#include "tools/tuner/gemm/gemm_routine.hpp"
#include "tools/tuner/worker/child_process.hpp"
#include "tools/tuner/worker/protocol.hpp"
#include "tools/tuner/worker/worker.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

using Clock = std::chrono::steady_clock;
using Reading = ChildProcess::Reading;

constexpr std::uint64_t kWorkerSeed = 7;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

Clock::time_point soon(double seconds) {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

/// Candidates that differ in tile_m.
Candidate candidate(int number) {
    const GemmShape shape{.m = 64, .n = 64, .k = 64};
    return {tunable_gemm({.family = GemmFamily::blocked, .tile_m = 4 * (number + 1), .work_m = 4}),
            gemm_problem(shape)};
}

std::string planted(int number, const std::string& behaviour) {
    return candidate(number).kernel.name + "=" + behaviour;
}

WorkerOptions worker(std::vector<std::string> behaviours, double seconds = 20) {
    WorkerOptions options;
    options.command = {HG_TEST_WORKER, std::to_string(kWorkerSeed)};
    options.command.insert(options.command.end(), behaviours.begin(), behaviours.end());
    options.seconds = seconds;
    return options;
}

void expect_good(WorkerRunner& runner, int number) {
    const Outcome outcome = runner.run(candidate(number));
    EXPECT_EQ(outcome.verdict, Verdict::good) << outcome.detail;
    EXPECT_DOUBLE_EQ(outcome.seconds, test::PlantedCosts(kWorkerSeed).seconds(candidate(number).kernel));
}

std::size_t open_descriptors() {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
    return count;
}

TEST(TunerChildProcess, TalksInLines) {
    ChildProcess child({"cat"});
    ASSERT_TRUE(child.write_line("one"));
    ASSERT_TRUE(child.write_line(""));
    ASSERT_TRUE(child.write_line("three"));
    for (const char* expected : {"one", "", "three"}) {
        const auto line = child.read_line(soon(20));
        ASSERT_EQ(line.reading, Reading::line);
        EXPECT_EQ(line.text, expected);
    }
    EXPECT_EQ(child.stop(), "signal 9 (Killed)");
}

TEST(TunerChildProcess, TellsHowItEnded) {
    ChildProcess child({"sh", "-c", "echo last; exit 5"});
    EXPECT_EQ(child.read_line(soon(20)).text, "last");
    EXPECT_EQ(child.read_line(soon(20)).reading, Reading::ended);
    EXPECT_EQ(child.stop(), "exit status 5");
    EXPECT_EQ(child.stop(), "exit status 5");
    EXPECT_FALSE(child.write_line("anybody there?")) << "and no SIGPIPE";
}

TEST(TunerChildProcess, WaitsNoLongerThanAsked) {
    ChildProcess child({"sleep", "60"});
    const auto begin = Clock::now();
    EXPECT_EQ(child.read_line(soon(0.1)).reading, Reading::timed_out);
    EXPECT_GE(seconds_since(begin), 0.1);
    EXPECT_LT(seconds_since(begin), 20);
}

TEST(TunerChildProcess, DoesNotReadWithoutEnd) {
    ChildProcess child({"sh", "-c", "tr '\\0' x < /dev/zero"});
    EXPECT_EQ(child.read_line(soon(60)).reading, Reading::too_long);
}

TEST(TunerChildProcess, TakesItsOwnChildrenAlong) {
    pid_t grandchild = -1;
    {
        ChildProcess child({"sh", "-c", "sleep 1000 & echo $!; wait"});
        grandchild = std::stoi(child.read_line(soon(20)).text);
        EXPECT_EQ(kill(grandchild, 0), 0);
    }
    // It is init's to reap now; until then it stays a zombie.
    const auto state = [&] {
        std::ifstream file("/proc/" + std::to_string(grandchild) + "/stat");
        std::string word;
        return file >> word >> word >> word ? word : std::string("gone");
    };
    const auto deadline = soon(20);
    while (state() != "gone" && state() != "Z" && Clock::now() < deadline) usleep(1000);
    EXPECT_TRUE(state() == "gone" || state() == "Z") << state();
}

TEST(TunerChildProcess, InheritsAndLeavesNoDescriptors) {
    const int inheritable = open("/dev/null", O_RDONLY);
    ASSERT_GE(inheritable, 0);
    const std::size_t before = open_descriptors();
    {
        ChildProcess other({"cat"});
        ChildProcess child({HG_TEST_WORKER, "descriptors"});
        EXPECT_EQ(child.read_line(soon(20)).reading, Reading::ended);
        EXPECT_EQ(child.stop(), "exit status 3") << "standard input, output and error";
    }
    EXPECT_THROW(ChildProcess({"/no/such/program"}), Error);
    EXPECT_EQ(open_descriptors(), before);
    close(inheritable);
}

TEST(TunerChildProcess, RefusesWhatCannotBeStarted) {
    test::expect_error(ErrorCode::io, {"/no/such/program"},
                       [&] { ChildProcess child({"/no/such/program"}); });
    EXPECT_THROW(ChildProcess({}), Error);
}

TEST(TunerWorker, OneProcessServesAll) {
    WorkerRunner runner(worker({}));
    for (int i = 0; i < 20; ++i) expect_good(runner, i);
    EXPECT_EQ(runner.processes_started(), 1);
}

TEST(TunerWorker, ACrashCostsOneCandidate) {
    for (const auto& [behaviour, detail] : {std::pair{"abort", "Aborted"},
                                            {"segv", ""},
                                            {"exit", "exit status 0"},
                                            {"garbage", "3 registers"},
                                            {"cut", "{\"kernel\""},
                                            {"endless", "line without end"},
                                            {"lost", "CL_OUT_OF_RESOURCES"}}) {
        WorkerRunner runner(worker({planted(1, behaviour)}));
        expect_good(runner, 0);
        const Outcome outcome = runner.run(candidate(1));
        EXPECT_EQ(outcome.verdict, Verdict::crashed) << behaviour;
        EXPECT_NE(outcome.detail.find(detail), std::string::npos) << behaviour << ": " << outcome.detail;
        EXPECT_EQ(runner.processes_started(), 1) << behaviour << ": it is not tried twice";
        expect_good(runner, 2);
        expect_good(runner, 3);
        EXPECT_EQ(runner.processes_started(), 2) << behaviour;
    }
}

TEST(TunerWorker, AHangCostsItsTimeLimit) {
    WorkerRunner runner(worker({planted(1, "hang")}, 0.5));
    const Outcome outcome = runner.run(candidate(1));
    EXPECT_EQ(outcome.verdict, Verdict::timed_out) << outcome.detail;
    expect_good(runner, 0);
    EXPECT_EQ(runner.processes_started(), 2);
}

TEST(TunerWorker, OtherVerdictsPassThrough) {
    WorkerRunner runner(worker({planted(1, "wrong"), planted(2, "refused")}));
    const Outcome wrong = runner.run(candidate(1));
    EXPECT_EQ(wrong.verdict, Verdict::wrong);
    EXPECT_EQ(wrong.detail, "C(0, 0) is 1, not 2");
    EXPECT_EQ(runner.run(candidate(2)).verdict, Verdict::rejected);
    expect_good(runner, 0);
    EXPECT_EQ(runner.processes_started(), 1);
}

TEST(TunerWorker, AProcessThatDiedBeforeReadingIsReplacedOnce) {
    WorkerOptions options;
    options.command = {HG_TEST_WORKER, "deaf"};
    WorkerRunner runner(options);
    const Outcome outcome = runner.run(candidate(0));
    EXPECT_EQ(outcome.verdict, Verdict::crashed) << outcome.detail;
    EXPECT_NE(outcome.detail.find("before it read the candidate"), std::string::npos) << outcome.detail;
    EXPECT_EQ(runner.processes_started(), 2);
}

TEST(TunerWorker, AProcessThatNeverGetsReadyIsAnError) {
    for (const char* start : {"quits", "prints"}) {
        WorkerOptions options;
        options.command = {HG_TEST_WORKER, start};
        WorkerRunner runner(options);
        test::expect_error(ErrorCode::io, {"before it was ready"}, [&] { return runner.run(candidate(0)); });
    }
}

TEST(TunerWorker, LeavesNoProcessAndNoDescriptor) {
    const std::size_t before = open_descriptors();
    pid_t process = -1;
    {
        WorkerOptions options = worker({planted(3, "hang")});
        options.compile_command = options.command;
        options.compilers = 2;
        WorkerRunner runner(options);
        runner.expect({candidate(3), candidate(4), candidate(5)});
        const Outcome outcome = runner.run(candidate(0));
        process = std::stoi(outcome.detail.substr(outcome.detail.rfind(' ')));
        EXPECT_EQ(kill(process, 0), 0);
    }
    EXPECT_EQ(kill(process, 0), -1) << "a process was not reaped";
    EXPECT_EQ(open_descriptors(), before);
}

TEST(TunerCompilers, WhatFailsThereIsNotTriedAgain) {
    WorkerOptions options = worker({}, 1.0);
    options.compile_command = {HG_TEST_WORKER, "1", planted(1, "abort"), planted(2, "hang"),
                               planted(3, "refused")};
    options.compilers = 3;
    WorkerRunner runner(options);
    runner.expect({candidate(1), candidate(2), candidate(3)});
    // Each of the three that fail takes a process of its own: then all of them are under way, or done.
    const auto deadline = soon(60);
    while (runner.processes_started() < 3 && Clock::now() < deadline) usleep(1000);
    ASSERT_EQ(runner.processes_started(), 3);
    expect_good(runner, 0);
    EXPECT_EQ(runner.run(candidate(1)).verdict, Verdict::crashed);
    EXPECT_EQ(runner.run(candidate(2)).verdict, Verdict::timed_out);
    const Outcome refused = runner.run(candidate(3));
    EXPECT_EQ(refused.verdict, Verdict::rejected);
    EXPECT_EQ(refused.detail, "compiler: does not compile");
}

TEST(TunerCompilers, ThatDoNotStartAreDoneWithout) {
    WorkerOptions options = worker({});
    options.compile_command = {"/no/such/program"};
    options.compilers = 2;
    WorkerRunner runner(options);
    runner.expect({candidate(0), candidate(1)});
    expect_good(runner, 0);
    expect_good(runner, 1);
}

TEST(TunerServe, EndsWithItsInputAndAtWhatItDoesNotUnderstand) {
    class Never final : public CandidateRunner {
        Outcome run(const Candidate&) override { throw std::runtime_error("planted"); }
    };
    const auto served = [](const std::string& input) {
        std::array<int, 2> in{}, out{};
        EXPECT_EQ(pipe2(in.data(), O_CLOEXEC), 0);
        EXPECT_EQ(pipe2(out.data(), O_CLOEXEC), 0);
        EXPECT_EQ(write(in[1], input.data(), input.size()), static_cast<ssize_t>(input.size()));
        close(in[1]);
        Never runner;
        const int status = serve_candidates(in[0], out[1], runner);
        close(in[0]);
        close(out[1]);
        std::string output(4096, ' ');
        output.resize(
            static_cast<std::size_t>(std::max<ssize_t>(0, read(out[0], output.data(), output.size()))));
        close(out[0]);
        return std::pair(status, output);
    };
    EXPECT_EQ(served(""), std::pair(0, ready_line() + "\n"));
    EXPECT_EQ(served("hello\n"), std::pair(2, ready_line() + "\n"));
    EXPECT_EQ(served(to_line(candidate(1)) + "\n"),
              std::pair(0, ready_line() + "\n" + began_line(candidate(1)) + "\n" +
                               to_line(candidate(1), {Verdict::rejected, 0, "planted"}) + "\n"));
}

}  // namespace
}  // namespace hg::kernels
