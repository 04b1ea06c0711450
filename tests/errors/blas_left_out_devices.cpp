#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "runtime/program/base/one_line.hpp"
#include "support/expected_error.hpp"
#include "support/faulty_session.hpp"
#include "support/gemm_calls.hpp"
#include <hg/blas/fall_back.hpp>
#include <hg/runtime/machine/trace.hpp>

namespace hg {
namespace {

using test::FaultPlan;
using test::GemmSample;
using test::Matrix;

/// Several tiles on each device.
const GemmSample<double> kSample{
    .op_a = Op::trans, .m = 210, .n = 150, .k = 90, .alpha = 1.5, .beta = 0.75, .gap = 3};

template <std::size_t Devices>
struct TightSession : test::FaultySession<Devices> {
    explicit TightSession(std::unique_ptr<Machine> host = nullptr)
        : test::FaultySession<Devices>(test::options_with_memory(300 << 10), std::move(host)) {}
};

/// Whether a call gives the right result, whoever computes it.
testing::AssertionResult survives(Session& session, const GemmSample<double>& s) {
    const Matrix<double> a = s.make_a(), b = s.make_b(), c = s.make_c();
    return gemm_is_right(s, a, b, c, call_gemm(session, s, a, b, c));
}

TEST(LeftOutDevices, LostDevicesAreLeftOutUntilTheirDriverGivesAContext) {
    TightSession<2> x;
    x.fail(1, Operation::exec, 0);
    EXPECT_TRUE(survives(x.session, kSample));
    EXPECT_EQ(x.failed_runs(), 1u);
    EXPECT_FALSE(x.session.machine().available(1));
    const std::uint64_t built = x.session.statistics().programs_built;

    std::vector<int> attempts;
    for (int call = 0; call < 8; ++call) {
        x.fail(1, Operation::exec, -1);
        EXPECT_TRUE(survives(x.session, kSample));
        attempts.push_back(x.plans[1].recoveries);
        EXPECT_EQ(x.plans[1].count(Operation::load), 0) << "the lost device got work";
        EXPECT_GT(x.plans[0].count(Operation::store), 0);
    }
    EXPECT_EQ(attempts, (std::vector<int>{1, 1, 2, 2, 2, 3, 3, 3})) << "asked ever more seldom";
    EXPECT_EQ(x.failed_runs(), 1u);
    const std::uint64_t built_without = x.session.statistics().programs_built;
    EXPECT_LE(built_without, built + 1)
        << "one program for the devices that are left, if not made in the call "
           "before";

    x.plans[1].recovers = true;
    for (int call = 0; call < 8; ++call) EXPECT_TRUE(survives(x.session, kSample));
    EXPECT_TRUE(x.session.machine().available(1));
    EXPECT_GT(x.plans[1].count(Operation::store), 0);
    EXPECT_EQ(x.session.statistics().programs_built, built_without) << "the program for all devices was kept";
    EXPECT_EQ(x.failed_runs(), 1u);
}

TEST(LeftOutDevices, ADeviceThatFailedStaysInUse) {
    TightSession<2> x;
    x.fail(1, Operation::load, 1, ErrorCode::device_failed);
    EXPECT_TRUE(survives(x.session, kSample));
    x.fail(1, Operation::load, -1);
    EXPECT_TRUE(survives(x.session, kSample));
    EXPECT_GT(x.plans[1].count(Operation::store), 0);
    EXPECT_EQ(x.failed_runs(), 1u);
}

TEST(LeftOutDevices, SeveralLostInOneCall) {
    TightSession<3> x;
    x.fail(0, Operation::exec, 1);
    x.plans[1].operation = Operation::load;
    x.plans[1].position = 0;
    x.plans[2].operation = Operation::store;
    x.plans[2].position = 0;
    x.plans[2].stored_before = 99 * 8;
    EXPECT_TRUE(survives(x.session, kSample)) << "the host device finished it";
    EXPECT_TRUE(survives(x.session, kSample));
}

TEST(LeftOutDevices, ALossWhileAnotherDeviceFinishes) {
    TightSession<2> x;
    x.fail(0, Operation::load, 0);
    // Beyond what the first run asks of it: it falls in the second.
    x.plans[1].operation = Operation::store;
    x.plans[1].position = [] {
        TightSession<2> clean;
        EXPECT_TRUE(survives(clean.session, kSample));
        return clean.plans[1].count(Operation::store);
    }();
    x.plans[1].stored_before = 1 << 10;
    EXPECT_TRUE(survives(x.session, kSample));
    EXPECT_EQ(x.failed_runs(), 2u);
}

TEST(LeftOutDevices, AllLostAndTheHostTooIsACleanError) {
    std::array<FaultPlan, 1> host_plan;
    MachineOptions host;
    host.devices = "host";
    TightSession<2> x(std::make_unique<Machine>(test::faulty_devices(host, host_plan)));
    host_plan[0].operation = Operation::exec;
    host_plan[0].position = 0;
    x.plans[1].operation = Operation::exec;
    x.plans[1].position = 1;
    x.plans[0].operation = Operation::store;
    x.plans[0].position = 1;
    x.plans[0].stored_before = 123 * 8;
    const Matrix<double> a = kSample.make_a(), b = kSample.make_b(), c = kSample.make_c();
    const Matrix<double> right = [&] {
        Session session(test::test_options());
        return call_gemm(session, kSample, a, b, c);
    }();
    Matrix<double> got = c;
    const Error error = test::expect_error(ErrorCode::device_lost, {"no device is left"}, [&] {
        return gemm<double>(x.session, kSample.layout, kSample.op_a, kSample.op_b, kSample.m, kSample.n,
                            kSample.k, kSample.alpha, a.data.data(), a.ld, b.data.data(), b.ld, kSample.beta,
                            got.data.data(), got.ld);
    });
    EXPECT_EQ(error.context().device, "host0");
    EXPECT_NE(error.context().command.find("EXEC"), std::string::npos) << error.context().command;
    int finished = 0;
    for (std::int64_t j = 0; j < kSample.n; ++j)
        for (std::int64_t i = 0; i < kSample.m; ++i) {
            if (got(i, j) == c(i, j)) continue;
            ++finished;
            ASSERT_NEAR(got(i, j), right(i, j), 1e-12) << "neither old nor final: " << i << ", " << j;
        }
    EXPECT_GT(finished, 0);
    EXPECT_TRUE(got.gaps_untouched());
    EXPECT_THROW(survives(x.session, kSample), Error);
    host_plan[0].recovers = true;
    EXPECT_TRUE(survives(x.session, kSample)) << "the host device is back";
}

TEST(LeftOutDevices, WhatIsNoFaultOfADeviceIsThrownAsItIs) {
    TightSession<2> x;
    for (ErrorCode code : {ErrorCode::out_of_memory, ErrorCode::internal}) {
        x.fail(1, Operation::exec, 0, code);
        const Error error = test::expect_error(code, {}, [&] { EXPECT_TRUE(survives(x.session, kSample)); });
        EXPECT_EQ(error.message(), "a planned fault");
    }
    x.fail(1, Operation::exec, -1);
    EXPECT_TRUE(survives(x.session, kSample));
}

/// The fall-backs of the process after a call whose device fails.
std::vector<FallBack> fall_backs_after(TightSession<2>& x, ErrorCode code) {
    x.fail(1, Operation::exec, 0, code);
    EXPECT_TRUE(survives(x.session, kSample));
    return fall_backs();
}

TEST(LeftOutDevices, SayWhyAndWhoDidTheirWork) {
    TightSession<2> x;
    Trace trace;
    x.session.observe(&trace);
    const std::vector<DeviceModel>& devices = x.session.machine().target().devices;
    const auto is_known = [&](const FallBack& one) {
        return one.device == devices[1].name + " (" + x.session.machine().device(1).name + ")" &&
               one.reason == "a planned fault" && one.finished_by == devices[0].name;
    };
    const std::vector<FallBack> first = fall_backs_after(x, ErrorCode::build_failed);
    const auto known = std::ranges::find_if(first, is_known);
    ASSERT_NE(known, first.end());
    const std::vector<FallBack> second = fall_backs_after(x, ErrorCode::device_failed);
    EXPECT_EQ(second.size(), first.size()) << "the same once";
    EXPECT_EQ(std::ranges::find_if(second, is_known)->times, known->times + 1);

    x.session.observe(nullptr);
    const std::vector<WatchedRun> runs = trace.take();
    std::vector<std::string> failures;
    for (const WatchedRun& run : runs)
        if (const std::string failure = run.report().failure; !failure.empty()) failures.push_back(failure);
    EXPECT_EQ(failures, std::vector(2, devices[1].name + ": a planned fault"));
    EXPECT_EQ(runs.back().report().failure, "");
}

TEST(FallBacks, TellTheCompilersFirstError) {
    const Error error(ErrorCode::build_failed, "it does not compile",
                      {.opencl_error = "CL_BUILD_PROGRAM_FAILURE",
                       .build_log = "a.cl:1: warning: x\na.cl:2: error: y\na.cl:3: error: z\n"});
    EXPECT_EQ(one_line(error), "it does not compile [CL_BUILD_PROGRAM_FAILURE]: a.cl:2: error: y");
}

TEST(LeftOutDevices, ThreadsWhoseDeviceIsLostAllGetRightResults) {
    TightSession<2> x;
    x.plans[0].recovers = true;
    x.fail(0, Operation::store, 3);
    std::atomic<int> right = 0;
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < 3; ++t)
        threads.emplace_back([&, t] {
            for (unsigned i = 0; i < 4; ++i) {
                GemmSample<double> s = kSample;
                s.seed = 10 * t + i;
                if (survives(x.session, s)) ++right;
            }
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(right, 12);
    EXPECT_GE(x.failed_runs(), 1u);
}

}  // namespace
}  // namespace hg
