// Least squares and least norms: each type of elements, judged by the rule of
// tools/workload/rule/routines/qr.hpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "support/expected_error.hpp"
#include "support/problems.hpp"
#include "support/test_devices.hpp"
#include <hg/lapack/gels.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::data_of;
using test::Problem;

/// Op::trans stands for A^H if elements are complex.
constexpr std::array kTwoOps{Op::none, Op::trans};

/// A type of elements, by the CPU's LAPACK as a whole, or by parts on the devices.
class Gels : public testing::TestWithParam<std::tuple<ElementType, bool>> {
  protected:
    static void SetUpTestSuite() {
        MachineOptions options = test::test_options();
        by_parts_ = std::make_unique<Session>(options);
        options.host_below = 1 << 20;
        as_whole_ = std::make_unique<Session>(options);
    }
    static void TearDownTestSuite() {
        by_parts_.reset();
        as_whole_.reset();
    }
    void TearDown() override { EXPECT_EQ(session().statistics().failed_runs, 0u) << "a device failed"; }

    static ElementType type() { return std::get<0>(GetParam()); }
    static bool is_double() { return needs_f64(type()); }
    static Session& session() { return std::get<1>(GetParam()) ? *as_whole_ : *by_parts_; }
    static std::unique_ptr<Problem> make(Op op, std::int64_t m, std::int64_t n, std::int64_t nrhs) {
        return test::make_problem("gels", type(), {.op = op, .m = m, .n = n, .nrhs = nrhs, .gap = 3});
    }
    static testing::AssertionResult solves(Problem& problem) {
        const hgctl::CheckResult result = problem.check(session());
        if (result.passed()) return testing::AssertionSuccess();
        return testing::AssertionFailure() << result.problem << ": " << result.fault;
    }
    /// Multiplies all elements of A, and those of B that are read.
    static void scale(Problem& problem, std::int64_t m, std::int64_t n, double of_a, double of_b) {
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < m; ++i) problem.set("A", i, j, problem.was("A", i, j) * of_a);
        for (std::int64_t j = 0; j < 2; ++j)
            for (std::int64_t i = 0; i < std::max(m, n); ++i)
                problem.set("B", i, j, problem.was("B", i, j) * of_b);
    }

    static std::unique_ptr<Session> by_parts_, as_whole_;
};
std::unique_ptr<Session> Gels::by_parts_, Gels::as_whole_;

TEST_P(Gels, AllShapes) {
    std::vector<std::array<std::int64_t, 3>> sizes{{1, 1, 3},   {2, 1, 3},   {1, 3, 3},
                                                   {17, 17, 3}, {40, 17, 1}, {17, 40, 3}};
    if (type() == ElementType::f32) sizes = {{23, 9, 1}, {9, 23, 4}, {16, 16, 0}};
    if (type() == ElementType::f64)
        for (const std::int64_t m : {1, 2, 5, 17, 40})
            for (const std::int64_t n : {1, 3, 17, 40}) sizes.push_back({m, n, 3});
    for (const Op op : kTwoOps)
        for (const auto& [m, n, nrhs] : sizes) EXPECT_TRUE(solves(*make(op, m, n, nrhs)));
}

TEST_P(Gels, LargerThanOneBlock) {
    std::vector<std::array<std::int64_t, 3>> sizes{{161, 90, 3}, {90, 161, 3}};
    if (type() == ElementType::f64) sizes = {{301, 150, 5}, {150, 301, 5}};
    if (type() == ElementType::f32) sizes = {{200, 70, 130}};
    if (type() == ElementType::c32) sizes = {{140, 70, 130}};
    for (const Op op : kTwoOps)
        for (const auto& [m, n, nrhs] : sizes) EXPECT_TRUE(solves(*make(op, m, n, nrhs)));
}

/// LAPACK's real routines take A^H for A^T; its complex ones refuse A^T.
TEST_P(Gels, TransposesAndAdjoints) {
    test::with_elements(type(), [&]<class T>() {
        const auto problem = make(Op::trans, 4, 3, 1);
        const auto before = problem->result_bits();
        const auto solve = [&](Op op) {
            return gels<T>(session(), Layout::col_major, op, 4, 3, 1, data_of<T>(*problem, "A"),
                           problem->ld("A"), data_of<T>(*problem, "B"), problem->ld("B"));
        };
        if (hg::is_complex(type())) {
            const Error error =
                test::expect_error(ErrorCode::invalid_argument, {}, [&] { return solve(Op::trans); });
            EXPECT_NE(std::string(error.what()).find("gels: argument 2 (op) must be none or conj_trans"),
                      std::string::npos)
                << error.what();
            EXPECT_EQ(problem->result_bits(), before);
        }
        EXPECT_EQ(solve(Op::conj_trans), 0);
        EXPECT_TRUE(test::is_right(*problem));
    });
}

