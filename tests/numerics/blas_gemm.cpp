// gemm, beside what all routines do: blas_level3.cpp.
#include <gtest/gtest.h>

#include <cmath>

#include "support/gemm_calls.hpp"
#include "support/shared_devices.hpp"

namespace hg {
namespace {

using test::GemmSample;
using test::Matrix;

class GemmNumerics : public test::SessionSuite<testing::Test> {};

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

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
