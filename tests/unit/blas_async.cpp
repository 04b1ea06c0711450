#include <gtest/gtest.h>

#include <vector>

#include "support/gemm_calls.hpp"
#include "support/joined_programs.hpp"
#include <hg/blas/async.hpp>
#include <hg/blas/trsm.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace hg {
namespace {

using test::GemmSample;

template <class T>
Call gemm_of(Session& session, const GemmSample<T>& s, const test::Matrix<T>& a, const test::Matrix<T>& b,
             test::Matrix<T>& c) {
    return gemm_async<T>(session, s.layout, s.op_a, s.op_b, s.m, s.n, s.k, s.alpha, a.data.data(), a.ld,
                         b.data.data(), b.ld, s.beta, c.data.data(), c.ld);
}

TEST(Async, ManyProductsAtOnceAreAllRight) {
    Session session(test::test_options());
    std::vector<GemmSample<double>> samples;
    for (unsigned i = 0; i < 12; ++i)
        samples.push_back({.op_a = i % 2 ? Op::trans : Op::none,
                           .m = 40 + 11 * (i % 3),
                           .n = 70,
                           .k = 30 + 20 * (i % 4),
                           .beta = i % 3 ? 0.5 : 0.0,
                           .gap = i % 2,
                           .seed = i});
    std::vector<test::Matrix<double>> a, b, c, got;
    for (const auto& s : samples) {
        a.push_back(s.make_a());
        b.push_back(s.make_b());
        c.push_back(s.make_c());
    }
    got = c;
    std::vector<Call> calls;
    for (std::size_t i = 0; i < samples.size(); ++i)
        calls.push_back(gemm_of(session, samples[i], a[i], b[i], got[i]));
    for (std::size_t i = 0; i < samples.size(); ++i) {
        EXPECT_EQ(calls[i].wait(), 0);
        EXPECT_TRUE(gemm_is_right(samples[i], a[i], b[i], c[i], got[i])) << i;
    }
    EXPECT_EQ(session.statistics().runs, samples.size());
    EXPECT_EQ(session.statistics().failed_runs, 0U);
}

/// C := A C0, D := A C, C := 0, E := A D: the third must not overtake the second, which reads C.
TEST(Async, CallsOnTheSameMatrixKeepTheirOrder) {
    Session session(test::test_options());
    constexpr std::int64_t n = 50;
    const GemmSample<double> s{.m = n, .n = n, .k = n};
    const auto a = s.make_a();
    const auto b = s.make_b();
    std::vector<double> c(n * n), d(n * n), e(n * n), c2(n * n), d2(n * n), e2(n * n);
    const auto product = [&](const double* x, const double* y, std::vector<double>& z) {
        return gemm_async<double>(session, Layout::col_major, Op::none, Op::none, n, n, n, 1, x, n, y, n, 0,
                                  z.data(), n);
    };
    std::vector<Call> calls;
    calls.push_back(product(a.data.data(), b.data.data(), c));
    calls.push_back(product(a.data.data(), c.data(), d));
    calls.push_back(gemm_async<double>(session, Layout::col_major, Op::none, Op::none, n, n, 0, 0, nullptr, n,
                                       nullptr, 1, 0, c.data(), n));
    calls.push_back(product(a.data.data(), d.data(), e));
    calls.clear();
    const auto at_once = [&](const double* x, const double* y, std::vector<double>& z) {
        gemm<double>(session, Layout::col_major, Op::none, Op::none, n, n, n, 1, x, n, y, n, 0, z.data(), n);
    };
    at_once(a.data.data(), b.data.data(), c2);
    at_once(a.data.data(), c2.data(), d2);
    at_once(a.data.data(), d2.data(), e2);
    EXPECT_EQ(c, std::vector<double>(n * n, 0.0));
    EXPECT_EQ(d, d2);
    EXPECT_EQ(e, e2);
}

TEST(Async, ACallThatReturnsWhenItIsDoneWaitsForThoseBeforeIt) {
    Session session(test::test_options());
    constexpr std::int64_t n = 64;
    const GemmSample<double> s{.m = n, .n = n, .k = n};
    const auto a = s.make_a();
    std::vector<double> triangle(n * n, 0.0);
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = j; i < n; ++i)
            triangle[static_cast<std::size_t>(i + j * n)] = i == j ? 2 : 0.01;
    const auto b = s.make_b();
    auto x = s.make_c();
    const auto expected = test::call_gemm(session, s, a, b, x);
    const Call product = gemm_of(session, s, a, b, x);
    trsm<double>(session, Layout::col_major, Side::left, Uplo::lower, Op::none, Diag::non_unit, n, n, 1,
                 triangle.data(), n, x.data.data(), n);
    EXPECT_TRUE(product.test());
    auto y = expected;
    trsm<double>(session, Layout::col_major, Side::left, Uplo::lower, Op::none, Diag::non_unit, n, n, 1,
                 triangle.data(), n, y.data.data(), n);
    EXPECT_EQ(x.data, y.data);
    Call solve = trsm_async<double>(session, Layout::col_major, Side::left, Uplo::lower, Op::none,
                                    Diag::non_unit, n, n, 0, nullptr, n, x.data.data(), n);
    EXPECT_EQ(solve.wait(), 0);
    EXPECT_EQ(x.data, std::vector<double>(x.data.size(), 0.0));
}

