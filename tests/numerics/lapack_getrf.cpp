#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "support/lu_samples.hpp"

namespace hg {
namespace {

using test::exact_matrix;
using test::factor;
using test::factor_by_definition;
using test::Factorization;
using test::is_factorization;
using test::Matrix;
using test::random_matrix;
using test::same_factorization;

constexpr std::array kAllPivoting{Pivoting::partial, Pivoting::tournament, Pivoting::none};

class LuNumerics : public testing::Test {
  protected:
    static void SetUpTestSuite() { session_ = std::make_unique<Session>(test::test_options()); }
    static void TearDownTestSuite() { session_.reset(); }
    void TearDown() override { EXPECT_EQ(session_->statistics().failed_runs, 0u) << "a device failed"; }

    template <class T>
    static void check_sizes(std::int64_t m, std::int64_t n) {
        const Matrix<T> A = random_matrix<T>(m, n, static_cast<unsigned>(1000 * m + n));
        const std::uint64_t runs = session_->statistics().runs;
        const Factorization<T> f = factor(*session_, A);
        EXPECT_EQ(f.info, 0);
        EXPECT_TRUE(is_factorization(A, f));
        EXPECT_GT(session_->statistics().runs, runs) << "the devices must do it";
    }

    static std::unique_ptr<Session> session_;
};

std::unique_ptr<Session> LuNumerics::session_;

/// Random, with a diagonal that needs no pivoting.
template <class T>
Matrix<T> dominant_matrix(std::int64_t m, std::int64_t n, unsigned seed) {
    Matrix<T> A = random_matrix<T>(m, n, seed);
    for (std::int64_t i = 0; i < std::min(m, n); ++i) A(i, i) += static_cast<T>(std::max(m, n));
    return A;
}

/// Wilkinson's: partial pivoting makes U(n, n) = 2^(n - 1).
template <class T>
Matrix<T> growth_matrix(std::int64_t n) {
    Matrix<T> A = random_matrix<T>(n, n, 0);
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i) A(i, j) = i == j || j == n - 1 ? T{1} : i > j ? T{-1} : T{0};
    return A;
}

/// Sylvester's matrix of +-1: every pivot ties.
Matrix<double> hadamard_matrix(std::int64_t n) {
    Matrix<double> A = random_matrix<double>(n, n, 0);
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i)
            A(i, j) = __builtin_popcountll(static_cast<unsigned long long>(i & j)) % 2 == 0 ? 1 : -1;
    return A;
}

TEST_F(LuNumerics, RunsOnTheDevicesAskedFor) {
    for (std::size_t d = 0; d < session_->machine().device_count(); ++d)
        EXPECT_EQ(session_->machine().device(d).is_host, test::on_host());
}

TEST_F(LuNumerics, SquareMatricesOfAllSizes) {
    for (std::int64_t n : {1, 2, 3, 17, 32, 63, 64, 65, 128, 129, 200, 257}) check_sizes<double>(n, n);
    for (std::int64_t n : {1, 2, 31, 127, 130, 260}) check_sizes<float>(n, n);
}

TEST_F(LuNumerics, TallAndWideMatrices) {
    check_sizes<double>(1, 9);
    check_sizes<double>(9, 1);
    check_sizes<double>(300, 20);
    check_sizes<double>(20, 300);
    check_sizes<double>(300, 130);
    check_sizes<double>(130, 300);
    check_sizes<float>(301, 64);
    check_sizes<float>(64, 301);
}

TEST_F(LuNumerics, SeveralPanels) {
    check_sizes<double>(700, 700);
    check_sizes<float>(650, 900);
}

TEST_F(LuNumerics, TournamentsFindGoodPivots) {
    for (const auto& [m, n] : {std::pair{5, 5}, {64, 64}, {300, 300}, {500, 100}, {100, 500}}) {
        const Matrix<double> A = random_matrix<double>(m, n, static_cast<unsigned>(m));
        const Factorization<double> f = factor(*session_, A, Pivoting::tournament);
        EXPECT_EQ(f.info, 0);
        EXPECT_TRUE(is_factorization(A, f, Pivoting::tournament));
    }
    const Matrix<float> A = random_matrix<float>(700, 700, 9);
    const Factorization<float> f = factor(*session_, A, Pivoting::tournament);
    EXPECT_TRUE(is_factorization(A, f, Pivoting::tournament));
    EXPECT_NE(f.ipiv, factor(*session_, A).ipiv)
        << "winners of all blocks are not the largest of each column";
}

