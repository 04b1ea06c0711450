// Mixed precision on complex matrices: zcgesv and zcposv.
#include <gtest/gtest.h>

#include <complex>
#include <limits>
#include <memory>

#include "support/complex_samples.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/session.hpp>
#include <hg/lapack/async.hpp>
#include <hg/lapack/dsgesv.hpp>
#include <hg/lapack/dsposv.hpp>

namespace hg {
namespace {

using C64 = std::complex<double>;
using Columns = test::Matrix<C64>;
using test::residual_of;

class ComplexRefinement : public testing::Test {
  protected:
    static void SetUpTestSuite() { session_ = std::make_unique<Session>(test::test_options()); }
    static void TearDownTestSuite() { session_.reset(); }

    struct Solution {
        Columns A, X;
        std::vector<std::int64_t> ipiv;
        std::int64_t info = -7, iter = -7;
    };

    static Solution by_lu(const Columns& A, const Columns& B) {
        Solution s{A, B, std::vector<std::int64_t>(static_cast<std::size_t>(A.rows), -7)};
        s.info = zcgesv(*session_, A.rows, B.cols, s.A.data.data(), A.ld, s.ipiv.data(), B.data.data(), B.ld,
                        s.X.data.data(), s.X.ld, &s.iter);
        return s;
    }
    static Solution by_cholesky(Uplo uplo, const Columns& A, const Columns& B) {
        Solution s{A, B, {}};
        s.info = zcposv(*session_, uplo, A.rows, B.cols, s.A.data.data(), A.ld, B.data.data(), B.ld,
                        s.X.data.data(), s.X.ld, &s.iter);
        return s;
    }