TEST(Async, TilesOfOneMatrixOverlap) {
    Session session(test::test_options());
    constexpr std::int64_t n = 96, tile = 48;
    const GemmSample<double> s{.m = n, .n = n, .k = n};
    const auto a = s.make_a();
    const auto b = s.make_b();
    const auto c = s.make_c();
    auto got = c;
    std::vector<Call> calls;
    for (std::int64_t i = 0; i < n; i += tile)
        for (std::int64_t j = 0; j < n; j += tile)
            calls.push_back(gemm_async<double>(session, Layout::col_major, Op::none, Op::none, tile, tile, n,
                                               s.alpha, a.data.data() + i, a.ld, b.data.data() + j * b.ld,
                                               b.ld, s.beta, got.data.data() + i + j * got.ld, got.ld));
    for (const Call& call : calls) call.wait();
    EXPECT_TRUE(gemm_is_right(s, a, b, c, got));
}

TEST(Async, WrongArgumentsAreFoundAtOnce) {
    Session session(test::test_options());
    double x = 1;
    try {
        (void)gemm_async<double>(session, Layout::col_major, Op::none, Op::none, 1, 1, -1, 1, &x, 1, &x, 1, 0,
                                 &x, 1);
        ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        EXPECT_EQ(error.context().argument, 6);
    }
    EXPECT_THROW((void)trsm_async<float>(session, Layout::col_major, Side::left, Uplo::lower, Op::none,
                                         Diag::unit, 2, 1, 1.0F, nullptr, 1, nullptr, 2),
                 Error);
    EXPECT_EQ(session.statistics().runs, 0U);
}

TEST(Async, ASessionEndsAfterItsCalls) {
    const GemmSample<double> s{.m = 60, .n = 60, .k = 60};
    const auto a = s.make_a();
    const auto b = s.make_b();
    const auto c = s.make_c();
    std::vector<test::Matrix<double>> got(4, c);
    std::vector<Call> calls;
    {
        Session session(test::test_options());
        for (auto& x : got) calls.push_back(gemm_of(session, s, a, b, x));
    }
    for (std::size_t i = 0; i < got.size(); ++i) {
        EXPECT_TRUE(calls[i].test());
        EXPECT_TRUE(gemm_is_right(s, a, b, c, got[i]));
    }
}

TEST(Async, WhatWaitThrowsIsTheCallsError) {
    MachineOptions options = test::test_options();
    options.memory_limit = 4096;
    Session session(options);
    const GemmSample<double> s{.m = 100, .n = 100, .k = 100};
    const auto a = s.make_a();
    const auto b = s.make_b();
    auto c = s.make_c();
    const Call call = gemm_of(session, s, a, b, c);
    try {
        (void)call.wait();
        ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
    }
    EXPECT_EQ(c.data, s.make_c().data);
}

/// One GPU behind links that take about as long as the arithmetic.
Target one_gpu() {
    DeviceModel gpu;
    gpu.name = "gpu0";
    gpu.memory = std::int64_t{120} << 30;
    gpu.largest_slot = std::int64_t{35} << 30;
    gpu.link_in = gpu.link_out = 50e9;
    gpu.link_both = 95e9;
    gpu.rate_f64 = 55e12;
    gpu.memory_rate = 3e12;
    Target target;
    target.devices.push_back(gpu);
    target.host_copy_rate = 120e9;
    return target;
}

/// Seconds of eight products one after the other, over those of eight in flight.
double gain(std::int64_t n, bool reads_c) {
    const Target target = one_gpu();
    const Program one = gemm_program({.m = n, .n = n, .k = n, .product = true, .reads_c = reads_c}, target,
                                     kernels::Database::shipped());
    test::JoinedPrograms eight;
    for (int i = 0; i < 8; ++i) eight.add(one);
    return 8 * simulate(one, target).makespan / simulate(eight.program(), target).makespan;
}

TEST(Async, ProductsInFlightTakeLessThanOneByOneInSimulation) {
    for (const std::int64_t n : {128, 512, 1024, 2048, 4096, 8192}) {
        // Large ones keep the links busy by themselves, the more so where C comes in too.
        EXPECT_GT(gain(n, false), n <= 1024 ? 1.2 : 1.1) << n;
        EXPECT_GT(gain(n, true), n <= 1024 ? 1.15 : 1.0) << n;
    }
}

}  // namespace
}  // namespace hg
