#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "support/faulty_session.hpp"
#include "support/gemm_calls.hpp"
#include <hg/blas/host_buffer.hpp>

namespace hg {
namespace {

using test::FaultPlan;
using test::GemmSample;
using test::kOperations;
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

/// How many commands of each kind each device gets.
template <std::size_t Devices>
std::array<std::array<int, 3>, Devices> command_counts(const GemmSample<double>& sample) {
    TightSession<Devices> clean;
    EXPECT_TRUE(survives(clean.session, sample));
    std::array<std::array<int, 3>, Devices> counts{};
    for (std::size_t d = 0; d < Devices; ++d)
        for (Operation operation : kOperations)
            counts[d][static_cast<std::size_t>(operation)] = clean.plans[d].count(operation);
    return counts;
}

/// A device fails at each of its commands in turn; each time the result is right, and the next one too.
template <std::size_t Devices>
void survives_faults_everywhere(double beta, ErrorCode code) {
    GemmSample<double> s = kSample;
    s.beta = beta;
    const auto counts = command_counts<Devices>(s);
    TightSession<Devices> x;
    if (x.session.machine().device_count() < Devices)
        GTEST_SKIP() << "there are " << x.session.machine().device_count() << " devices, not " << Devices;
    const Matrix<double> a = s.make_a(), b = s.make_b(), c = s.make_c();
    const Matrix<double> right = call_gemm(x.session, s, a, b, c);
    ASSERT_TRUE(gemm_is_right(s, a, b, c, right));
    for (DeviceIndex d = 0; d < Devices; ++d)
        for (Operation operation : kOperations) {
            const int count = counts[d][static_cast<std::size_t>(operation)];
            ASSERT_GT(count, 1) << "device " << d << " must have several " << name(operation);
            for (int position = 0; position < count; ++position) {
                const std::uint64_t before = x.failed_runs();
                x.plans[d].recovers = true;
                x.plans[d].stored_before = std::array{0, 8, 8 * 70, 8 * 333, 1 << 20}[position % 5];
                x.fail(d, operation, position, code);
                ASSERT_TRUE(same_but_for_rounding(right, call_gemm(x.session, s, a, b, c), 1e-12))
                    << name(operation) << ' ' << position << " of device " << d << " failed";
                ASSERT_EQ(x.failed_runs(), before + 1) << "the fault did not happen";
            }
        }
    x.fail(0, Operation::exec, -1);
    EXPECT_TRUE(survives(x.session, s));
    for (FaultPlan& plan : x.plans) EXPECT_GT(plan.count(Operation::store), 0) << "all devices are back";
}

TEST(GemmFaults, OneDeviceLostAnywhere) {
    survives_faults_everywhere<1>(0.75, ErrorCode::device_lost);
    survives_faults_everywhere<1>(0, ErrorCode::device_lost);
}

TEST(GemmFaults, OneOfTwoLostAnywhere) {
    survives_faults_everywhere<2>(0.75, ErrorCode::device_lost);
    survives_faults_everywhere<2>(0, ErrorCode::device_lost);
}

TEST(GemmFaults, OneOfThreeLostAnywhere) {
    survives_faults_everywhere<3>(0.75, ErrorCode::device_lost);
    survives_faults_everywhere<3>(0, ErrorCode::device_lost);
}

TEST(GemmFaults, CommandsThatFailAreDoneByOtherDevices) {
    survives_faults_everywhere<1>(0.75, ErrorCode::device_failed);
    survives_faults_everywhere<2>(0.75, ErrorCode::device_failed);
    survives_faults_everywhere<3>(0, ErrorCode::device_failed);
}

TEST(GemmFaults, AllOpsLayoutsAndScalars) {
    TightSession<2> x;
    x.plans[0].recovers = x.plans[1].recovers = true;
    DeviceIndex device = 0;
    for (Layout layout : {Layout::col_major, Layout::row_major})
        for (Op op_a : {Op::none, Op::trans})
            for (Op op_b : {Op::none, Op::trans})
                for (double alpha : {0.0, -1.0}) {
                    GemmSample<double> s{layout, op_a, op_b, 200, 180, 70, alpha, 0.5, 2};
                    x.plans[device].stored_before = 1000;
                    x.fail(device, Operation::store, 0);
                    const std::uint64_t before = x.failed_runs();
                    ASSERT_TRUE(survives(x.session, s));
                    ASSERT_EQ(x.failed_runs(), before + 1) << "the fault did not happen";
                    device ^= 1;
                }
}

TEST(GemmFaults, LostDevicesAreLeftOutUntilTheirDriverGivesAContext) {
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

TEST(GemmFaults, ADeviceThatFailedStaysInUse) {
    TightSession<2> x;
    x.fail(1, Operation::load, 1, ErrorCode::device_failed);
    EXPECT_TRUE(survives(x.session, kSample));
    x.fail(1, Operation::load, -1);
    EXPECT_TRUE(survives(x.session, kSample));
    EXPECT_GT(x.plans[1].count(Operation::store), 0);
    EXPECT_EQ(x.failed_runs(), 1u);
}

TEST(GemmFaults, SeveralLostInOneCall) {
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

TEST(GemmFaults, ALossWhileAnotherDeviceFinishes) {
    TightSession<2> x;
    x.fail(0, Operation::load, 0);
    // Beyond what the first run asks of it: it falls in the second.
    x.plans[1].operation = Operation::store;
    x.plans[1].position = command_counts<2>(kSample)[1][static_cast<std::size_t>(Operation::store)];
    x.plans[1].stored_before = 1 << 10;
    EXPECT_TRUE(survives(x.session, kSample));
    EXPECT_EQ(x.failed_runs(), 2u);
}

TEST(GemmFaults, AllLostAndTheHostTooIsACleanError) {
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
    try {
        gemm<double>(x.session, kSample.layout, kSample.op_a, kSample.op_b, kSample.m, kSample.n, kSample.k,
                     kSample.alpha, a.data.data(), a.ld, b.data.data(), b.ld, kSample.beta, got.data.data(),
                     got.ld);
        FAIL() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::device_lost);
        EXPECT_NE(error.message().find("no device is left"), std::string::npos) << error.what();
        EXPECT_EQ(error.context().device, "host0");
        EXPECT_NE(error.context().command.find("EXEC"), std::string::npos) << error.context().command;
    }
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

TEST(GemmFaults, WhatIsNoFaultOfADeviceIsThrownAsItIs) {
    TightSession<2> x;
    for (ErrorCode code : {ErrorCode::out_of_memory, ErrorCode::build_failed, ErrorCode::internal}) {
        x.fail(1, Operation::exec, 0, code);
        try {
            EXPECT_TRUE(survives(x.session, kSample));
            ADD_FAILURE() << "nothing was thrown";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), code);
            EXPECT_EQ(error.message(), "a planned fault");
        }
    }
    x.fail(1, Operation::exec, -1);
    EXPECT_TRUE(survives(x.session, kSample));
}

/// C in pinned memory, A and B not.
struct PinnedCall {
    PinnedCall(Session& in, double beta) : session(in), c(session, kSample.m * kSample.n), s(kSample) {
        s.beta = beta;
        s.gap = 0;
        std::copy(before.data.begin(), before.data.end(), c.begin());
    }
    testing::AssertionResult works() {
        const Matrix<double> a = s.make_a(), b = s.make_b();
        gemm<double>(session, s.layout, s.op_a, s.op_b, s.m, s.n, s.k, s.alpha, a.data.data(), a.ld,
                     b.data.data(), b.ld, s.beta, c.data(), s.m);
        Matrix<double> got = s.make_c();
        std::copy(c.begin(), c.end(), got.data.begin());
        return gemm_is_right(s, a, b, s.make_c(), got);
    }

