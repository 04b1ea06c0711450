#include <gtest/gtest.h>

#include <memory>
#include <string_view>
#include <thread>
#include <vector>

#include "interfaces/generated/blas_routines.hpp"
#include "support/expected_error.hpp"
#include "support/joined_programs.hpp"
#include "support/problems.hpp"
#include "support/row_caller.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/async.hpp>
#include <hg/blas/gemm_program.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace hg {
namespace {

using test::Given;
using test::make_problem;
using test::Problem;
using test::RowCaller;

constexpr ElementType kReal = ElementType::f64;

/// C := A B of order n.
std::unique_ptr<Problem> product_of_order(std::int64_t n) {
    return make_problem("gemm", kReal, {.m = n, .n = n, .k = n});
}

/// The elements of an n x n operand without gaps.
std::vector<double> elements_of(Problem& problem, std::string_view operand, std::int64_t n) {
    const double* const first = test::data_of<double>(problem, operand);
    return {first, first + n * n};
}

void expect_all_right(const std::vector<std::unique_ptr<Problem>>& problems) {
    Session session(test::test_options());
    std::vector<Call> calls;
    for (const auto& problem : problems) calls.push_back(problem->submit(session));
    for (std::size_t i = 0; i < problems.size(); ++i) {
        EXPECT_EQ(calls[i].wait(), 0);
        EXPECT_TRUE(test::is_right(*problems[i]));
    }
    EXPECT_EQ(session.statistics().runs, problems.size());
    EXPECT_EQ(session.statistics().failed_runs, 0U);
}

TEST(Async, ManyCallsInFlightAreAllRight) {
    std::vector<std::unique_ptr<Problem>> products, others;
    for (unsigned i = 0; i < 16; ++i) {
        Given given{.side = i % 3 ? Side::left : Side::right,
                    .uplo = i % 2 ? Uplo::upper : Uplo::lower,
                    .m = 40 + 11 * (i % 3),
                    .n = 70,
                    .k = 30 + 20 * (i % 5),
                    .alpha = -1,
                    .beta = i % 3 ? 0.5 : 0.0,
                    .gap = i % 2,
                    .seed = i};
        constexpr std::string_view kOthers[]{"symm", "syrk", "syr2k", "trmm"};
        others.push_back(make_problem(kOthers[i % 4], kReal, given));
        given.op = i % 2 ? Op::trans : Op::none;
        products.push_back(make_problem("gemm", kReal, given));
    }
    expect_all_right(products);
    expect_all_right(others);
}

/// C := A C0, D := A C, C := 0, E := A D: the third must not overtake the second, which reads C.
TEST(Async, CallsOnTheSameMatrixKeepTheirOrder) {
    Session session(test::test_options());
    constexpr std::int64_t n = 50;
    const auto s = product_of_order(n);
    const std::vector<double> a = elements_of(*s, "A", n), b = elements_of(*s, "B", n);
    const auto results = [&](bool submits) {
        std::vector<double> c(n * n), d(n * n), e(n * n);
        RowCaller caller{session, submits};
        const auto multiply = [&](double alpha, const double* x, const double* y, std::vector<double>& z) {
            caller.make<double>(routines::Gemm{}, {Op::none, Op::none, n, n, alpha == 0 ? 0 : n, alpha, x, n,
                                                   y, n, 0, z.data(), n});
        };
        multiply(1, a.data(), b.data(), c);
        multiply(1, a.data(), c.data(), d);
        multiply(0, nullptr, nullptr, c);
        multiply(1, a.data(), d.data(), e);
        caller.wait();
        return std::vector{c, d, e};
    };
    const auto submitted = results(true);
    EXPECT_EQ(submitted[0], std::vector<double>(n * n, 0.0));
    EXPECT_EQ(submitted, results(false));
}

/// S := X X^T, Y := S X, X := L X, S := X Y^T + Y X^T + S: each needs what the one before it wrote, and the
/// third must not overtake those that read X.
TEST(Async, CallsOfAllRoutinesKeepTheirOrder) {
    Session session(test::test_options());
    constexpr std::int64_t n = 50;
    constexpr Uplo kLower = Uplo::lower;
    const auto sample = make_problem("trmm", kReal, {.m = n, .n = n});
    const auto others = make_problem("gemm", kReal, {.m = n, .n = n, .k = n, .seed = 9});
    const std::vector<double> triangle = elements_of(*sample, "A", n);
    const auto chain = [&](bool submits) {
        std::vector<double> x = elements_of(*sample, "B", n), y = elements_of(*others, "A", n),
                            s = elements_of(*others, "B", n);
        RowCaller caller{session, submits};
        for (int i = 0; i < 3; ++i) {
            caller.make<double>(routines::Syrk{},
                                {kLower, Op::none, n, n, 0.25, x.data(), n, 0, s.data(), n});
            caller.make<double>(routines::Symm{},
                                {Side::left, kLower, n, n, 0.25, s.data(), n, x.data(), n, 0.5, y.data(), n});
            caller.make<double>(routines::Trmm{}, {Side::left, kLower, Op::none, Diag::non_unit, n, n, 0.25,
                                                   triangle.data(), n, x.data(), n});
            caller.make<double>(routines::Syr2k{},
                                {kLower, Op::none, n, n, 0.25, x.data(), n, y.data(), n, 1, s.data(), n});
        }
        caller.wait();
        return std::vector{x, y, s};
    };
    const auto at_once = chain(false), submitted = chain(true);
    for (std::size_t i = 0; i < at_once.size(); ++i)
        for (std::size_t p = 0; p < at_once[i].size(); ++p)
            ASSERT_NEAR(submitted[i][p], at_once[i][p], 1e-12) << i << ", " << p;
}

TEST(Async, ACallThatReturnsWhenItIsDoneWaitsForThoseBeforeIt) {
    Session session(test::test_options());
    constexpr std::int64_t n = 64;
    std::vector<double> triangle(n * n, 0.0);
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = j; i < n; ++i)
            triangle[static_cast<std::size_t>(i + j * n)] = i == j ? 2 : 0.01;
    const auto in_flight = product_of_order(n), done = product_of_order(n);
    const auto solve = [&](Problem& x, double alpha, bool submits = false) {
        RowCaller caller{session, submits};
        caller.make<double>(routines::Trsm{},
                            {Side::left, Uplo::lower, Op::none, Diag::non_unit, n, n, alpha,
                             alpha == 0 ? nullptr : triangle.data(), n, test::data_of<double>(x, "C"), n});
        caller.wait();
    };
    done->call(session);
    const Call product = in_flight->submit(session);
    solve(*in_flight, 1);
    EXPECT_TRUE(product.test());
    solve(*done, 1);
    EXPECT_EQ(elements_of(*in_flight, "C", n), elements_of(*done, "C", n));
    solve(*in_flight, 0, true);
    EXPECT_EQ(elements_of(*in_flight, "C", n), std::vector<double>(n * n, 0.0));
}

