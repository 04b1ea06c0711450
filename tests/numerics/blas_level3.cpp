#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "support/faulty_session.hpp"
#include "support/level3_samples.hpp"

namespace hg {
namespace {

using test::Level3;
using test::level3_works;
using test::Level3Letters;
using test::Level3Sample;
using test::Matrix;

class Level3Numerics : public testing::TestWithParam<Level3> {
  protected:
    static void SetUpTestSuite() { session_ = std::make_unique<Session>(test::test_options()); }
    static void TearDownTestSuite() { session_.reset(); }

    static std::unique_ptr<Session> session_;
};

std::unique_ptr<Session> Level3Numerics::session_;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// All combinations of the letters that the routine has.
std::vector<Level3Letters> all_letters(Level3 routine) {
    std::vector<Level3Letters> list;
    const bool has_op = routine != Level3::symm;
    for (const Layout layout : {Layout::col_major, Layout::row_major})
        for (const Uplo uplo : {Uplo::lower, Uplo::upper})
            for (const Side side : {Side::left, Side::right})
                for (const Op op : {Op::none, Op::trans, Op::conj_trans})
                    for (const Diag diag : {Diag::non_unit, Diag::unit}) {
                        if (side == Side::right && !has_side(routine)) continue;
                        if (op != Op::none && !has_op) continue;
                        if (diag == Diag::unit && !is_triangular(routine)) continue;
                        list.push_back({.routine = routine,
                                        .layout = layout,
                                        .side = side,
                                        .uplo = uplo,
                                        .op = op,
                                        .diag = diag});
                    }
    return list;
}

/// NaN or a number stands in triangles that do not count.
template <class T>
void check_cases(Session& session, Level3 routine, std::int64_t m, std::int64_t n, std::int64_t k,
                 std::int64_t gap) {
    unsigned seed = 1;
    for (const Level3Letters& letters : all_letters(routine))
        for (const T alpha : {T{0}, T{1}, T{2.5}})
            for (const T beta : {T{0}, T{1}, T{-0.5}}) {
                if (beta != T{0} && is_triangular(routine)) continue;
                Level3Sample<T> s{letters, m, n, k, alpha, beta, gap, ++seed};
                if (seed % 2 == 0) s.outside = T{777};
                ASSERT_TRUE(level3_works(session, s));
            }
}

TEST_P(Level3Numerics, AllCasesF64) {
    check_cases<double>(*session_, GetParam(), 37, 23, 29, 3);
}
TEST_P(Level3Numerics, AllCasesF32) {
    check_cases<float>(*session_, GetParam(), 19, 34, 17, 0);
}
TEST_P(Level3Numerics, AllCasesOfOneElement) {
    check_cases<double>(*session_, GetParam(), 1, 1, 1, 1);
}

TEST_P(Level3Numerics, SizesOfZeroOneAndMore) {
    for (const std::int64_t m : {0, 1, 66})
        for (const std::int64_t n : {0, 1, 70})
            for (const std::int64_t k : {0, 1, 130})
                for (const double beta : {0.0, 1.0, -0.5})
                    ASSERT_TRUE(level3_works<double>(
                        *session_, {{.routine = GetParam(), .side = Side::right}, m, n, k, 1.5, beta, 1}));
}

TEST_P(Level3Numerics, LargerThanABlock) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
        ASSERT_TRUE(level3_works<double>(
            *session_, {{.routine = GetParam(), .uplo = uplo, .op = Op::trans}, 330, 290, 150, 1, 0.5, 5}));
        ASSERT_TRUE(level3_works<float>(
            *session_,
            {{.routine = GetParam(), .layout = Layout::row_major, .side = Side::right, .uplo = uplo},
             90,
             310,
             330,
             -1}));
    }
}

TEST_P(Level3Numerics, BetaZeroNeverReadsC) {
    for (const double alpha : {0.0, 1.0}) {
        // Without beta, C is a factor.
        if (is_triangular(GetParam()) && alpha != 0) continue;
        const Level3Sample<double> s{{.routine = GetParam()}, 70, 50, 20, alpha};
        const Matrix<double> a = s.make_a(), b = s.make_b();
        Matrix<double> c = s.make_c();
        for (double& element : c.data) element = kUnknown;
        EXPECT_TRUE(level3_is_right(s, a, b, c, call_level3(*session_, s, a, b, c)));
    }
}