    Session& session;
    HostBuffer<double> c;
    GemmSample<double> s;
    Matrix<double> before = [] {
        GemmSample<double> ungapped = kSample;
        ungapped.gap = 0;
        return ungapped.make_c();
    }();
};

TEST(GemmFaults, AStoreIntoPinnedMemoryThatFailsHalfwayIsAnErrorIfCIsRead) {
    TightSession<2> x;
    x.plans[1].stored_before = 500 * 8;
    x.plans[1].recovers = true;
    x.fail(1, Operation::store, 0);
    try {
        EXPECT_TRUE(PinnedCall(x.session, 0.75).works());
        FAIL() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::device_lost);
        EXPECT_NE(error.message().find("pinned memory"), std::string::npos) << error.what();
    }
    x.fail(1, Operation::store, 0);
    EXPECT_TRUE(PinnedCall(x.session, 0).works()) << "C is not read: its tile is computed again";
    EXPECT_EQ(x.failed_runs(), 2u);
    x.fail(1, Operation::exec, 1);
    EXPECT_TRUE(PinnedCall(x.session, 0.75).works()) << "no store was under way on the lost device";
    EXPECT_EQ(x.failed_runs(), 3u);
}

TEST(GemmFaults, ThreadsWhoseDeviceIsLostAllGetRightResults) {
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
