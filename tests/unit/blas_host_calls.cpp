#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

#include "blas/cost/host_choice.hpp"
#include "support/expected_error.hpp"
#include "support/gemm_calls.hpp"
#include <hg/blas/gemm.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::gemm_works;
using test::GemmSample;

MachineOptions host_below(std::optional<std::int64_t> order) {
    MachineOptions options = test::test_options();
    options.host_below = order;
    return options;
}

TEST(HostCalls, AreRightAndNoRuns) {
    Session session(host_below(200));
    std::uint64_t calls = 0;
    for (const Layout layout : {Layout::col_major, Layout::row_major})
        for (const Op op_a : {Op::none, Op::trans})
            for (const Op op_b : {Op::none, Op::conj_trans}) {
                const GemmSample<double> s{.layout = layout,
                                           .op_a = op_a,
                                           .op_b = op_b,
                                           .m = 50,
                                           .n = 30,
                                           .k = 70,
                                           .alpha = -2,
                                           .beta = 0.5,
                                           .gap = 3};
                EXPECT_TRUE(gemm_works(session, s));
                EXPECT_TRUE(gemm_works(
                    session,
                    GemmSample<float>{
                        .layout = layout, .op_a = op_a, .op_b = op_b, .m = 3, .n = 90, .k = 20, .gap = 1}));
                calls += 2;
            }
    EXPECT_EQ(session.statistics().host_calls, calls);
    EXPECT_EQ(session.statistics().runs, 0u);
    EXPECT_EQ(session.statistics().programs_built, 0u);
}

TEST(HostCalls, EndWhereTheDevicesBegin) {
    Session session(host_below(64));
    EXPECT_TRUE(gemm_works(session, GemmSample<double>{.m = 63, .n = 63, .k = 63}));
    EXPECT_EQ(session.statistics().runs, 0u);
    EXPECT_TRUE(gemm_works(session, GemmSample<double>{.m = 64, .n = 64, .k = 64}));
    EXPECT_EQ(session.statistics().runs, 1u);
    EXPECT_EQ(session.statistics().host_calls, 1u);
}

TEST(HostCalls, AreNoneWhereTheyAreSwitchedOff) {
    Session session(host_below(0));
    EXPECT_TRUE(gemm_works(session, GemmSample<double>{.m = 1, .n = 1, .k = 1}));
    EXPECT_EQ(session.statistics().runs, 1u);
    EXPECT_EQ(session.statistics().host_calls, 0u);
}

TEST(HostCalls, AreThoseThatTheModelGivesTheHost) {
    Session session(host_below(std::nullopt));
    EXPECT_TRUE(gemm_works(session, GemmSample<double>{.m = 40, .n = 40, .k = 40}));
    EXPECT_EQ(session.statistics().host_calls, 1u) << "no device does this sooner";
}

/// An OpenCL device that is the CPU itself does them only for those who ask for it.
TEST(HostCalls, AreAllOnAMachineWithoutAGpu) {
    const std::vector<DeviceListing> there = list_devices();
    if (std::ranges::any_of(there, [](const DeviceListing& device) { return device.info.is_gpu; }))
        GTEST_SKIP() << "there is a GPU";
    MachineOptions options = host_below(std::nullopt);
    EXPECT_EQ(Session(options).host_choice().alternatives().empty(), test::on_host())
        << "devices that were asked for may serve";
    options.devices.clear();
    Session unasked(options);
    EXPECT_TRUE(unasked.host_choice().alternatives().empty());
    EXPECT_TRUE(unasked.runs_on_cpu(ElementType::f64, 20000, 20000, 20000, false));
    options.host_below = 0;
    EXPECT_FALSE(Session(options).runs_on_cpu(ElementType::f64, 1, 1, 1, false));
}

TEST(HostCalls, NeverReadWhatTheFactorsExclude) {
    Session session(host_below(200));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    std::vector<double> a(100, 1.0), b(100, 2.0), c(100, nan);
    const auto call = [&](double alpha, const double* A, const double* B, double beta) {
        gemm<double>(session, Layout::col_major, Op::none, Op::none, 10, 10, 10, alpha, A, 10, B, 10, beta,
                     c.data(), 10);
    };
    call(1, a.data(), b.data(), 0);
    for (double x : c) ASSERT_EQ(x, 20);
    call(0, nullptr, nullptr, 0.5);
    for (double x : c) ASSERT_EQ(x, 10);
    c.assign(100, nan);
    call(0, nullptr, nullptr, 0);
    for (double x : c) ASSERT_EQ(x, 0);
    b[0] = nan;
    call(1, a.data(), b.data(), 1);
    EXPECT_TRUE(std::isnan(c[0]));
    EXPECT_EQ(session.statistics().runs, 0u);
}

TEST(HostCalls, CheckTheirArgumentsFirst) {
    Session session(host_below(200));
    std::vector<double> x(100, 1.0);
    const Error error = test::error_of([&] {
        return gemm<double>(session, Layout::row_major, Op::none, Op::none, 10, 10, 10, 1, x.data(), 9,
                            x.data(), 10, 0, x.data(), 10);
    });
    EXPECT_EQ(error.context().argument_name, "lda");
}

/// A big call on the devices with small ones beside it: each is right, and the small ones do not wait for the
/// big one's turn to end.
TEST(HostCalls, OfSeveralThreadsRunBesideABigOne) {
    Session session(host_below(64));
    const GemmSample<double> big{.m = 200, .n = 210, .k = 120, .beta = 1, .gap = 2, .seed = 77};
    std::atomic<bool> done{false};
    std::atomic<int> wrong{0};
    std::atomic<int> small{0};
    std::thread big_caller([&] {
        for (int i = 0; i < 3; ++i)
            if (!gemm_works(session, big)) ++wrong;
        done = true;
    });
    std::vector<std::thread> callers;
    for (unsigned t = 0; t < 3; ++t)
        callers.emplace_back([&, t] {
            do {
                const GemmSample<double> s{.op_a = t == 1 ? Op::trans : Op::none,
                                           .m = 20 + t,
                                           .n = 17,
                                           .k = 30,
                                           .beta = 1,
                                           .seed = t};
                if (!gemm_works(session, s)) ++wrong;
                ++small;
            } while (!done);
        });
    big_caller.join();
    for (std::thread& caller : callers) caller.join();
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(session.statistics().runs, 3u);
    EXPECT_EQ(session.statistics().host_calls, static_cast<std::uint64_t>(small.load()));
}

TEST(HostCalls, OfManyThreadsOfOneShapeBuildOneProgram) {
    Session session(host_below(0));
    const GemmSample<float> s{.m = 90, .n = 80, .k = 70, .beta = 1};
    EXPECT_EQ(test::right_on_threads(6, 4, [&](unsigned, unsigned) { return gemm_works(session, s); }), 24);
    EXPECT_EQ(session.statistics().programs_built, 1u);
    EXPECT_EQ(session.statistics().programs_reused, 23u);
}

}  // namespace
}  // namespace hg