TEST_P(Level3Numerics, AlphaZeroReadsNoFactor) {
    const Level3Sample<double> s{{.routine = GetParam()}, 70, 50, 20, 0, -0.5};
    Matrix<double> a = s.make_a(), b = s.make_b();
    const Matrix<double> c = s.make_c();
    for (double& element : a.data) element = kUnknown;
    for (double& element : b.data) element = kUnknown;
    const double beta = is_triangular(GetParam()) ? 0 : -0.5;
    const Matrix<double> got = call_level3(*session_, s, a, b, c);
    for (std::int64_t j = 0; j < c.cols; ++j)
        for (std::int64_t i = 0; i < c.rows; ++i) {
            if (!s.counts_in_c(i, j)) continue;
            ASSERT_EQ(got(i, j), beta * c(i, j)) << i << ", " << j;
        }
    EXPECT_TRUE(same_outside(s, c, got));
}

/// A NaN in A makes NaN of what the formula takes it for, and of nothing else.
TEST_P(Level3Numerics, ANaNSpreadsAsInTheSums) {
    const Level3Sample<double> s{{.routine = GetParam()}, 150, 140, 150, 1, 1, 0, 1, 777};
    constexpr std::int64_t row = 130, col = 7;
    Matrix<double> a = s.make_a();
    a(row, col) = kUnknown;
    const Matrix<double> b = s.make_b(), c = s.make_c();
    const Matrix<double> got = call_level3(*session_, s, a, b, c);
    for (std::int64_t j = 0; j < c.cols; ++j)
        for (std::int64_t i = 0; i < c.rows; ++i) {
            if (!s.counts_in_c(i, j)) continue;
            const bool in_row = i == row;
            const bool spreads = GetParam() == Level3::symm           ? in_row || i == col
                                 : test::updates_triangle(GetParam()) ? in_row || j == row
                                                                      : in_row;
            ASSERT_EQ(std::isnan(got(i, j)), spreads) << i << ", " << j;
        }
}

/// For a part of the matrices below: a few tiles, or with a triangle a strip of B and a block of A.
MachineOptions little_memory(MachineOptions options, Level3 routine) {
    options.memory_limit = is_triangular(routine) ? 1200 << 10 : 300 << 10;
    return options;
}

/// Matrices larger than the devices' memory.
TEST_P(Level3Numerics, BeyondDeviceMemoryTheOtherTriangleStaysUntouched) {
    Session session(little_memory(test::test_options(), GetParam()));
    for (const Layout layout : {Layout::col_major, Layout::row_major})
        for (const Uplo uplo : {Uplo::lower, Uplo::upper})
            for (const double outside : {kUnknown, 777.0})
                for (const double beta : {0.0, -0.5}) {
                    const Level3Letters letters{.routine = GetParam(), .layout = layout, .uplo = uplo};
                    const std::int64_t n = is_triangular(GetParam()) ? 500 : 250;
                    ASSERT_TRUE(
                        level3_works<double>(session, {letters, 260, n, 120, 1, beta, 3, 1, outside}));
                }
}

/// Sessions on so many devices, with little memory so that all of them have work.
TEST_P(Level3Numerics, AnyNumberOfDevicesGivesTheSameBits) {
    for (const Op op : {Op::none, Op::trans}) {
        const Level3Sample<double> s{{.routine = GetParam(), .op = op}, 230, 250, 170, 1.5, -0.5, 1, 1, 777};
        const Matrix<double> a = s.make_a(), b = s.make_b(), c = s.make_c();
        const auto on = [&](std::size_t devices) {
            test::FaultySession<8> x(little_memory(test::first_test_devices(devices), GetParam()));
            const Matrix<double> got = call_level3(x.session, s, a, b, c);
            EXPECT_EQ(x.failed_runs(), 0U);
            const auto busy = std::count_if(x.plans.begin(), x.plans.end(), [](const test::FaultPlan& plan) {
                return plan.count(Operation::exec) > 0;
            });
            EXPECT_GE(busy, devices > 1 ? 2 : 1) << "of " << devices << " devices";
            EXPECT_TRUE(call_level3(x.session, s, a, b, c).data == got.data) << "timing does not matter";
            return got;
        };
        const Matrix<double> one = on(1);
        ASSERT_TRUE(level3_is_right(s, a, b, c, one));
        for (const std::size_t devices : {2U, 3U, 8U}) {
            const Matrix<double> got = on(devices);
            EXPECT_TRUE(same_outside(s, c, got));
            for (std::int64_t j = 0; j < c.cols; ++j)
                for (std::int64_t i = 0; i < c.rows; ++i) {
                    if (!s.counts_in_c(i, j)) continue;
                    ASSERT_EQ(got(i, j), one(i, j)) << i << ", " << j << " on " << devices << " devices";
                }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, Level3Numerics, testing::ValuesIn(test::kSymmetricAndTriangular),
                         [](const auto& routine) { return test::name_of(routine.param); });

}  // namespace
}  // namespace hg