TEST_F(LuNumerics, WithoutPivotingNoRowMoves) {
    for (const auto& [m, n] : {std::pair{1, 1}, {65, 65}, {300, 300}, {300, 70}, {70, 300}}) {
        const Matrix<double> A = dominant_matrix<double>(m, n, static_cast<unsigned>(n));
        const Factorization<double> f = factor(*session_, A, Pivoting::none);
        EXPECT_EQ(f.info, 0);
        EXPECT_TRUE(is_factorization(A, f, Pivoting::none));
        for (std::size_t i = 0; i < f.ipiv.size(); ++i)
            ASSERT_EQ(f.ipiv[i], static_cast<std::int64_t>(i) + 1);
    }
    const Matrix<float> A = dominant_matrix<float>(300, 300, 5);
    EXPECT_TRUE(is_factorization(A, factor(*session_, A, Pivoting::none), Pivoting::none));
}

TEST_F(LuNumerics, WithoutPivotingIpivMayBeNull) {
    const Matrix<double> A = dominant_matrix<double>(80, 80, 3);
    Factorization<double> f = factor(*session_, A, Pivoting::none);
    Matrix<double> again = A;
    EXPECT_EQ(getrf<double>(*session_, 80, 80, again.data.data(), again.ld, nullptr, {Pivoting::none}), 0);
    EXPECT_EQ(again.data, f.factors.data);
}

TEST_F(LuNumerics, IntegersAreExact) {
    for (const auto& [m, n] :
         {std::pair{2, 2}, {33, 33}, {64, 64}, {150, 150}, {300, 90}, {90, 300}, {600, 600}})
        EXPECT_TRUE(same_factorization(factor_by_definition(exact_matrix<double>(m, n, 7)),
                                       factor(*session_, exact_matrix<double>(m, n, 7))))
            << m << " x " << n;
    EXPECT_TRUE(same_factorization(factor_by_definition(exact_matrix<float>(290, 290, 8)),
                                   factor(*session_, exact_matrix<float>(290, 290, 8))));
}

TEST_F(LuNumerics, TiesGoToTheFirstRow) {
    for (std::int64_t n : {2, 16, 64, 256})
        EXPECT_TRUE(same_factorization(factor_by_definition(hadamard_matrix(n)),
                                       factor(*session_, hadamard_matrix(n))))
            << n;
}

TEST_F(LuNumerics, InfoIsTheFirstZeroPivotAndAllIsFactored) {
    const std::int64_t n = 200;
    for (const std::vector<std::int64_t>& zeros : std::vector<std::vector<std::int64_t>>{
             {0}, {n - 1}, {63}, {64}, {5, 6, 7, 130}, {100, 101, 150, n - 1}}) {
        std::vector<bool> singular(static_cast<std::size_t>(n));
        for (std::int64_t i : zeros) singular[static_cast<std::size_t>(i)] = true;
        const Matrix<double> A = exact_matrix<double>(n, n, 11, singular);
        const Factorization<double> expected = factor_by_definition(A);
        ASSERT_EQ(expected.info, zeros.front() + 1);
        EXPECT_TRUE(same_factorization(expected, factor(*session_, A))) << "from pivot " << zeros.front();
    }
}

TEST_F(LuNumerics, ZeroMatricesAndColumns) {
    for (Pivoting pivoting : kAllPivoting) {
        Matrix<double> zero = random_matrix<double>(90, 70, 1);
        for (std::int64_t j = 0; j < 70; ++j)
            for (std::int64_t i = 0; i < 90; ++i) zero(i, j) = 0;
        const Factorization<double> f = factor(*session_, zero, pivoting);
        EXPECT_EQ(f.info, 1);
        EXPECT_EQ(f.factors.data, zero.data);
        EXPECT_TRUE(test::are_pivots(f.ipiv, 90));

        Matrix<double> A = dominant_matrix<double>(130, 130, 2);
        for (std::int64_t i = 0; i < 130; ++i) A(i, 66) = 0;
        const Factorization<double> g = factor(*session_, A, pivoting);
        EXPECT_EQ(g.info, 67);
        EXPECT_TRUE(is_factorization(A, g, Pivoting::none));
    }
}

TEST_F(LuNumerics, GradedMatrices) {
    for (int range : {40, -40}) {
        Matrix<double> A = random_matrix<double>(260, 260, 4);
        for (std::int64_t j = 0; j < 260; ++j)
            for (std::int64_t i = 0; i < 260; ++i)
                A(i, j) = std::ldexp(A(i, j), static_cast<int>(range * (i + 2 * j) / 260));
        EXPECT_TRUE(is_factorization(A, factor(*session_, A)));
    }
}