TEST_P(Gels, SolutionsWithoutEquationsAreZero) {
    for (const Op op : kTwoOps) {
        for (const auto& [m, n] : {std::pair{0, 4}, {4, 0}, {0, 0}}) EXPECT_TRUE(solves(*make(op, m, n, 2)));
        const auto zero = make(op, 6, 4, 2);
        scale(*zero, 6, 4, 0, 1);
        EXPECT_TRUE(solves(*zero));
        for (std::int64_t i = 0; i < (op == Op::none ? 4 : 6); ++i) EXPECT_EQ(zero->now("B", i, 1), 0.0);
    }
}

TEST_P(Gels, InfoIsTheZeroOfTheTriangle) {
    for (const Op op : kTwoOps) {
        const auto tall = make(op, 20, 7, 2), wide = make(op, 7, 20, 2);
        for (std::int64_t i = 0; i < 20; ++i) tall->set("A", i, 2, 0), wide->set("A", 4, i, 0);
        EXPECT_EQ(tall->call(session()), 3);
        EXPECT_TRUE(test::is_right(*tall, 3));
        EXPECT_EQ(wide->call(session()), 5);
        EXPECT_TRUE(test::is_right(*wide, 5));
    }
}

/// X is the same for matrices that are larger or smaller by powers of two.
TEST_P(Gels, NoScaleIsTooLargeOrTooSmall) {
    const int far = is_double() ? 1000 : 110;
    std::vector<std::pair<int, int>> exponents{{-far, -far}, {far, far}};
    if (is_double()) exponents.insert(exponents.end(), {{0, -far}, {0, far}, {-far, -100}, {far, 300}});
    const double eps =
        is_double() ? std::numeric_limits<double>::epsilon() : std::numeric_limits<float>::epsilon();
    for (const auto& [m, n] : {std::pair{13, 6}, {6, 13}})
        for (const Op op : kTwoOps)
            for (const auto& [of_a, of_b] : exponents) {
                const auto plain = make(op, m, n, 2), scaled = make(op, m, n, 2);
                scale(*scaled, m, n, std::ldexp(1, of_a), std::ldexp(1, of_b));
                EXPECT_TRUE(solves(*plain));
                EXPECT_TRUE(solves(*scaled)) << of_a << ", " << of_b;
                for (std::int64_t j = 0; j < 2; ++j)
                    for (std::int64_t i = 0; i < (op == Op::none ? n : m); ++i)
                        EXPECT_LE(
                            std::abs(scaled->now("B", i, j) * std::ldexp(1, -of_b) * std::ldexp(1, of_a) -
                                     plain->now("B", i, j)),
                            1e3 * eps);
            }
}

/// The factors of a scaled matrix are LAPACK's: how far it is scaled follows from magnitudes, not from parts.
TEST_P(Gels, ComplexMatricesAreScaledAsLapackDoes) {
    if (type() != ElementType::c64) return;
    for (const auto& [m, n] : {std::pair{13, 6}, {6, 13}})
        for (const double of_a : {0x1p-1000, 0x1p1000}) {
            const auto found = make(Op::none, m, n, 2), expected = make(Op::none, m, n, 2);
            scale(*found, m, n, of_a, 1);
            scale(*expected, m, n, of_a, 1);
            ASSERT_EQ(found->call(session()), 0);
            ASSERT_EQ(expected->call(*as_whole_), 0);
            const double bound = 1e-12 * std::abs(expected->now("A", 0, 0));
            for (std::int64_t j = 0; j < n; ++j)
                for (std::int64_t i = 0; i < m; ++i)
                    if (m > n ? i <= j : j <= i) {
                        ASSERT_LE(std::abs(found->now("A", i, j) - expected->now("A", i, j)), bound)
                            << i << ", " << j;
                    }
        }
}

/// NaN in an element of B, and in one of A.
TEST_P(Gels, NanSpreadsToWhatDependsOnIt) {
    if (!is_double()) return;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const Op op : kTwoOps)
        for (const auto& [m, n] : {std::pair{12, 5}, {5, 12}}) {
            const auto good = make(op, m, n, 3), sides = make(op, m, n, 3), matrix = make(op, m, n, 3);
            sides->set("B", 2, 1, {nan, nan});
            matrix->set("A", 1, 1, {nan, nan});
            for (const auto* problem : {&good, &sides, &matrix}) EXPECT_EQ((*problem)->call(session()), 0);
            for (std::int64_t i = 0; i < (op == Op::none ? n : m); ++i) {
                EXPECT_TRUE(std::isnan(sides->now("B", i, 1).real()));
                for (const std::int64_t j : {0, 2})
                    EXPECT_LE(std::abs(sides->now("B", i, j) - good->now("B", i, j)), 1e-13);
            }
            EXPECT_TRUE(std::isnan(matrix->now("B", 0, 0).real()));
        }
}

INSTANTIATE_TEST_SUITE_P(All, Gels, testing::Combine(testing::ValuesIn(test::all_types()), testing::Bool()),
                         [](const auto& way) {
                             return std::string(name(std::get<0>(way.param))) +
                                    (std::get<1>(way.param) ? "AsAWhole" : "ByParts");
                         });

}  // namespace
}  // namespace hg