    static std::unique_ptr<Session> session_;
};

std::unique_ptr<Session> ComplexRefinement::session_;

Columns random_columns(std::int64_t m, std::int64_t n, unsigned seed) {
    return {Layout::col_major, m, n, 2, seed};
}

/// With a diagonal of its order; then its condition number is small.
Columns well_conditioned(std::int64_t n, unsigned seed) {
    Columns A = random_columns(n, n, seed);
    for (std::int64_t i = 0; i < n; ++i) A(i, i) += C64{0, 2 * std::sqrt(static_cast<double>(n))};
    return A;
}

/// Hermitian positive definite, all of it.
Columns definite_columns(std::int64_t n, unsigned seed) {
    Columns A = random_columns(n, n, seed);
    for (std::int64_t j = 0; j < n; ++j) {
        A(j, j) = 2 * std::sqrt(static_cast<double>(n)) + 1;
        for (std::int64_t i = 0; i < j; ++i) A(i, j) = std::conj(A(j, i));
    }
    return A;
}

/// One triangle, with NaN in the other one; imaginary parts on the diagonal count for nothing.
Columns triangle_of(Uplo uplo, Columns A) {
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    for (std::int64_t j = 0; j < A.cols; ++j)
        for (std::int64_t i = 0; i < A.rows; ++i) {
            if (i == j) A(i, i).imag(3);
            if (i != j && (i < j) != (uplo == Uplo::upper)) A(i, j) = {kNaN, kNaN};
        }
    return A;
}

TEST_F(ComplexRefinement, ReachesDoublePrecisionByLu) {
    for (const auto& [n, nrhs] : {std::pair{1, 1}, {100, 3}, {200, 1}}) {
        const Columns A = well_conditioned(n, 1), B = random_columns(n, nrhs, 2);
        const Solution s = by_lu(A, B);
        EXPECT_EQ(s.info, 0);
        EXPECT_GE(s.iter, 0) << n;
        EXPECT_LT(residual_of(Op::none, A, s.X, B), 1) << n;
        EXPECT_EQ(s.A.data, A.data) << "it is as it was";
        EXPECT_TRUE(s.X.gaps_untouched());
    }
}

TEST_F(ComplexRefinement, ReachesDoublePrecisionByCholesky) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        for (const auto& [n, nrhs] : {std::pair{1, 1}, {100, 3}, {200, 1}}) {
            const Columns A = definite_columns(n, 3), B = random_columns(n, nrhs, 4);
            const Solution s = by_cholesky(uplo, triangle_of(uplo, A), B);
            EXPECT_EQ(s.info, 0);
            EXPECT_GE(s.iter, 0) << n;
            EXPECT_LT(residual_of(Op::none, A, s.X, B), 1) << n;
        }
}

TEST_F(ComplexRefinement, NothingToDoIsDoneAtOnce) {
    const Columns none = random_columns(0, 0, 1);
    EXPECT_EQ(by_lu(none, none).info, 0);
    EXPECT_EQ(by_lu(none, none).iter, 0);
}

/// One part that overflows single precision is enough.
TEST_F(ComplexRefinement, FallsBackWhereSinglePrecisionOverflows) {
    for (const C64 large : {C64{1e60, 0}, C64{0, -1e60}}) {
        Columns A = well_conditioned(60, 5), B = random_columns(60, 2, 6);
        A(3, 4) = large;
        const Solution s = by_lu(A, B);
        EXPECT_EQ(s.info, 0);
        EXPECT_EQ(s.iter, -2);
        EXPECT_LT(residual_of(Op::none, A, s.X, B), 16);
        B(1, 1) = large;
        EXPECT_EQ(by_lu(well_conditioned(60, 5), B).iter, -2);
    }
}

TEST_F(ComplexRefinement, FallsBackWhereSinglePrecisionIsSingularOrIndefinite) {
    Columns A = well_conditioned(50, 7);
    for (std::int64_t i = 0; i < 50; ++i) A(i, 10) *= 1e-50;  // zeros in single precision
    const Columns B = random_columns(50, 1, 8);
    const Solution s = by_lu(A, B);
    EXPECT_EQ(s.info, 0);
    EXPECT_EQ(s.iter, -3);
    Columns D = definite_columns(50, 9);
    for (std::int64_t i = 0; i < 50; ++i) {
        if (i == 20) continue;
        D(i, 20) = D(20, i) = 0;
    }
    D(20, 20) = 1e-50;
    const Solution definite = by_cholesky(Uplo::lower, triangle_of(Uplo::lower, D), B);
    EXPECT_EQ(definite.info, 0);
    EXPECT_EQ(definite.iter, -3);
    EXPECT_LT(std::abs(definite.X(20, 0) * 1e-50 - B(20, 0)), 1e-12);
}

/// Rows that differ in digits that single precision lacks.
TEST_F(ComplexRefinement, FallsBackWhereItDoesNotConverge) {
    Columns A = well_conditioned(40, 10);
    for (std::int64_t j = 0; j < 40; ++j) A(1, j) = A(0, j) * (1 + (j == 5 ? 1e-11 : 0));
    const Columns B = random_columns(40, 1, 11);
    const Solution s = by_lu(A, B);
    EXPECT_EQ(s.info, 0);
    EXPECT_LT(s.iter, 0);
    EXPECT_LT(residual_of(Op::none, A, s.X, B), 16);
}

TEST_F(ComplexRefinement, ReportsInfoOfDoublePrecision) {
    Columns A = well_conditioned(30, 12);
    for (std::int64_t i = 0; i < 30; ++i) A(i, 4) = 0;
    const Columns B = random_columns(30, 1, 13);
    EXPECT_EQ(by_lu(A, B).info, 5);
    Columns D = definite_columns(30, 14);
    D(7, 7) = -1;
    EXPECT_EQ(by_cholesky(Uplo::upper, triangle_of(Uplo::upper, D), B).info, 8);
}

TEST_F(ComplexRefinement, NaNInEitherPartEnds) {
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    for (const C64 bad : {C64{kNaN, 0}, C64{0, kNaN}}) {
        Columns A = well_conditioned(20, 15);
        A(3, 9) = bad;
        const Solution s = by_lu(A, random_columns(20, 1, 16));
        EXPECT_EQ(s.info, 0);
        EXPECT_TRUE(test::is_nan(s.X(0, 0)));
    }
}

TEST_F(ComplexRefinement, TakesNoInfinityOfSinglePrecisionForASolution) {
    Columns A = random_columns(1, 1, 19), B = random_columns(1, 1, 20);
    A(0, 0) = 1e-40;
    B(0, 0) = 3;
    for (const Solution& s : {by_lu(A, B), by_cholesky(Uplo::upper, A, B)}) {
        EXPECT_EQ(s.info, 0);
        EXPECT_EQ(s.iter, -31);
        EXPECT_LT(std::abs(s.X(0, 0) - C64{3e40}), 1e25);
    }
}

TEST_F(ComplexRefinement, ReturnsAtOnceIfAsked) {
    const Columns A = well_conditioned(80, 17), B = random_columns(80, 2, 18);
    const Solution expected = by_lu(A, B);
    Columns F = A, X = B;
    std::vector<std::int64_t> ipiv(80);
    std::int64_t iter = -7;
    const Call call = zcgesv_async(*session_, 80, 2, F.data.data(), F.ld, ipiv.data(), B.data.data(), B.ld,
                                   X.data.data(), X.ld, &iter);
    EXPECT_EQ(call.wait(), 0);
    EXPECT_EQ(iter, expected.iter);
    EXPECT_EQ(X.data, expected.X.data);
}

}  // namespace
}  // namespace hg
