#include <gtest/gtest.h>

#include <cmath>

#include "support/gemm_calls.hpp"

namespace hg {
namespace {

using test::gemm_works;
using test::GemmSample;
using test::Matrix;

class GemmNumerics : public testing::Test {
  protected:
    static void SetUpTestSuite() { session_ = std::make_unique<Session>(test::test_options()); }
    static void TearDownTestSuite() { session_.reset(); }

    template <class T>
    static void check_cases(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t gap) {
        unsigned seed = 1;
        for (Layout layout : {Layout::col_major, Layout::row_major})
            for (Op op_a : {Op::none, Op::trans, Op::conj_trans})
                for (Op op_b : {Op::none, Op::trans, Op::conj_trans})
                    for (T alpha : {T{0}, T{1}, T{2.5}})
                        for (T beta : {T{0}, T{1}, T{-0.5}}) {
                            const GemmSample<T> sample{layout, op_a, op_b, m, n, k, alpha, beta, gap, ++seed};
                            ASSERT_TRUE(gemm_works(*session_, sample));
                        }
    }

    static std::unique_ptr<Session> session_;
};

std::unique_ptr<Session> GemmNumerics::session_;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

TEST_F(GemmNumerics, RunsOnTheDevicesAskedFor) {
    for (std::size_t d = 0; d < session_->machine().device_count(); ++d)
        EXPECT_EQ(session_->machine().device(d).is_host, test::on_host());
}

TEST_F(GemmNumerics, AllCasesF64) {
    check_cases<double>(37, 23, 29, 3);
}
TEST_F(GemmNumerics, AllCasesF32) {
    check_cases<float>(19, 41, 33, 2);
}
TEST_F(GemmNumerics, AllCasesOfOneElement) {
    check_cases<double>(1, 1, 1, 0);
}

TEST_F(GemmNumerics, SizesOfZeroOneAndMore) {
    for (std::int64_t m : {0, 1, 66})
        for (std::int64_t n : {0, 1, 35})
            for (std::int64_t k : {0, 1, 130})
                for (double beta : {0.0, 1.0, -0.5}) {
                    const GemmSample<double> sample{
                        .m = m, .n = n, .k = k, .alpha = 1.5, .beta = beta, .gap = 1};
                    ASSERT_TRUE(gemm_works(*session_, sample));
                }
}

TEST_F(GemmNumerics, LargerThanABlock) {
    ASSERT_TRUE(gemm_works<double>(*session_,
                                   {.op_b = Op::trans, .m = 700, .n = 130, .k = 530, .beta = 1, .gap = 5}));
    ASSERT_TRUE(gemm_works<float>(
        *session_,
        {.layout = Layout::row_major, .op_a = Op::trans, .m = 90, .n = 1100, .k = 600, .beta = -0.5f}));
}

TEST_F(GemmNumerics, BetaZeroNeverReadsC) {
    const GemmSample<double> s{.m = 70, .n = 30, .k = 20};
    const auto a = s.make_a();
    const auto b = s.make_b();
    auto c = s.make_c();
    c(3, 4) = kNaN;
    c(5, 6) = kInf;
    EXPECT_TRUE(gemm_is_right(s, a, b, c, call_gemm(*session_, s, a, b, c)));
    GemmSample<double> nothing = s;
    nothing.alpha = 0;
    EXPECT_TRUE(gemm_is_right(nothing, a, b, c, call_gemm(*session_, nothing, a, b, c)));
}

TEST_F(GemmNumerics, AlphaZeroNeverReadsAOrB) {
    const GemmSample<double> s{.m = 70, .n = 30, .k = 20, .alpha = 0, .beta = -0.5};
    auto a = s.make_a();
    auto b = s.make_b();
    const auto c = s.make_c();
    a(0, 0) = kNaN;
    b(1, 1) = kInf;
    const auto got = call_gemm(*session_, s, a, b, c);
    for (std::int64_t j = 0; j < s.n; ++j)
        for (std::int64_t i = 0; i < s.m; ++i) ASSERT_EQ(got(i, j), -0.5 * c(i, j));
}

TEST_F(GemmNumerics, NaNsAndInfinitiesSpreadAsInTheSums) {
    const GemmSample<double> s{.m = 150, .n = 140, .k = 33, .beta = 1};
    auto a = s.make_a();
    const auto b = s.make_b();
    auto c = s.make_c();
    a(130, 7) = kNaN;
    a(12, 3) = kInf;
    c(5, 139) = kNaN;
    const auto got = call_gemm(*session_, s, a, b, c);
    for (std::int64_t j = 0; j < s.n; ++j)
        for (std::int64_t i = 0; i < s.m; ++i) {
            if (i == 130 || (i == 5 && j == 139))
                ASSERT_TRUE(std::isnan(got(i, j))) << i << ", " << j;
            else if (i == 12)
                ASSERT_EQ(got(i, j), std::copysign(kInf, b(3, j))) << j;
            else
                ASSERT_TRUE(std::isfinite(got(i, j))) << i << ", " << j;
        }
}

TEST_F(GemmNumerics, EachElementKeepsItsBitsWhateverTheNumberOfDevices) {
    Machine& machine = session_->machine();
    ASSERT_GE(machine.device_count(), 3u);
    const GemmSample<double> s{
        .op_b = Op::trans, .m = 300, .n = 210, .k = 170, .alpha = 1.5, .beta = -0.5, .gap = 1};
    const auto a = s.make_a();
    const auto b = s.make_b();
    const auto c = s.make_c();
    for (std::int64_t block : {0, 48}) {
        const GemmProblem problem = problem_of(s, block);
        const auto run = [&](std::size_t devices, std::size_t grid_columns) {
            const Target target = test::first_devices(machine, devices);
            return run_gemm(machine, test::gemm_on_grid(problem, target, grid_columns), s, a, b, c);
        };
        const auto one = run(1, 1);
        ASSERT_TRUE(gemm_is_right(s, a, b, c, one));
        for (std::size_t grid_columns : {1u, 2u, 3u}) {
            const auto three = run(3, grid_columns);
            ASSERT_TRUE(gemm_is_right(s, a, b, c, three));
            EXPECT_TRUE(three.data == run(3, grid_columns).data) << "timing does not matter";
            EXPECT_TRUE(one.data == three.data) << grid_columns << " columns of devices";
        }
        EXPECT_TRUE(one.data == run(2, 2).data);
    }
}

}  // namespace
}  // namespace hg
