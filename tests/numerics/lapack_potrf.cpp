#include <gtest/gtest.h>

#include <limits>
#include <memory>

#include "lapack/cholesky/cholesky_builder.hpp"
#include "support/cholesky_samples.hpp"
#include "support/cholesky_workspace.hpp"
#include <hg/lapack/posv.hpp>
#include <hg/lapack/potrs.hpp>

namespace hg {
namespace {

using test::CholeskyFactor;
using test::definite_matrix;
using test::factor_definite;
using test::is_cholesky_factor;
using test::kBothTriangles;
using test::Matrix;

class CholeskyNumerics : public testing::Test {
  protected:
    static void SetUpTestSuite() { session_ = std::make_unique<Session>(test::test_options()); }
    static void TearDownTestSuite() { session_.reset(); }
    void TearDown() override { EXPECT_EQ(session_->statistics().failed_runs, 0u) << "a device failed"; }

    template <class T>
    static void check_size(Uplo uplo, std::int64_t n, T scale = T{1}) {
        const Matrix<T> A = definite_matrix<T>(uplo, n, static_cast<unsigned>(n), 3, scale);
        const std::uint64_t runs = session_->statistics().runs;
        const CholeskyFactor<T> f = factor_definite(*session_, uplo, A);
        EXPECT_EQ(f.info, 0);
        EXPECT_TRUE(is_cholesky_factor(uplo, A, f.factor, n));
        EXPECT_EQ(session_->statistics().runs, runs + (n > 0 ? 1 : 0)) << "the devices must do it";
    }

