#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "support/cholesky_samples.hpp"
#include <hg/hg.h>
#include <hg/lapack/async.hpp>
#include <hg/lapack/dsposv.hpp>

extern "C" void dsposv_(const char* uplo, const int* n, const int* nrhs, double* a, const int* lda,
                        const double* b, const int* ldb, double* x, const int* ldx, double* work,
                        float* swork, int* iter, int* info, std::size_t letters);
extern "C" void hg_dsposv_(const char*, const int*, const int*, double*, const int*, const double*,
                           const int*, double*, const int*, double*, float*, int*, int*);

namespace hg {
namespace {

using test::definite_matrix;
using test::kBothTriangles;
using test::Matrix;

/// What a call of dsposv left.
struct DefiniteSolution {
    Matrix<double> A, X;
    std::int64_t iter = -7, info = -7;
};

Matrix<double> right_hand_sides(std::int64_t n, std::int64_t nrhs, unsigned seed) {
    return {Layout::col_major, n, nrhs, 1, seed};
}

DefiniteSolution solution_of(Session& session, Uplo uplo, const Matrix<double>& A, const Matrix<double>& B) {
    DefiniteSolution s{A, Matrix<double>(Layout::col_major, B.rows, B.cols, 4, 99)};
    s.info = dsposv(session, uplo, A.rows, B.cols, s.A.data.data(), A.ld, B.data.data(), B.ld,
                    s.X.data.data(), s.X.ld, &s.iter);
    return s;
}

struct LapacksOutcome {
    int iter = -77, info = -77;
};

LapacksOutcome outcome_of_lapack(Uplo uplo, Matrix<double> A, const Matrix<double>& B) {
    const int n = static_cast<int>(A.rows), nrhs = static_cast<int>(B.cols), lda = static_cast<int>(A.ld),
              ldb = static_cast<int>(B.ld);
    std::vector<double> X(static_cast<std::size_t>(n * nrhs)), work(static_cast<std::size_t>(n * nrhs));
    std::vector<float> swork(static_cast<std::size_t>(n * (n + nrhs)));
    const char letter = static_cast<char>(uplo);
    LapacksOutcome outcome;
    dsposv_(&letter, &n, &nrhs, A.data.data(), &lda, B.data.data(), &ldb, X.data(), &n, work.data(),
            swork.data(), &outcome.iter, &outcome.info, 1);
    return outcome;
}

/// Element i, j of the symmetric matrix of which a triangle is stored.
double symmetric_element(Uplo uplo, const Matrix<double>& A, std::int64_t i, std::int64_t j) {
    return (i < j) == (uplo == Uplo::upper) ? A(i, j) : A(j, i);
}

/// Whether |b - A x| <= factor |x| |A| eps sqrt(n) for each column, largest norms: twice LAPACK's bound on residuals of
/// refined systems if `factor` is 1.
testing::AssertionResult solves_definite(Uplo uplo, const Matrix<double>& A, const Matrix<double>& X,
                                         const Matrix<double>& B, double factor = 1) {
    const std::int64_t n = A.rows;
    for (std::int64_t c = 0; c < B.cols; ++c) {
        double residual = 0, x_norm = 0, norm = 0;
        for (std::int64_t i = 0; i < n; ++i) {
            long double r = B(i, c);
            double sum = 0;
            for (std::int64_t k = 0; k < n; ++k) {
                const double a = symmetric_element(uplo, A, i, k);
                r -= static_cast<long double>(a) * X(k, c);
                sum += std::fabs(a);
            }
            if (std::fabs(r) > residual || std::isnan(r)) residual = static_cast<double>(std::fabs(r));
            x_norm = std::max(x_norm, std::fabs(X(i, c)));
            norm = std::max(norm, sum);
        }
        const double bound = factor * x_norm * norm * std::numeric_limits<double>::epsilon() *
                             std::sqrt(static_cast<double>(n));
        if (!(residual <= bound))
            return testing::AssertionFailure()
                   << "n = " << n << ", column " << c << ": " << residual << " above " << bound;
    }
    if (!X.gaps_untouched()) return testing::AssertionFailure() << "wrote between n and ldx";
    return testing::AssertionSuccess();
}

/// Bit by bit: the other triangle holds NaN.
bool same_bits(const Matrix<double>& a, const Matrix<double>& b) {
    return std::memcmp(a.data.data(), b.data.data(), a.data.size() * sizeof(double)) == 0;
}

class DefiniteRefinement : public testing::Test {
  protected:
    static void SetUpTestSuite() { session_ = std::make_unique<Session>(test::test_options()); }
    static void TearDownTestSuite() { session_.reset(); }
    void TearDown() override { EXPECT_EQ(session_->statistics().failed_runs, 0u) << "a device failed"; }

