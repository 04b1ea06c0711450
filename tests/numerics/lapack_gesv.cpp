#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/lu_samples.hpp"
#include "support/solutions.hpp"
#include <hg/lapack/dsgesv.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrs.hpp>

extern "C" void dsgesv_(const int* n, const int* nrhs, double* a, const int* lda, int* ipiv, const double* b,
                        const int* ldb, double* x, const int* ldx, double* work, float* swork, int* iter,
                        int* info);

namespace hg {
namespace {

using test::Factorization;
using test::infinity_norm;
using test::Matrix;
using test::Pivots;
using test::random_matrix;
using test::solves;

class SolveNumerics : public testing::Test {
  protected:
    static void SetUpTestSuite() { session_ = std::make_unique<Session>(test::test_options()); }
    static void TearDownTestSuite() { session_.reset(); }
    void TearDown() override { EXPECT_EQ(session_->statistics().failed_runs, 0u) << "a device failed"; }

    static std::unique_ptr<Session> session_;
};

std::unique_ptr<Session> SolveNumerics::session_;

TEST_F(SolveNumerics, WithoutRightHandSidesNothingIsRead) {
    const double* none = nullptr;
    getrs<double>(*session_, Op::none, 5, 0, none, 5, nullptr, nullptr, 5);
    getrs<double>(*session_, Op::trans, 0, 5, none, 1, nullptr, nullptr, 1);
    EXPECT_EQ(gesv<double>(*session_, 0, 5, nullptr, 1, nullptr, nullptr, 1), 0);
}

TEST_F(SolveNumerics, WithoutPivotingGesvNeedsNoIpiv) {
    Matrix<double> A = random_matrix<double>(70, 70, 3);
    for (std::int64_t i = 0; i < 70; ++i) A(i, i) += 70;
    const Matrix<double> B = random_matrix<double>(70, 4, 4);
    Matrix<double> X = B, factors = A;
    EXPECT_EQ(gesv<double>(*session_, 70, 4, factors.data.data(), A.ld, nullptr, X.data.data(), X.ld,
                           {Pivoting::none}),
              0);
    EXPECT_TRUE(solves(Op::none, A, X, B));
}

/// One call of dsgesv.
struct Refined {
    Matrix<double> A, X;
    Pivots ipiv;
    std::int64_t iter = -7, info = -7;
};

Refined refine(Session& session, const Matrix<double>& A, const Matrix<double>& B) {
    Refined r{A, random_matrix<double>(B.rows, B.cols, 99, 4), Pivots(static_cast<std::size_t>(A.rows)), -7,
              -7};
    r.info = dsgesv(session, A.rows, B.cols, r.A.data.data(), A.ld, r.ipiv.data(), B.data.data(), B.ld,
                    r.X.data.data(), r.X.ld, &r.iter);
    return r;
}

/// LAPACK's iter for the same system.
int lapacks_iter(Matrix<double> A, Matrix<double> B) {
    const int n = static_cast<int>(A.rows), nrhs = static_cast<int>(B.cols), lda = static_cast<int>(A.ld),
              ldb = static_cast<int>(B.ld);
    std::vector<int> ipiv(static_cast<std::size_t>(n));
    std::vector<double> X(static_cast<std::size_t>(n * nrhs)), work(static_cast<std::size_t>(n * nrhs));
    std::vector<float> swork(static_cast<std::size_t>(n * (n + nrhs)));
    int iter = 0, info = 0;
    dsgesv_(&n, &nrhs, A.data.data(), &lda, ipiv.data(), B.data.data(), &ldb, X.data(), &n, work.data(),
            swork.data(), &iter, &info);
    EXPECT_EQ(info, 0);
    return iter;
}

/// sum of |x| eps |A| sqrt(n): LAPACK's own bound on residuals of refined systems.
testing::AssertionResult is_refined(const Matrix<double>& A, const Matrix<double>& X,
                                    const Matrix<double>& B) {
    const double n = static_cast<double>(A.rows);
    for (std::int64_t c = 0; c < B.cols; ++c) {
        double residual = 0, x_norm = 0;
        for (std::int64_t i = 0; i < A.rows; ++i) {
            long double r = B(i, c);
            for (std::int64_t k = 0; k < A.rows; ++k) r -= static_cast<long double>(A(i, k)) * X(k, c);
            residual = std::max(residual, static_cast<double>(std::fabs(r)));
            x_norm = std::max(x_norm, std::fabs(X(i, c)));
        }
        const double bound =
            x_norm * infinity_norm(A) * std::numeric_limits<double>::epsilon() * std::sqrt(n);
        if (!(residual <= bound))
            return testing::AssertionFailure() << "column " << c << ": " << residual << " above " << bound;
    }
    return testing::AssertionSuccess();
}

TEST_F(SolveNumerics, RefinementReachesDoublePrecision) {
    for (const auto& [n, nrhs] : {std::pair{40, 2}, {200, 30}}) {
        Matrix<double> A = random_matrix<double>(n, n, 31);
        for (std::int64_t i = 0; i < n; ++i) A(i, i) += 4;
        const Matrix<double> B = random_matrix<double>(n, nrhs, 32);
        const Refined r = refine(*session_, A, B);
        EXPECT_EQ(r.info, 0);
        EXPECT_GE(r.iter, 0);
        EXPECT_LE(std::abs(r.iter - lapacks_iter(A, B)), 1);
        EXPECT_EQ(r.A.data, A.data) << "A must be as it was";
        EXPECT_TRUE(test::are_pivots(r.ipiv, n));
        EXPECT_TRUE(is_refined(A, r.X, B));
        EXPECT_TRUE(solves(Op::none, A, r.X, B));
    }
}

TEST_F(SolveNumerics, RefinementFallsBackWhereSinglePrecisionOverflows) {
    for (bool in_matrix : {true, false}) {
        Matrix<double> A = random_matrix<double>(60, 60, 33), B = random_matrix<double>(60, 2, 34);
        (in_matrix ? A : B)(7, 1) = 1e200;
        const Refined r = refine(*session_, A, B);
        EXPECT_EQ(r.iter, -2);
        EXPECT_EQ(r.info, 0);
        EXPECT_TRUE(solves(Op::none, A, r.X, B));
        EXPECT_TRUE(is_factorization(A, Factorization<double>{r.A, r.ipiv, r.info}));
    }
}

TEST_F(SolveNumerics, RefinementFallsBackWhereSinglePrecisionIsSingular) {
    Matrix<double> A = random_matrix<double>(60, 60, 35);
    for (std::int64_t i = 0; i < 60; ++i) A(i, 20) *= 1e-60;
    const Matrix<double> B = random_matrix<double>(60, 2, 36);
    const Refined r = refine(*session_, A, B);
    EXPECT_EQ(r.iter, -3);
    EXPECT_EQ(r.info, 0);
    EXPECT_TRUE(solves(Op::none, A, r.X, B));
}

TEST_F(SolveNumerics, RefinementFallsBackWhereItDoesNotConverge) {
    // Hilbert's matrix, condition 1.6e13.
    Matrix<double> A = random_matrix<double>(10, 10, 1), B = random_matrix<double>(10, 1, 38);
    for (std::int64_t j = 0; j < 10; ++j)
        for (std::int64_t i = 0; i < 10; ++i) A(i, j) = 1 / static_cast<double>(i + j + 1);
    const Refined r = refine(*session_, A, B);
    EXPECT_EQ(r.iter, -31);
    EXPECT_EQ(r.info, 0);
    EXPECT_TRUE(solves(Op::none, A, r.X, B));
}

TEST_F(SolveNumerics, RefinementOfSingularSystemsReportsInfo) {
    std::vector<bool> singular(50);
    singular[30] = true;
    const Matrix<double> A = test::exact_matrix<double>(50, 50, 39, singular);
    const Refined r = refine(*session_, A, random_matrix<double>(50, 1, 40));
    EXPECT_EQ(r.iter, -3);
    EXPECT_EQ(r.info, 31);
}

struct System {
    const char* name;
    Matrix<double> A, B;
};

/// A well-conditioned system with one element changed.
System changed(const char* name, bool in_matrix, std::int64_t i, std::int64_t j, double value) {
    System s{name, random_matrix<double>(60, 60, 43), random_matrix<double>(60, 3, 44)};
    for (std::int64_t k = 0; k < 60; ++k) s.A(k, k) += 4;
    (in_matrix ? s.A : s.B)(i, j) = value;
    return s;
}

/// A system whose rows (columns, both) shrink to `least`.
System graded(const char* name, double least, bool rows, bool columns) {
    System s = changed(name, true, 0, 0, 5);
    for (std::int64_t j = 0; j < 60; ++j)
        for (std::int64_t i = 0; i < 60; ++i)
            s.A(i, j) *= std::pow(least, static_cast<double>((rows ? i : 0) + (columns ? j : 0)) / 59);
    return s;
}

/// Wilkinson's matrix, of growth 2^(n - 1).
System growing(const char* name, std::int64_t n) {
    System s{name, random_matrix<double>(n, n, 1), random_matrix<double>(n, 1, 45)};
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i) s.A(i, j) = i == j || j == n - 1 ? 1 : i > j ? -1 : 0;
    return s;
}

bool has_nan(const Matrix<double>& matrix) {
    return std::any_of(matrix.data.begin(), matrix.data.end(), [](double x) { return std::isnan(x); });
}

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kLargestFloat = std::numeric_limits<float>::max();

/// iter is LAPACK's, except for a step more or less, by rounding.
TEST_F(SolveNumerics, RefinementTakesAsManyStepsAsLapack) {
    const std::vector<System> systems{
        changed("NaN first in A", true, 0, 0, kNaN),
        changed("NaN in A", true, 3, 5, kNaN),
        changed("NaN last in A", true, 59, 59, kNaN),
        changed("NaN first in B", false, 0, 0, kNaN),
        changed("NaN last in B", false, 59, 2, kNaN),
        changed("Inf in A", true, 4, 6, kInf),
        changed("-Inf in A", true, 4, 6, -kInf),
        changed("Inf in B", false, 4, 1, kInf),
        changed("above the largest float", true, 4, 6, kLargestFloat * (1 + 1e-9)),
        changed("large in B", false, 4, 1, -1e39),
        changed("no changes", true, 0, 0, 5),
        graded("rows to 1e-4", 1e-4, true, false),
        graded("columns to 1e-8", 1e-8, false, true),
        graded("both to 1e-16", 1e-16, true, true),
        graded("rows to 1e-32", 1e-32, true, false),
        growing("growth, 50", 50),
        growing("growth, 120", 120)};
    for (const System& s : systems) {
        SCOPED_TRACE(s.name);
        const Refined r = refine(*session_, s.A, s.B);
        const int lapacks = lapacks_iter(s.A, s.B);
        EXPECT_EQ(r.info, 0);
        if (lapacks > 0 && r.iter >= 0)
            EXPECT_LE(std::abs(r.iter - lapacks), 1);
        else
            EXPECT_EQ(r.iter, lapacks);
    }
}

/// Underflow and growth in single precision end in NaN though A and B have none: LAPACK takes it for the
/// solution, with iter >= 0; double precision has a better one.
TEST_F(SolveNumerics, RefinementTakesNoNaNOfSinglePrecisionForASolution) {
    const std::vector<System> systems{graded("rows to 1e-44", 1e-44, true, false),
                                      graded("columns to 1e-42", 1e-42, false, true),
                                      growing("growth, 200", 200), growing("growth, 300", 300)};
    for (const System& s : systems) {
        SCOPED_TRACE(s.name);
        const Refined r = refine(*session_, s.A, s.B);
        EXPECT_EQ(r.info, 0);
        EXPECT_LT(r.iter, 0);
        EXPECT_FALSE(has_nan(r.X));
        EXPECT_GE(lapacks_iter(s.A, s.B), 0);
    }
}

/// The solution is beyond single precision: its infinity is as large as the bound on the residual.
TEST_F(SolveNumerics, RefinementTakesNoInfinityOfSinglePrecisionForASolution) {
    Matrix<double> A = random_matrix<double>(1, 1, 46), B = random_matrix<double>(1, 1, 47);
    A(0, 0) = 1e-40;
    B(0, 0) = 3;
    const Refined r = refine(*session_, A, B);
    EXPECT_EQ(r.info, 0);
    EXPECT_EQ(r.iter, -31);
    EXPECT_DOUBLE_EQ(r.X(0, 0), 3e40);
}

/// NaN in one column of B stays there.
TEST_F(SolveNumerics, RefinementOfNaNEnds) {
    System s = changed("", false, 3, 1, kNaN);
    Refined r = refine(*session_, s.A, s.B);
    EXPECT_GE(r.iter, 0);
    EXPECT_EQ(r.A.data, s.A.data);
    for (std::int64_t i = 0; i < 60; ++i) {
        EXPECT_FALSE(std::isnan(r.X(i, 0)) || std::isnan(r.X(i, 2)));
        EXPECT_TRUE(std::isnan(r.X(i, 1)));
    }
    s = changed("", true, 3, 5, kNaN);
    r = refine(*session_, s.A, s.B);
    EXPECT_EQ(r.iter, 0);
    EXPECT_TRUE(std::isnan(r.X(39, 0)));
}

}  // namespace
}  // namespace hg