/// Tiles of one product; of C := A B + beta C with A symmetric, and of B := L B, columns are independent of
/// each other.
TEST(Async, TilesOfOneMatrixOverlap) {
    Session session(test::test_options());
    constexpr std::int64_t n = 96, m = 90;
    const Uplo lower = Uplo::lower;
    const auto product = product_of_order(n);
    const Given given{.m = m, .n = n, .alpha = -1, .beta = 0.5, .gap = 2};
    const auto symmetric = make_problem("symm", kReal, given),
               triangular = make_problem("trmm", kReal, given);
    const auto at = [](const auto& problem, std::string_view operand, std::int64_t i, std::int64_t j) {
        return test::data_of<double>(*problem, operand) + i + j * problem->ld(operand);
    };
    RowCaller caller{session, true};
    for (std::int64_t i = 0; i < n; i += 48)
        for (std::int64_t j = 0; j < n; j += 48)
            caller.make<double>(routines::Gemm{},
                                {Op::none, Op::none, 48, 48, n, 1, at(product, "A", i, 0), n,
                                 at(product, "B", 0, j), n, 0, at(product, "C", i, j), n});
    for (std::int64_t j = 0; j < n; j += 24) {
        caller.make<double>(routines::Symm{},
                            {Side::left, lower, m, 24, -1, at(symmetric, "A", 0, 0), symmetric->ld("A"),
                             at(symmetric, "B", 0, j), symmetric->ld("B"), 0.5, at(symmetric, "C", 0, j),
                             symmetric->ld("C")});
        caller.make<double>(routines::Trmm{}, {Side::left, lower, Op::none, Diag::non_unit, m, 24, -1,
                                               at(triangular, "A", 0, 0), triangular->ld("A"),
                                               at(triangular, "B", 0, j), triangular->ld("B")});
    }
    caller.wait();
    for (const auto* const problem : {&product, &symmetric, &triangular})
        EXPECT_TRUE(test::is_right(**problem));
}

