#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <limits>
#include <memory>
#include <string>

#include "support/least_squares_samples.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::LeastSquares;

using C64 = std::complex<double>;
using C32 = std::complex<float>;

constexpr std::array kBothOps{Op::none, Op::trans};

/// By the CPU's LAPACK as a whole, and by parts on the devices.
class GelsNumerics : public testing::TestWithParam<bool> {
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

    static Session& session() { return GetParam() ? *as_whole_ : *by_parts_; }

    template <class T>
    static void check_size(Op op, std::int64_t m, std::int64_t n, std::int64_t nrhs) {
        const LeastSquares<T> before(op, m, n, nrhs);
        LeastSquares<T> s = before;
        ASSERT_EQ(s.solve(session()), 0);
        for (std::int64_t j = 0; j < nrhs; ++j)
            EXPECT_TRUE(is_solution(before, s, j)) << static_cast<char>(op);
        EXPECT_TRUE(nrhs == 0 || holds_factors(before.A, s.A));
        EXPECT_TRUE(s.A.gaps_untouched());
        EXPECT_TRUE(s.B.gaps_untouched());
    }

    /// X is the same for matrices that are larger or smaller by powers of two.
    template <class T>
    static void check_scale(RealOf<T> of_a, RealOf<T> of_b) {
        for (const auto& [m, n] : {std::pair{13, 6}, {6, 13}})
            for (const Op op : kBothOps) {
                LeastSquares<T> plain(op, m, n, 2), scaled = plain;
                for (T& element : scaled.A.data) element *= of_a;
                for (T& element : scaled.B.data) element *= of_b;
                ASSERT_EQ(plain.solve(session()), 0);
                ASSERT_EQ(scaled.solve(session()), 0);
                for (std::int64_t j = 0; j < 2; ++j)
                    for (std::int64_t i = 0; i < plain.cols(); ++i)
                        EXPECT_LE(std::abs(scaled.B(i, j) / of_b * of_a - plain.B(i, j)),
                                  1e3 * std::numeric_limits<RealOf<T>>::epsilon());
            }
    }

    /// NaN in an element of B, and in one of A.
    template <class T>
    static void check_nan();

    static std::unique_ptr<Session> by_parts_, as_whole_;
};

std::unique_ptr<Session> GelsNumerics::by_parts_, GelsNumerics::as_whole_;

TEST_P(GelsNumerics, AllShapes) {
    for (const std::int64_t m : {1, 2, 5, 17, 40})
        for (const std::int64_t n : {1, 3, 17, 40})
            for (const Op op : kBothOps) check_size<double>(op, m, n, 3);
    for (const Op op : kBothOps) {
        check_size<float>(op, 23, 9, 1);
        check_size<float>(op, 9, 23, 4);
        check_size<float>(op, 16, 16, 0);
    }
    check_size<double>(Op::conj_trans, 12, 5, 2);
    for (const auto& [m, n] : {std::pair{1, 1}, {2, 1}, {1, 3}, {17, 17}, {40, 17}, {17, 40}})
        for (const Op op : kBothOps) {
            check_size<C64>(op, m, n, 3);
            check_size<C32>(op, m, n, 1);
        }
}

TEST_P(GelsNumerics, ComplexMatricesHaveNoTransposes) {
    LeastSquares<C64> s(Op::none, 4, 3, 1);
    s.op = Op::trans;
    const LeastSquares<C64> before = s;
    try {
        s.solve(session());
        FAIL() << "it was solved";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        EXPECT_NE(std::string(error.what()).find("zgels: argument 1 (op) must be none or conj_trans"),
                  std::string::npos)
            << error.what();
    }
    EXPECT_EQ(s.A.data, before.A.data);
    EXPECT_EQ(s.B.data, before.B.data);
}

TEST_P(GelsNumerics, LargerThanOneBlock) {
    for (const Op op : kBothOps) {
        check_size<double>(op, 301, 150, 5);
        check_size<double>(op, 150, 301, 5);
    }
    check_size<float>(Op::none, 200, 70, 130);
    for (const Op op : kBothOps) {
        check_size<C64>(op, 161, 90, 3);
        check_size<C64>(op, 90, 161, 3);
    }
    check_size<C32>(Op::none, 140, 70, 130);
}