TEST_F(LuNumerics, WilkinsonsGrowth) {
    const Factorization<double> small = factor(*session_, growth_matrix<double>(50));
    EXPECT_EQ(small.factors(49, 49), std::ldexp(1.0, 49));
    for (std::int64_t i = 0; i < 50; ++i) EXPECT_EQ(small.ipiv[static_cast<std::size_t>(i)], i + 1);
    for (std::int64_t n : {100, 300}) {
        const Matrix<double> A = growth_matrix<double>(n);
        const Factorization<double> f = factor(*session_, A);
        EXPECT_NEAR(f.factors(n - 1, n - 1) / std::ldexp(1.0, static_cast<int>(n - 1)), 1, 1e-13);
        EXPECT_TRUE(is_factorization(A, f));
    }
    const Matrix<float> A = growth_matrix<float>(100);
    EXPECT_TRUE(is_factorization(A, factor(*session_, A)));
}

TEST_F(LuNumerics, NaNAndInfSpreadToTheRightAlone) {
    const std::int64_t n = 150, column = 70;
    const Matrix<double> clean = random_matrix<double>(n, n, 6);
    const Factorization<double> expected = factor(*session_, clean);
    for (double poison : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        for (std::int64_t row : {std::int64_t{0}, std::int64_t{100}, n - 1})
            for (Pivoting pivoting : kAllPivoting) {
                Matrix<double> A = clean;
                A(row, column) = poison;
                const Factorization<double> f = factor(*session_, A, pivoting);
                EXPECT_TRUE(test::are_pivots(f.ipiv, n));
                if (std::isnan(poison)) {
                    EXPECT_TRUE(std::isnan(f.factors(n - 1, n - 1)));
                }
                if (pivoting != Pivoting::partial) continue;
                for (std::int64_t j = 0; j < column; ++j) {
                    EXPECT_EQ(f.ipiv[static_cast<std::size_t>(j)],
                              expected.ipiv[static_cast<std::size_t>(j)]);
                    for (std::int64_t i = 0; i <= j; ++i)
                        ASSERT_NEAR(f.factors(i, j), expected.factors(i, j), 1e-11) << i << ", " << j;
                }
            }
}

TEST_F(LuNumerics, AllNaN) {
    Matrix<double> A = random_matrix<double>(140, 140, 1);
    for (std::int64_t j = 0; j < 140; ++j)
        for (std::int64_t i = 0; i < 140; ++i) A(i, j) = std::numeric_limits<double>::quiet_NaN();
    for (Pivoting pivoting : kAllPivoting) {
        const Factorization<double> f = factor(*session_, A, pivoting);
        EXPECT_EQ(f.info, 0) << "NaN is no zero";
        EXPECT_TRUE(test::are_pivots(f.ipiv, 140));
        EXPECT_TRUE(std::isnan(f.factors(139, 139)));
    }
}

/// Devices of which all together hold a part of A only.
TEST_F(LuNumerics, MatricesLargerThanTheDevices) {
    for (std::int64_t devices : {1, 2}) {
        MachineOptions options = test::first_test_devices(static_cast<std::size_t>(devices));
        options.memory_limit = std::int64_t{6} << 20;
        Session small(options);
        const auto check = [&](const Matrix<double>& A) {
            ASSERT_GT(A.rows * A.cols * 8, devices * options.memory_limit);
            EXPECT_TRUE(is_factorization(A, factor(small, A))) << A.rows << " x " << A.cols;
        };
        if (devices == 1) check(random_matrix<double>(900, 900, 13));
        check(random_matrix<double>(550, 1000 + 1000 * devices, 14));
        if (devices > 1) continue;
        const Matrix<double> exact = exact_matrix<double>(400, 2000, 15);
        EXPECT_TRUE(same_factorization(factor_by_definition(exact), factor(small, exact)));
    }
}

/// The same bits whatever the number of devices.
TEST_F(LuNumerics, DoesNotDependOnTheNumberOfDevices) {
    if (session_->machine().device_count() < 2) GTEST_SKIP() << "there is one device";
    // The second has columns that come to the devices while others are factored.
    const std::tuple<Matrix<double>, Pivoting> cases[] = {
        {random_matrix<double>(600, 600, 12), Pivoting::partial},
        {random_matrix<double>(800, 1900, 13), Pivoting::partial},
        {random_matrix<double>(800, 1900, 14), Pivoting::tournament},
        {dominant_matrix<double>(600, 600, 12), Pivoting::none}};
    for (const auto& [A, pivoting] : cases) {
        const Factorization<double> expected = factor(*session_, A, pivoting);
        for (std::size_t devices = 1; devices < session_->machine().device_count(); ++devices) {
            Session fewer(test::first_test_devices(devices));
            ASSERT_EQ(fewer.machine().device_count(), devices);
            EXPECT_TRUE(same_factorization(expected, factor(fewer, A, pivoting))) << devices << " devices";
        }
        EXPECT_TRUE(is_factorization(A, expected, pivoting));
    }
}

}  // namespace
}  // namespace hg