    static std::unique_ptr<Session> session_;
};

std::unique_ptr<Session> CholeskyNumerics::session_;

TEST_F(CholeskyNumerics, RunsOnTheDevicesAskedFor) {
    for (std::size_t d = 0; d < session_->machine().device_count(); ++d)
        EXPECT_EQ(session_->machine().device(d).is_host, test::on_host());
}

TEST_F(CholeskyNumerics, AllSizes) {
    for (const Uplo uplo : kBothTriangles) {
        for (std::int64_t n : {0, 1, 17, 128, 129, 701}) check_size<double>(uplo, n);
        for (std::int64_t n : {33, 301}) check_size<float>(uplo, n);
    }
}

/// Strips of several panels, whose halves are factored one after the other.
TEST_F(CholeskyNumerics, SeveralPanelsInAStrip) {
    check_size<double>(Uplo::lower, 1030);
    check_size<float>(Uplo::upper, 1030);
}

TEST_F(CholeskyNumerics, NoScaleIsTooLargeOrTooSmall) {
    for (const double scale : {1e-300, 1e300}) {
        check_size<double>(Uplo::lower, 200, scale);
        check_size<double>(Uplo::upper, 135, scale);
    }
}

/// The pivot that fails says so in A, and what comes after it is no garbage.
TEST_F(CholeskyNumerics, InfoIsTheOrderOfTheFirstMinorThatFails) {
    const std::int64_t n = 300;
    for (const Uplo uplo : kBothTriangles)
        for (const std::int64_t at : {0, 127, 128, 299})
            for (const double bad : {0.0, std::numeric_limits<double>::quiet_NaN()}) {
                Matrix<double> A = definite_matrix<double>(uplo, n, 5);
                A(at, at) = bad;
                const CholeskyFactor<double> f = factor_definite(*session_, uplo, A);
                EXPECT_EQ(f.info, at + 1);
                EXPECT_FALSE(f.factor(at, at) > 0);
                EXPECT_TRUE(is_cholesky_factor(uplo, A, f.factor, at)) << at;
                for (std::int64_t j = at + 1; j < n; ++j) EXPECT_TRUE(std::isfinite(f.factor(j, j))) << j;
            }
}

/// Strips behind the one that fails are A's: 128 columns each, for this order.
TEST_F(CholeskyNumerics, OnOneDeviceWhatComesAfterAFailureIsAsItWas) {
    const std::int64_t n = 400, at = 130;
    Matrix<double> A = definite_matrix<double>(Uplo::lower, n, 6);
    A(at, at) = -1;
    Session session(test::first_test_devices(1));
    const CholeskyFactor<double> f = factor_definite(session, Uplo::lower, A);
    EXPECT_EQ(f.info, at + 1);
    for (std::int64_t j = 256; j < n; ++j)
        for (std::int64_t i = j; i < n; ++i) ASSERT_EQ(f.factor(i, j), A(i, j)) << i << ", " << j;
}

TEST_F(CholeskyNumerics, NaNFailsWhereItIsReached) {
    for (const Uplo uplo : kBothTriangles) {
        Matrix<double> A = definite_matrix<double>(uplo, 300, 7);
        (uplo == Uplo::lower ? A(290, 20) : A(20, 290)) = std::numeric_limits<double>::quiet_NaN();
        const CholeskyFactor<double> f = factor_definite(*session_, uplo, A);
        EXPECT_EQ(f.info, 291);
        EXPECT_TRUE(is_cholesky_factor(uplo, A, f.factor, 20));
    }
}

TEST_F(CholeskyNumerics, MatricesLargerThanTheDevice) {
    const std::int64_t n = 1000;
    MachineOptions options = test::first_test_devices(1);
    options.memory_limit = std::int64_t{4} << 20;
    ASSERT_LT(options.memory_limit, n * (n + 1) / 2 * 8 + n * 128 * 8) << "a triangle and a strip to work on";
    Session small(options);
    const Matrix<double> A = definite_matrix<double>(Uplo::lower, n, 8);
    const CholeskyFactor<double> f = factor_definite(small, Uplo::lower, A);
    EXPECT_EQ(f.info, 0);
    EXPECT_TRUE(is_cholesky_factor(Uplo::lower, A, f.factor, n));
}

/// A program on the first `devices` of the machine, which simulation might have found too many.
CholeskyFactor<double> factor_on(Machine& machine, std::size_t devices, std::size_t strips_per_sweep,
                                 Uplo uplo, const Matrix<double>& A) {
    const CholeskyProblem problem{.uplo = uplo, .n = A.rows};
    CholeskyLayout layout = cholesky_layout(problem, machine.target());
    layout.devices.resize(devices);
    layout.strips_per_sweep = std::min(strips_per_sweep, layout.strips());
    CholeskyFactor<double> f{A, 0};
    test::CholeskyWorkspace<double> workspace{std::vector<std::int32_t>(layout.strips(), -7)};
    Bindings bindings;
    bindings.matrix("A", f.factor.data.data(), A.ld);
    const Program program = cholesky_program(problem, layout, machine.target(), kernels::Database::shipped());
    workspace.bind(program, bindings);
    machine.run(program, bindings);
    f.info = devices > 1 ? workspace.info.back() : 0;
    return f;
}

/// The same bits, however many devices share the strips and however many they hold at once.
TEST_F(CholeskyNumerics, DoesNotDependOnTheNumberOfDevices) {
    Machine& machine = session_->machine();
    for (const Uplo uplo : kBothTriangles) {
        const Matrix<double> A = definite_matrix<double>(uplo, 600, 9);
        const Matrix<double> expected = factor_on(machine, 1, 5, uplo, A).factor;
        EXPECT_TRUE(is_cholesky_factor(uplo, A, expected, 600));
        for (std::size_t devices = 1; devices <= machine.device_count(); ++devices)
            for (const std::size_t strips : {2U, 5U}) {
                const Matrix<double> got = factor_on(machine, devices, strips, uplo, A).factor;
                for (std::int64_t j = 0; j < 600; ++j)
                    for (std::int64_t i = 0; i < 600; ++i) {
                        if (i != j && (i < j) != (uplo == Uplo::upper)) continue;
                        ASSERT_EQ(got(i, j), expected(i, j))
                            << i << ", " << j << " on " << devices << " devices";
                    }
            }
    }
}

TEST_F(CholeskyNumerics, AllDevicesLearnOfAFailure) {
    Machine& machine = session_->machine();
    if (machine.device_count() < 2) GTEST_SKIP() << "there is one device";
    for (const std::int64_t at : {10, 200, 590}) {
        Matrix<double> A = definite_matrix<double>(Uplo::lower, 600, 9);
        A(at, at) = -1;
        const CholeskyFactor<double> f = factor_on(machine, machine.device_count(), 5, Uplo::lower, A);
        EXPECT_EQ(f.info, at + 1);
        EXPECT_TRUE(is_cholesky_factor(Uplo::lower, A, f.factor, at));
        for (std::int64_t j = at + 1; j < 600; ++j) ASSERT_GT(f.factor(j, j), 0) << "not the root of garbage";
    }
}

/// HPL's scaled residual of A X = B: |A x - b| / (eps (|A| |x| + |b|) n), in the largest element; A has one
/// triangle.
template <class T>
double scaled_residual(Uplo uplo, const Matrix<T>& A, const Matrix<T>& X, const Matrix<T>& B) {
    double error = 0, norm_a = 0, norm_x = 0, norm_b = 0;
    for (std::int64_t c = 0; c < B.cols; ++c)
        for (std::int64_t i = 0; i < A.rows; ++i) {
            double sum = 0, row = 0;
            for (std::int64_t j = 0; j < A.rows; ++j) {
                const double a = (uplo == Uplo::lower) == (i > j) || i == j ? A(i, j) : A(j, i);
                sum += a * X(j, c);
                row += std::fabs(a);
            }
            error = std::max(error, std::fabs(sum - B(i, c)));
            norm_a = std::max(norm_a, row);
            norm_x = std::max(norm_x, std::fabs(static_cast<double>(X(i, c))));
            norm_b = std::max(norm_b, std::fabs(static_cast<double>(B(i, c))));
        }
    return error / (static_cast<double>(std::numeric_limits<T>::epsilon()) * (norm_a * norm_x + norm_b) *
                    static_cast<double>(A.rows));
}

template <class T>
void check_solve(Session& session, Uplo uplo, std::int64_t n, std::int64_t nrhs) {
    const Matrix<T> A = definite_matrix<T>(uplo, n, 3);
    const Matrix<T> B(Layout::col_major, n, nrhs, 2, 4);
    Matrix<T> X = B, L = A;
    EXPECT_EQ(posv<T>(session, uplo, n, nrhs, L.data.data(), L.ld, X.data.data(), X.ld), 0);
    EXPECT_LT(scaled_residual(uplo, A, X, B), 16);
    EXPECT_TRUE(X.gaps_untouched());
    EXPECT_TRUE(is_cholesky_factor(uplo, A, L, n));
    Matrix<T> again = B;
    potrs<T>(session, uplo, n, nrhs, L.data.data(), L.ld, again.data.data(), again.ld);
    EXPECT_EQ(again.data, X.data);
}

TEST_F(CholeskyNumerics, SolvesSystems) {
    for (const Uplo uplo : kBothTriangles) {
        check_solve<double>(*session_, uplo, 1, 1);
        check_solve<double>(*session_, uplo, 150, 40);
        check_solve<float>(*session_, uplo, 90, 3);
    }
}

TEST_F(CholeskyNumerics, SolvesNothingIfAIsNotDefinite) {
    Matrix<double> A = definite_matrix<double>(Uplo::lower, 50, 1);
    A(10, 10) = -1;
    const Matrix<double> B(Layout::col_major, 50, 2, 0, 2);
    Matrix<double> X = B;
    EXPECT_EQ(posv<double>(*session_, Uplo::lower, 50, 2, A.data.data(), A.ld, X.data.data(), X.ld), 11);
    EXPECT_EQ(X.data, B.data);
}

}  // namespace
}  // namespace hg
