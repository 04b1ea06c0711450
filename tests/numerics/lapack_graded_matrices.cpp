// Matrices whose rows or elements have different scales, natively and under automatic arithmetic.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <utility>
#include <vector>

#include "support/gemm_samples.hpp"
#include "support/pocl_optimiser.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/gemm.hpp>
#include <hg/blas/session.hpp>
#include <hg/lapack/gesv.hpp>

namespace hg {
namespace {

class GradedMatrices : public test::Optimised<testing::Test> {
  protected:
    static constexpr std::int64_t kOrder = 384;
    static constexpr std::int64_t kLargeRows = 200;

    static MachineOptions options(Arithmetic arithmetic) {
        MachineOptions options = test::test_options();
        options.arithmetic = arithmetic;
        return options;
    }

    /// The largest error of x in A x = b, whose elements are ones, and x. The last rows of A are 1e-20 as
    /// large as the first ones, and one block of columns has pivots of both kinds.
    static std::pair<double, std::vector<double>> solve(Session& session) {
        test::Matrix<double> A(Layout::col_major, kOrder, kOrder, 0, 42);
        std::vector<double> x(kOrder);
        std::vector<std::int64_t> ipiv(kOrder);
        for (std::int64_t i = 0; i < kOrder; ++i) {
            long double sum = 0;
            for (std::int64_t j = 0; j < kOrder; ++j) {
                if (i >= kLargeRows) A(i, j) *= 1e-20;
                sum += A(i, j);
            }
            x[static_cast<std::size_t>(i)] = static_cast<double>(sum);
        }
        EXPECT_EQ(gesv<double>(session, Layout::col_major, kOrder, 1, A.data.data(), A.ld, ipiv.data(),
                               x.data(), kOrder),
                  0);
        double error = 0;
        for (const double element : x) error = std::max(error, std::fabs(element - 1));
        return {error, x};
    }

    Session native_{options(Arithmetic::native)};
    Session automatic_{options(Arithmetic::automatic)};
};

TEST_F(GradedMatrices, AreSolvedAutomaticallyAsNatively) {
    const auto [error, x] = solve(native_);
    EXPECT_LT(error, 1e-8);
    EXPECT_EQ(solve(automatic_).second, x);
    if (!test::on_host()) return;  // plain OpenCL C multiplies residues slowly
    Session emulated(options(Arithmetic::emulated));
    const auto [lost, wrong] = solve(emulated);
    EXPECT_NE(wrong, x) << "by integers it has other bits";
    std::cout << "largest error of x, native and emulated: " << error << ", " << lost << '\n';
}

/// Elements of a row differ by many orders, and so do those of a column.
TEST_F(GradedMatrices, AreMultipliedAutomaticallyAsNatively) {
    constexpr std::int64_t kSize = 96;
    test::Matrix<double> a(Layout::col_major, kSize, kSize, 0, 1), b(Layout::col_major, kSize, kSize, 0, 2);
    for (std::int64_t j = 0; j < kSize; ++j)
        for (std::int64_t i = 0; i < kSize; ++i) {
            a(i, j) *= std::pow(10.0, static_cast<double>((7 * i + 3 * j) % 41 - 20));
            b(i, j) *= std::pow(10.0, static_cast<double>((5 * i + j) % 37 - 18));
        }
    const auto product = [&](Session& session) {
        std::vector<double> c(kSize * kSize);
        gemm<double>(session, Layout::col_major, Op::none, Op::none, kSize, kSize, kSize, 1.0, a.data.data(),
                     a.ld, b.data.data(), b.ld, 0.0, c.data(), kSize);
        return c;
    };
    const std::vector<double> c = product(native_);
    EXPECT_EQ(product(automatic_), c);
    if (!test::on_host()) return;
    Session emulated(options(Arithmetic::emulated));
    EXPECT_NE(product(emulated), c);
}

}  // namespace
}  // namespace hg
