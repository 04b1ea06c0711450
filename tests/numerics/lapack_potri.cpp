#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "support/cholesky_samples.hpp"
#include <hg/lapack/async.hpp>
#include <hg/lapack/potri.hpp>

namespace hg {
namespace {

using test::CholeskyFactor;
using test::definite_matrix;
using test::factor_definite;
using test::kBothTriangles;
using test::Matrix;

/// Whether a triangle is that of the inverse: LAPACK's residual |I - A X| / (n eps |A| |X|), in the largest
/// column sum, is below 1; and whether nothing but the triangle was written.
template <class T>
testing::AssertionResult is_inverse(Uplo uplo, const Matrix<T>& A, const Matrix<T>& X) {
    const std::int64_t n = A.rows;
    const auto stored = [&](std::int64_t i, std::int64_t j) {
        return i == j || (i < j) == (uplo == Uplo::upper);
    };
    // Whole matrices: the loops below go through them in the order of memory.
    const auto whole = [&](const Matrix<T>& x) {
        std::vector<double> elements;
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < n; ++i)
                elements.push_back(static_cast<double>(stored(i, j) ? x(i, j) : x(j, i)));
        return elements;
    };
    const std::vector<double> a = whole(A), x = whole(X);
    const auto column = [&](const std::vector<double>& matrix, std::int64_t j) {
        return matrix.data() + j * n;
    };
    double residual = 0, norm_a = 0, norm_x = 0;
    std::vector<double> rest(static_cast<std::size_t>(n));
    for (std::int64_t j = 0; j < n; ++j) {
        std::fill(rest.begin(), rest.end(), 0.0);
        rest[static_cast<std::size_t>(j)] = 1;
        for (std::int64_t p = 0; p < n; ++p) {
            const double factor = column(x, j)[p];
            for (std::int64_t i = 0; i < n; ++i)
                rest[static_cast<std::size_t>(i)] -= column(a, p)[i] * factor;
        }
        double sum = 0, sum_a = 0, sum_x = 0;
        for (std::int64_t i = 0; i < n; ++i) {
            sum += std::fabs(rest[static_cast<std::size_t>(i)]);
            sum_a += std::fabs(column(a, j)[i]);
            sum_x += std::fabs(column(x, j)[i]);
            if (!stored(i, j) && !std::isnan(X(i, j)))
                return testing::AssertionFailure() << "wrote " << i << ", " << j << " in the other triangle";
        }
        residual = std::isnan(sum) ? std::numeric_limits<double>::infinity() : std::max(residual, sum);
        norm_a = std::max(norm_a, sum_a);
        norm_x = std::max(norm_x, sum_x);
    }
    if (!X.gaps_untouched()) return testing::AssertionFailure() << "wrote between columns";
    const double bound =
        static_cast<double>(n) * static_cast<double>(std::numeric_limits<T>::epsilon()) * norm_a * norm_x;
    if (residual <= bound) return testing::AssertionSuccess();
    return testing::AssertionFailure()
           << "residual " << residual << " above its bound " << bound << ", n = " << n;
}

class InverseNumerics : public testing::Test {
  protected:
    static void SetUpTestSuite() { session_ = std::make_unique<Session>(test::test_options()); }
    static void TearDownTestSuite() { session_.reset(); }
    void TearDown() override { EXPECT_EQ(session_->statistics().failed_runs, 0u) << "a device failed"; }

    template <class T>
    static Matrix<T> inverse_of(Session& session, Uplo uplo, const Matrix<T>& A) {
        CholeskyFactor<T> f = factor_definite(session, uplo, A);
        EXPECT_EQ(f.info, 0);
        EXPECT_EQ(potri<T>(session, uplo, A.rows, f.factor.data.data(), f.factor.ld), 0);
        return f.factor;
    }
    template <class T>
    static void check_size(Uplo uplo, std::int64_t n, T scale = T{1}, std::int64_t gap = 3) {
        const Matrix<T> A = definite_matrix<T>(uplo, n, static_cast<unsigned>(n), gap, scale);
        const std::uint64_t runs = session_->statistics().runs;
        EXPECT_TRUE(is_inverse(uplo, A, inverse_of(*session_, uplo, A)));
        EXPECT_EQ(session_->statistics().runs, runs + (n > 0 ? 2 : 0))
            << "the devices must do it, each routine in one program";
    }