TEST_P(GelsNumerics, SolutionsWithoutEquationsAreZero) {
    for (const auto& [m, n] : {std::pair{0, 4}, {4, 0}, {0, 0}})
        for (const Op op : kBothOps) {
            LeastSquares<double> s(op, m, n, 2);
            EXPECT_EQ(s.solve(session()), 0);
            for (std::int64_t j = 0; j < 2; ++j)
                for (std::int64_t i = 0; i < s.B.rows; ++i) EXPECT_EQ(s.B(i, j), 0);
            EXPECT_TRUE(s.B.gaps_untouched());
        }
    LeastSquares<double> s(Op::none, 6, 4, 2);
    s.A.data.assign(s.A.data.size(), 0);
    EXPECT_EQ(s.solve(session()), 0);
    for (std::int64_t i = 0; i < 6; ++i) EXPECT_EQ(s.B(i, 1), 0);
}

TEST_P(GelsNumerics, InfoIsTheZeroOfTheTriangle) {
    for (const Op op : kBothOps) {
        LeastSquares<double> tall(op, 20, 7, 2), wide(op, 7, 20, 2);
        for (std::int64_t i = 0; i < 20; ++i) tall.A(i, 2) = wide.A(4, i) = 0;
        EXPECT_EQ(tall.solve(session()), 3);
        EXPECT_EQ(wide.solve(session()), 5);
        LeastSquares<C64> complex_tall(op, 20, 7, 2), complex_wide(op, 7, 20, 2);
        for (std::int64_t i = 0; i < 20; ++i) complex_tall.A(i, 2) = complex_wide.A(4, i) = 0;
        EXPECT_EQ(complex_tall.solve(session()), 3);
        EXPECT_EQ(complex_wide.solve(session()), 5);
    }
}

TEST_P(GelsNumerics, NoScaleIsTooLargeOrTooSmall) {
    check_scale<double>(0x1p-1000, 0x1p-1000);
    check_scale<double>(0x1p1000, 0x1p1000);
    check_scale<double>(0x1p-1000, 0x1p-100);
    check_scale<double>(0x1p1000, 0x1p300);
    check_scale<double>(1, 0x1p-1000);
    check_scale<double>(1, 0x1p1000);
    check_scale<float>(0x1p-110F, 0x1p-110F);
    check_scale<float>(0x1p110F, 0x1p110F);
    for (const double of_a : {0x1p-1000, 1.0, 0x1p1000})
        for (const double of_b : {0x1p-1000, 0x1p1000})
            if (of_a == 1.0 || of_a == of_b) check_scale<C64>(of_a, of_b);
    check_scale<C32>(0x1p-110F, 0x1p-110F);
    check_scale<C32>(0x1p110F, 0x1p110F);
}

/// The factors of a scaled matrix are LAPACK's: how far it is scaled follows from magnitudes, not from parts.
TEST_P(GelsNumerics, ComplexMatricesAreScaledAsLapackDoes) {
    for (const auto& [m, n] : {std::pair{13, 6}, {6, 13}})
        for (const double scale : {0x1p-1000, 0x1p1000}) {
            LeastSquares<C64> s(Op::none, m, n, 1);
            for (C64& element : s.A.data) element *= scale;
            LeastSquares<C64> expected = s;
            ASSERT_EQ(s.solve(session()), 0);
            ASSERT_EQ(expected.solve(*as_whole_), 0);
            const double bound = 1e-12 * std::abs(expected.A(0, 0));
            for (std::int64_t j = 0; j < n; ++j)
                for (std::int64_t i = 0; i < m; ++i)
                    if (m > n ? i <= j : j <= i) {
                        ASSERT_LE(std::abs(s.A(i, j) - expected.A(i, j)), bound) << i << ", " << j;
                    }
        }
}

template <class T>
void GelsNumerics::check_nan() {
    const T kNan = test::not_a_number<T>();
    for (const Op op : kBothOps)
        for (const auto& [m, n] : {std::pair{12, 5}, {5, 12}}) {
            LeastSquares<T> good(op, m, n, 3), sides = good, matrix = good;
            sides.B(2, 1) = kNan;
            matrix.A(1, 1) = kNan;
            EXPECT_EQ(good.solve(session()), 0);
            EXPECT_EQ(sides.solve(session()), 0);
            EXPECT_EQ(matrix.solve(session()), 0);
            for (std::int64_t i = 0; i < good.cols(); ++i) {
                EXPECT_TRUE(test::is_nan(sides.B(i, 1)));
                for (const std::int64_t j : {0, 2}) EXPECT_LE(std::abs(sides.B(i, j) - good.B(i, j)), 1e-13);
            }
            EXPECT_TRUE(test::is_nan(matrix.B(0, 0)));
        }
}

TEST_P(GelsNumerics, NanSpreadsToWhatDependsOnIt) {
    check_nan<double>();
    check_nan<C64>();
}

INSTANTIATE_TEST_SUITE_P(Ways, GelsNumerics, testing::Bool(),
                         [](const auto& way) { return way.param ? "AsAWhole" : "ByParts"; });

}  // namespace
}  // namespace hg