/// Two triangles that fill n + 1 rows and n columns without a common element: the upper one from row 0, the
/// lower one from row 1 on.
class TwoTriangles {
  public:
    explicit TwoTriangles(std::string_view routine) {
        for (const Uplo uplo : {Uplo::lower, Uplo::upper})
            problems_.push_back(make_problem(routine, kReal,
                                             {.uplo = uplo,
                                              .n = n,
                                              .k = k,
                                              .beta = 0.5,
                                              .gap = 1,
                                              .seed = uplo == Uplo::lower ? 1U : 2U}));
        for_each_element([&](double& in_problem, double& in_matrix) { in_matrix = in_problem; });
    }
    /// Of the lower triangle or the upper one.
    void call(Uplo uplo, RowCaller& caller) {
        const bool lower = uplo == Uplo::lower;
        Problem& problem = *problems_[lower ? 0 : 1];
        const double* const a = test::data_of<double>(problem, "A");
        double* const c = c_.data() + (lower ? 1 : 0);
        if (problem.listed().routine == "syrk")
            caller.make<double>(routines::Syrk{}, {uplo, Op::none, n, k, 1, a, n + 1, 0.5, c, n + 1});
        else
            caller.make<double>(routines::Syr2k{},
                                {uplo, Op::none, n, k, 1, a, n + 1, test::data_of<double>(problem, "B"),
                                 n + 1, 0.5, c, n + 1});
    }
    void expect_right() {
        for_each_element([&](double& in_problem, double& in_matrix) { in_problem = in_matrix; });
        for (const auto& problem : problems_) ASSERT_TRUE(test::is_right(*problem));
    }

  private:
    template <class Act>
    void for_each_element(const Act& act) {
        for (const std::int64_t from : {1, 0}) {
            Problem& problem = *problems_[from == 1 ? 0 : 1];
            for (std::int64_t j = 0; j < n; ++j)
                for (std::int64_t i = 0; i < n; ++i)
                    if (problem.counts("C", i, j))
                        act(test::data_of<double>(problem, "C")[i + j * (n + 1)],
                            c_[static_cast<std::size_t>(i + from + j * (n + 1))]);
        }
    }

    static constexpr std::int64_t n = 150, k = 40;
    std::vector<std::unique_ptr<Problem>> problems_;
    std::vector<double> c_ = std::vector<double>((n + 1) * n);
};

/// The other triangle may be another call's, or another thread's.
TEST(Async, TwoTrianglesOfOneMatrixAreBothRight) {
    Session session(test::test_options());
    for (const std::string_view routine : {"syrk", "syr2k"})
        for (int i = 0; i < 4; ++i) {
            TwoTriangles x(routine);
            RowCaller caller{session, i == 0}, other{session, false};
            std::thread lower;
            if (i == 0)
                x.call(Uplo::lower, caller);
            else
                lower = std::thread([&] { x.call(Uplo::lower, other); });
            x.call(Uplo::upper, caller);
            if (i > 0) lower.join();
            caller.wait();
            x.expect_right();
        }
}

TEST(Async, WrongArgumentsAreFoundAtOnce) {
    Session session(test::test_options());
    double x = 1;
    const Error error = test::expect_error(ErrorCode::invalid_argument, {}, [&] {
        return gemm_async<double>(session, Layout::col_major, Op::none, Op::none, 1, 1, -1, 1, &x, 1, &x, 1,
                                  0, &x, 1);
    });
    EXPECT_EQ(error.context().argument, 6);
    EXPECT_THROW((void)trsm_async<float>(session, Layout::col_major, Side::left, Uplo::lower, Op::none,
                                         Diag::unit, 2, 1, 1.0F, nullptr, 1, nullptr, 2),
                 Error);
    EXPECT_EQ(session.statistics().runs, 0U);
}

TEST(Async, ASessionEndsAfterItsCalls) {
    std::vector<std::unique_ptr<Problem>> problems;
    std::vector<Call> calls;
    {
        Session session(test::test_options());
        for (int i = 0; i < 4; ++i)
            calls.push_back(problems.emplace_back(product_of_order(60))->submit(session));
    }
    for (std::size_t i = 0; i < problems.size(); ++i) {
        EXPECT_TRUE(calls[i].test());
        EXPECT_TRUE(test::is_right(*problems[i]));
    }
}

TEST(Async, WhatWaitThrowsIsTheCallsError) {
    MachineOptions options = test::test_options();
    options.memory_limit = 4096;
    Session session(options);
    const auto problem = product_of_order(100);
    const auto before = problem->result_bits();
    const Call call = problem->submit(session);
    test::expect_error(ErrorCode::out_of_memory, {}, [&] { return call.wait(); });
    EXPECT_EQ(problem->result_bits(), before);
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
