// LU factorizations whose pivots or elements are known; lapack_lu.cpp has the rest.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "support/lu_samples.hpp"
#include "support/pocl_optimiser.hpp"
#include "support/shared_devices.hpp"

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

class LuNumerics : public test::Optimised<test::SessionSuite<testing::Test>> {};

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

TEST_F(LuNumerics, TournamentsFindGoodPivots) {
    const Matrix<float> A = random_matrix<float>(700, 700, 9);
    const Factorization<float> f = factor(*session_, A, Pivoting::tournament);
    EXPECT_TRUE(is_factorization(A, f, Pivoting::tournament));
    EXPECT_NE(f.ipiv, factor(*session_, A).ipiv)
        << "winners of all blocks are not the largest of each column";
}

TEST_F(LuNumerics, WithoutPivotingIpivMayBeNull) {
    const Matrix<double> A = dominant_matrix<double>(80, 80, 3);
    Factorization<double> f = factor(*session_, A, Pivoting::none);
    Matrix<double> again = A;
    EXPECT_EQ(getrf<double>(*session_, Layout::col_major, 80, 80, again.data.data(), again.ld, nullptr,
                            {Pivoting::none}),
              0);
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

TEST_F(LuNumerics, IntegersLargerThanTheDeviceAreExact) {
    MachineOptions options = test::first_test_devices(1);
    options.memory_limit = std::int64_t{6} << 20;
    Session small(options);
    const Matrix<double> exact = exact_matrix<double>(400, 2000, 15);
    EXPECT_TRUE(same_factorization(factor_by_definition(exact), factor(small, exact)));
}

}  // namespace
}  // namespace hg