    /// In double precision for this reason, with the right solution and A's factor.
    static void expect_fallback(Uplo uplo, const Matrix<double>& A, const Matrix<double>& B,
                                std::int64_t reason) {
        const DefiniteSolution s = solution_of(*session_, uplo, A, B);
        EXPECT_EQ(s.iter, reason);
        EXPECT_EQ(s.info, 0);
        EXPECT_TRUE(solves_definite(uplo, A, s.X, B, 16));
        EXPECT_TRUE(is_cholesky_factor(uplo, A, s.A, A.rows));
    }

    static std::unique_ptr<Session> session_;
};

std::unique_ptr<Session> DefiniteRefinement::session_;

TEST_F(DefiniteRefinement, ReachesDoublePrecision) {
    for (const Uplo uplo : kBothTriangles)
        for (const auto& [n, nrhs] :
             {std::pair{1, 1}, {2, 3}, {7, 1}, {63, 2}, {130, 5}, {200, 40}, {300, 1}})
            for (const std::int64_t gap : {0, 3}) {
                SCOPED_TRACE(testing::Message() << n << ' ' << nrhs << ' ' << static_cast<char>(uplo));
                const Matrix<double> A = definite_matrix<double>(uplo, n, 31, gap);
                const Matrix<double> B = right_hand_sides(n, nrhs, 32);
                const DefiniteSolution s = solution_of(*session_, uplo, A, B);
                EXPECT_EQ(s.info, 0);
                EXPECT_GE(s.iter, 0);
                EXPECT_LE(std::abs(s.iter - outcome_of_lapack(uplo, A, B).iter), 1);
                EXPECT_TRUE(same_bits(s.A, A)) << "A must be as it was";
                EXPECT_TRUE(solves_definite(uplo, A, s.X, B));
            }
}

TEST_F(DefiniteRefinement, OfNothing) {
    std::int64_t iter = 5;
    EXPECT_EQ(dsposv(*session_, Uplo::lower, 0, 3, nullptr, 1, nullptr, 1, nullptr, 1, &iter), 0);
    EXPECT_EQ(iter, 0);
    const Matrix<double> A = definite_matrix<double>(Uplo::upper, 30, 1);
    const DefiniteSolution s = solution_of(*session_, Uplo::upper, A, right_hand_sides(30, 0, 1));
    EXPECT_EQ(s.info, 0);
    EXPECT_EQ(s.iter, 0);
    EXPECT_TRUE(same_bits(s.A, A));
}

TEST_F(DefiniteRefinement, FallsBackIfSinglePrecisionOverflows) {
    for (const Uplo uplo : kBothTriangles)
        for (const bool in_matrix : {true, false}) {
            Matrix<double> A = definite_matrix<double>(uplo, 60, 33), B = right_hand_sides(60, 2, 34);
            (in_matrix ? A(7, 7) : B(7, 1)) = 1e200;
            expect_fallback(uplo, A, B, -2);
        }
}

/// Hilbert's matrix, condition 1.6e13.
TEST_F(DefiniteRefinement, FallsBackIfSinglePrecisionIsNotDefinite) {
    for (const Uplo uplo : kBothTriangles) {
        Matrix<double> A = definite_matrix<double>(uplo, 10, 1);
        for (std::int64_t j = 0; j < 10; ++j)
            for (std::int64_t i = 0; i < 10; ++i)
                if (!std::isnan(A(i, j))) A(i, j) = 1 / static_cast<double>(i + j + 1);
        expect_fallback(uplo, A, right_hand_sides(10, 1, 38), -3);
    }
}

/// Two rows in which single precision sees a smallest eigenvalue of less than half its value: corrections are too
/// large by more than the error.
TEST_F(DefiniteRefinement, FallsBackIfItDoesNotConverge) {
    for (const Uplo uplo : kBothTriangles)
        for (const std::int64_t n : {2, 150}) {
            Matrix<double> A = definite_matrix<double>(uplo, n, 39);
            const double unit = std::numeric_limits<float>::epsilon();
            for (std::int64_t j = 0; j < n; ++j)
                for (std::int64_t i = 0; i < n; ++i)
                    if (!std::isnan(A(i, j)) && i != j && (i < 2 || j < 2)) A(i, j) = 0;
            A(0, 0) = A(1, 1) = 1 + 0.49 * unit;
            (uplo == Uplo::lower ? A(1, 0) : A(0, 1)) = 1 - 0.745 * unit;
            Matrix<double> B = right_hand_sides(n, 3, 40);
            B(0, 1) = 1, B(1, 1) = -1;
            expect_fallback(uplo, A, B, -31);
            EXPECT_EQ(outcome_of_lapack(uplo, A, B).iter, -31);
        }
}

TEST_F(DefiniteRefinement, OfMatricesThatAreNotDefiniteReportsInfo) {
    for (const Uplo uplo : kBothTriangles)
        for (const std::int64_t n : {1, 90, 300}) {
            Matrix<double> A = definite_matrix<double>(uplo, n, 41);
            const std::int64_t at = n / 3;
            A(at, at) = -1;
            const Matrix<double> B = right_hand_sides(n, 2, 42);
            const DefiniteSolution s = solution_of(*session_, uplo, A, B);
            EXPECT_EQ(s.iter, -3);
            EXPECT_EQ(s.info, at + 1);
            EXPECT_TRUE(is_cholesky_factor(uplo, A, s.A, at));
        }
}

TEST_F(DefiniteRefinement, OfNaNEnds) {
    constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
    for (const Uplo uplo : kBothTriangles) {
        Matrix<double> A = definite_matrix<double>(uplo, 60, 43), B = right_hand_sides(60, 3, 44);
        B(3, 1) = kNoNumber;
        DefiniteSolution s = solution_of(*session_, uplo, A, B);
        EXPECT_EQ(s.info, 0);
        EXPECT_GE(s.iter, 0);
        EXPECT_TRUE(same_bits(s.A, A));
        for (std::int64_t i = 0; i < 60; ++i) {
            EXPECT_FALSE(std::isnan(s.X(i, 0)) || std::isnan(s.X(i, 2)));
            EXPECT_TRUE(std::isnan(s.X(i, 1)));
        }
        (uplo == Uplo::lower ? A(40, 20) : A(20, 40)) = kNoNumber;
        B(3, 1) = 0;
        s = solution_of(*session_, uplo, A, B);
        EXPECT_EQ(s.iter, -3);
        EXPECT_EQ(s.info, 41) << "as reference LAPACK; OpenBLAS's factorization goes on";
    }
}

/// Rows and columns of A shrink to `least`, elements of B likewise.
TEST_F(DefiniteRefinement, TakesAsManyStepsAsLapack) {
    for (const Uplo uplo : kBothTriangles)
        for (const double least : {1.0, 1e-4, 1e-8, 1e-16, 1e-22, 1e-30}) {
            SCOPED_TRACE(least);
            Matrix<double> A = definite_matrix<double>(uplo, 60, 45), B = right_hand_sides(60, 2, 46);
            const auto scale = [&](std::int64_t i) { return std::pow(least, static_cast<double>(i) / 59); };
            for (std::int64_t j = 0; j < 60; ++j)
                for (std::int64_t i = 0; i < 60; ++i) A(i, j) *= scale(i) * scale(j);
            for (std::int64_t j = 0; j < 2; ++j)
                for (std::int64_t i = 0; i < 60; ++i) B(i, j) *= scale(i);
            const DefiniteSolution s = solution_of(*session_, uplo, A, B);
            const LapacksOutcome expected = outcome_of_lapack(uplo, A, B);
            EXPECT_EQ(s.info, 0);
            EXPECT_EQ(expected.info, 0);
            if (expected.iter > 0 && s.iter >= 0) {
                EXPECT_LE(std::abs(s.iter - expected.iter), 1);
            } else {
                EXPECT_EQ(s.iter, expected.iter);
            }
        }
}

/// The solution is beyond single precision, whose infinities become NaN in the residual: LAPACK takes that for the
/// solution.
TEST_F(DefiniteRefinement, TakesNoNaNOfSinglePrecisionForASolution) {
    const Matrix<double> A = definite_matrix<double>(Uplo::lower, 60, 47, 3, 1e-30);
    Matrix<double> B = right_hand_sides(60, 2, 48);
    for (double& b : B.data) b *= 1e30;
    DefiniteSolution s = solution_of(*session_, Uplo::lower, A, B);
    EXPECT_EQ(s.info, 0);
    EXPECT_EQ(s.iter, -31);
    EXPECT_TRUE(solves_definite(Uplo::lower, A, s.X, B, 16));
    EXPECT_GE(outcome_of_lapack(Uplo::lower, A, B).iter, 0);
}

TEST_F(DefiniteRefinement, TakesNoInfinityOfSinglePrecisionForASolution) {
    Matrix<double> A = definite_matrix<double>(Uplo::lower, 1, 51), B = right_hand_sides(1, 1, 52);
    A(0, 0) = 1e-40;
    B(0, 0) = 3;
    const DefiniteSolution s = solution_of(*session_, Uplo::lower, A, B);
    EXPECT_EQ(s.info, 0);
    EXPECT_EQ(s.iter, -31);
    EXPECT_DOUBLE_EQ(s.X(0, 0), 3e40);
}

TEST_F(DefiniteRefinement, DoesNotDependOnTheNumberOfDevices) {
    if (session_->machine().device_count() < 2) GTEST_SKIP() << "there is one device";
    const Matrix<double> A = definite_matrix<double>(Uplo::lower, 300, 49), B = right_hand_sides(300, 7, 50);
    Session one(test::first_test_devices(1));
    const DefiniteSolution expected = solution_of(one, Uplo::lower, A, B);
    const DefiniteSolution got = solution_of(*session_, Uplo::lower, A, B);
    EXPECT_EQ(got.iter, expected.iter);
    EXPECT_EQ(got.X.data, expected.X.data);
    EXPECT_GT(session_->statistics().runs, 0u);
}

TEST_F(DefiniteRefinement, ByTheCpusLapack) {
    MachineOptions options = test::test_options();
    options.host_below = 100000;
    Session session(options);
    for (const Uplo uplo : kBothTriangles) {
        Matrix<double> A = definite_matrix<double>(uplo, 120, 51);
        const Matrix<double> B = right_hand_sides(120, 4, 52);
        const DefiniteSolution s = solution_of(session, uplo, A, B);
        EXPECT_EQ(s.info, 0);
        EXPECT_GE(s.iter, 0);
        EXPECT_TRUE(solves_definite(uplo, A, s.X, B));
        (uplo == Uplo::lower ? A(40, 20) : A(20, 40)) = std::numeric_limits<double>::quiet_NaN();
        EXPECT_EQ(solution_of(session, uplo, A, B).info, 41);
    }
    EXPECT_EQ(session.statistics().runs, 0u);
}

TEST_F(DefiniteRefinement, Asynchronously) {
    Matrix<double> A = definite_matrix<double>(Uplo::upper, 100, 53);
    const Matrix<double> before = A, B = right_hand_sides(100, 2, 54);
    Matrix<double> X(Layout::col_major, 100, 2, 1, 99);
    std::int64_t iter = -7;
    const Call call = dsposv_async(*session_, Uplo::upper, 100, 2, A.data.data(), A.ld, B.data.data(), B.ld,
                                   X.data.data(), X.ld, &iter);
    EXPECT_EQ(call.wait(), 0);
    EXPECT_GE(iter, 0);
    EXPECT_TRUE(solves_definite(Uplo::upper, before, X, B));
}

/// These faces use the process-wide session: it is made on the devices of the tests.
class DefiniteRefinementFaces : public testing::Test {
  protected:
    static void SetUpTestSuite() { ::setenv("HG_DEVICES", test::test_devices().c_str(), 1); }
};

/// `dsposv` has all arguments but work, and returns info.
template <class Int>
void expect_refined_cholesky(auto dsposv) {
    // [4 2; 2 5] [x; y] = [8; 12], so x = 1, y = 2. The other triangle does not count.
    const std::vector<double> B{8, 12};
    for (const auto& [letter, matrix] :
         {std::pair{'L', std::vector<double>{4, 2, 77, 5}}, {'u', std::vector<double>{4, 77, 2, 5}}}) {
        std::vector<double> A = matrix, X(2);
        Int iter = -9;
        EXPECT_EQ(dsposv(letter, 2, 1, A.data(), 2, B.data(), 2, X.data(), 2, &iter), 0);
        EXPECT_EQ(iter, 0);
        EXPECT_EQ(X, (std::vector<double>{1, 2}));
        EXPECT_EQ(A, matrix);
    }
    std::vector<double> A{4, 2, 77, 1}, X(2);
    Int iter = -9;
    EXPECT_EQ(dsposv('L', 2, 1, A.data(), 2, B.data(), 2, X.data(), 2, &iter), 2) << "not definite";
    EXPECT_EQ(iter, -3);
    EXPECT_EQ(dsposv('?', 2, 1, A.data(), 2, B.data(), 2, X.data(), 2, &iter), -1);
    EXPECT_EQ(dsposv('L', 2, 1, A.data(), 1, B.data(), 2, X.data(), 2, &iter), -5);
    EXPECT_EQ(dsposv('L', 2, 1, A.data(), 2, B.data(), 2, X.data(), 1, &iter), -9);
}

TEST_F(DefiniteRefinementFaces, OfC) {
    expect_refined_cholesky<std::int64_t>(hg_dsposv);
}

TEST_F(DefiniteRefinementFaces, OfFortran) {
    expect_refined_cholesky<int>([](char uplo, int n, int nrhs, double* A, int lda, const double* B, int ldb,
                                    double* X, int ldx, int* iter) -> std::int64_t {
        int info = -77;
        hg_dsposv_(&uplo, &n, &nrhs, A, &lda, B, &ldb, X, &ldx, nullptr, nullptr, iter, &info);
        return info;
    });
}

}  // namespace
}  // namespace hg