    static std::unique_ptr<Session> session_;
};

std::unique_ptr<Session> InverseNumerics::session_;

TEST_F(InverseNumerics, RunsOnTheDevicesAskedFor) {
    for (std::size_t d = 0; d < session_->machine().device_count(); ++d)
        EXPECT_EQ(session_->machine().device(d).is_host, test::on_host());
}

TEST_F(InverseNumerics, AllSizes) {
    for (const Uplo uplo : kBothTriangles) {
        for (std::int64_t n : {0, 1, 2, 17, 64, 65, 127, 128, 129, 300}) check_size<double>(uplo, n);
        for (std::int64_t n : {1, 33, 191, 257}) check_size<float>(uplo, n);
        check_size<double>(uplo, 700, 1, uplo == Uplo::upper ? 1 : 0);
        check_size<float>(uplo, 699, 1, 14);
    }
}

/// Inverses of triangles are not to be trusted then: they are refined, or replaced by substitution.
TEST_F(InverseNumerics, IllConditionedFactors) {
    for (const Uplo uplo : kBothTriangles)
        for (const double below : {-1.0, -0.5, 0.25}) {
            const std::int64_t n = 150;
            Matrix<double> factor(Layout::col_major, n, n, 1, 13), A = factor;
            const auto L = [&](std::int64_t i, std::int64_t j) -> double& {
                return uplo == Uplo::lower ? factor(i, j) : factor(j, i);
            };
            // Rows of ones and a constant below them grow by (1 - constant)^n in substitution.
            for (std::int64_t j = 0; j < n; ++j)
                for (std::int64_t i = j; i < n; ++i) L(i, j) = i == j ? 1 : i - j < 30 ? below : 0;
            for (std::int64_t j = 0; j < n; ++j)
                for (std::int64_t i = 0; i < n; ++i) {
                    double& a = uplo == Uplo::lower ? A(i, j) : A(j, i);
                    a = 0;
                    for (std::int64_t p = 0; p <= j; ++p) a += L(i, p) * L(j, p);
                    if (i < j) a = L(i, j) = std::numeric_limits<double>::quiet_NaN();
                }
            EXPECT_EQ(potri<double>(*session_, uplo, n, factor.data.data(), factor.ld), 0);
            EXPECT_TRUE(is_inverse(uplo, A, factor)) << below;
        }
}

TEST_F(InverseNumerics, NoScaleIsTooLargeOrTooSmall) {
    for (const double scale : {1e-250, 1e-150, 1e150, 1e250}) {
        check_size<double>(Uplo::lower, 100, scale);
        check_size<double>(Uplo::upper, 100, scale);
    }
}

TEST_F(InverseNumerics, ZeroOnTheDiagonalLeavesTheFactorAsItWas) {
    const std::int64_t n = 150;
    for (const Uplo uplo : kBothTriangles)
        for (const std::int64_t at : {0, 64, 149}) {
            Matrix<double> L = definite_matrix<double>(uplo, n, 5);
            L(at, at) = -0.0;
            L(n - 1, n - 1) = 0;
            Matrix<double> X = L;
            EXPECT_EQ(potri<double>(*session_, uplo, n, X.data.data(), X.ld), at + 1);
            EXPECT_EQ(std::memcmp(X.data.data(), L.data.data(), L.data.size() * sizeof(double)), 0);
        }
}

/// Rows and columns from the first one on that a NaN of the factor enters.
TEST_F(InverseNumerics, NaNSpreads) {
    const std::int64_t n = 100, at = 80;
    for (const Uplo uplo : kBothTriangles) {
        Matrix<double> X = definite_matrix<double>(uplo, n, 6);
        X(at, at) = std::numeric_limits<double>::quiet_NaN();
        EXPECT_EQ(potri<double>(*session_, uplo, n, X.data.data(), X.ld), 0);
        EXPECT_TRUE(std::isnan(X(at, at)));
        EXPECT_TRUE(std::isnan(X(0, 0)));
        for (std::int64_t i = at + 1; i < n; ++i) EXPECT_FALSE(std::isnan(X(i, i))) << i;
    }
}

TEST_F(InverseNumerics, MatricesLargerThanTheDevice) {
    const std::int64_t n = 400;
    MachineOptions options = test::first_test_devices(1);
    options.memory_limit = std::int64_t{1} << 19;
    ASSERT_LT(options.memory_limit, n * (n + 1) / 2 * 8);
    Session small(options);
    const Matrix<double> A = definite_matrix<double>(Uplo::lower, n, 8);
    Matrix<double> X = factor_definite(*session_, Uplo::lower, A).factor;
    EXPECT_EQ(potri<double>(small, Uplo::lower, n, X.data.data(), X.ld), 0);
    EXPECT_TRUE(is_inverse(Uplo::lower, A, X));
    EXPECT_GT(small.statistics().runs, 0u);
}

TEST_F(InverseNumerics, DoesNotDependOnTheNumberOfDevices) {
    const Matrix<double> A = definite_matrix<double>(Uplo::upper, 300, 9);
    const Matrix<double> expected = inverse_of(*session_, Uplo::upper, A);
    for (const std::size_t count : {1U, 2U, 3U}) {
        if (count > session_->machine().device_count()) break;
        Session some(test::first_test_devices(count));
        const Matrix<double> got = inverse_of(some, Uplo::upper, A);
        EXPECT_EQ(std::memcmp(got.data.data(), expected.data.data(), got.data.size() * sizeof(double)), 0)
            << count;
    }
}

TEST_F(InverseNumerics, ByTheCpusLapack) {
    MachineOptions options = test::test_options();
    options.host_below = 100000;
    Session session(options);
    for (const Uplo uplo : kBothTriangles) {
        const Matrix<double> A = definite_matrix<double>(uplo, 200, 10);
        EXPECT_TRUE(is_inverse(uplo, A, inverse_of(session, uplo, A)));
        const Matrix<float> S = definite_matrix<float>(uplo, 101, 11);
        EXPECT_TRUE(is_inverse(uplo, S, inverse_of(session, uplo, S)));
    }
    EXPECT_EQ(session.statistics().runs, 0u);
    EXPECT_EQ(session.statistics().host_calls, 8u);
}

TEST_F(InverseNumerics, AsynchronouslyAfterTheFactorization) {
    const Matrix<double> A = definite_matrix<double>(Uplo::lower, 150, 12);
    Matrix<double> X = A;
    const Call factored = potrf_async<double>(*session_, Uplo::lower, 150, X.data.data(), X.ld);
    const Call inverted = potri_async<double>(*session_, Uplo::lower, 150, X.data.data(), X.ld);
    EXPECT_EQ(inverted.wait(), 0);
    EXPECT_EQ(factored.wait(), 0);
    EXPECT_TRUE(is_inverse(Uplo::lower, A, X));
    X(70, 70) = 0;
    EXPECT_EQ(potri_async<double>(*session_, Uplo::lower, 150, X.data.data(), X.ld).wait(), 71);
}

}  // namespace
}  // namespace hg
