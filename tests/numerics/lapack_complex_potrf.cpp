#include <gtest/gtest.h>

#include <complex>
#include <limits>
#include <memory>

#include "lapack/cholesky/cholesky_builder.hpp"
#include "lapack/cholesky/potrf_call.hpp"
#include "lapack/solve/potrs_call.hpp"
#include "support/cholesky_samples.hpp"
#include "support/cholesky_workspace.hpp"
#include "support/complex_samples.hpp"
#include <hg/lapack/async.hpp>
#include <hg/lapack/posv.hpp>
#include <hg/lapack/potri.hpp>
#include <hg/lapack/potrs.hpp>

namespace hg {
namespace {

using test::kBothTriangles;
using test::Matrix;
using test::wide;

template <class T>
class ComplexCholesky : public testing::Test {
  protected:
    static void SetUpTestSuite() { session_ = std::make_unique<Session>(test::test_options()); }
    static void TearDownTestSuite() { session_.reset(); }
    void TearDown() override { EXPECT_EQ(session_->statistics().failed_runs, 0u) << "a device failed"; }

    static std::unique_ptr<Session> session_;
};
template <class T>
std::unique_ptr<Session> ComplexCholesky<T>::session_;

using ComplexCholeskyTypes = testing::Types<std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(ComplexCholesky, ComplexCholeskyTypes);

bool is_stored(Uplo uplo, std::int64_t i, std::int64_t j) {
    return i == j || (i < j) == (uplo == Uplo::upper);
}

/// One triangle of a hermitian positive definite matrix. NaN stands in the other one and in the imaginary parts of the diagonal,
/// which count for nothing.
template <class T>
Matrix<T> hermitian_definite(Uplo uplo, std::int64_t n, unsigned seed, double scale = 1) {
    using Part = typename T::value_type;
    constexpr Part kNaN = std::numeric_limits<Part>::quiet_NaN();
    Matrix<T> A(Layout::col_major, n, n, 3, seed);
    const auto on_diagonal = static_cast<Part>((2 * std::sqrt(static_cast<double>(n)) + 0.5) * scale);
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i) {
            A(i, j) *= static_cast<Part>(scale);
            if (i == j) A(i, j) = {on_diagonal, kNaN};
            if (!is_stored(uplo, i, j)) A(i, j) = {kNaN, kNaN};
        }
    return A;
}

/// Element (i, j) of the whole matrix.
template <class T>
std::complex<double> whole_element(Uplo uplo, const Matrix<T>& A, std::int64_t i, std::int64_t j) {
    if (i == j) return wide(A(i, j)).real();
    return is_stored(uplo, i, j) ? wide(A(i, j)) : std::conj(wide(A(j, i)));
}

/// All of it.
template <class T>
Matrix<T> whole_matrix(Uplo uplo, const Matrix<T>& A) {
    Matrix<T> all = A;
    for (std::int64_t j = 0; j < A.cols; ++j)
        for (std::int64_t i = 0; i < A.rows; ++i) all(i, j) = static_cast<T>(whole_element(uplo, A, i, j));
    return all;
}

/// Whether nothing but the triangle was written, and the diagonal is real.
template <class T>
testing::AssertionResult keeps_the_rest(Uplo uplo, const Matrix<T>& got, std::int64_t order) {
    for (std::int64_t j = 0; j < got.cols; ++j)
        for (std::int64_t i = 0; i < got.rows; ++i)
            if (!is_stored(uplo, i, j) && !(std::isnan(got(i, j).real()) && std::isnan(got(i, j).imag())))
                return testing::AssertionFailure() << "wrote " << i << ", " << j << " in the other triangle";
    for (std::int64_t i = 0; i < order; ++i)
        if (got(i, i).imag() != 0) return testing::AssertionFailure() << "diagonal " << i << " is not real";
    if (!got.gaps_untouched()) return testing::AssertionFailure() << "wrote between columns";
    return testing::AssertionSuccess();
}

/// LAPACK's residual |A - L L^H| / (n eps |A|) of the leading minor of this order, in the largest column sum, is below 3.
template <class T>
testing::AssertionResult is_factor(Uplo uplo, const Matrix<T>& A, const Matrix<T>& factor,
                                   std::int64_t order) {
    const auto l = [&](std::int64_t i, std::int64_t j) {
        return uplo == Uplo::lower ? wide(factor(i, j)) : std::conj(wide(factor(j, i)));
    };
    double residual = 0, norm = 0;
    std::vector<std::complex<double>> rest(static_cast<std::size_t>(order));
    for (std::int64_t j = 0; j < order; ++j) {
        if (!(l(j, j).real() > 0))
            return testing::AssertionFailure() << "diagonal " << j << " is not positive";
        for (std::int64_t i = j; i < order; ++i)
            rest[static_cast<std::size_t>(i)] = whole_element(uplo, A, i, j);
        for (std::int64_t p = 0; p <= j; ++p) {
            const std::complex<double> factor_of_column = std::conj(l(j, p));
            for (std::int64_t i = j; i < order; ++i)
                rest[static_cast<std::size_t>(i)] -= l(i, p) * factor_of_column;
        }
        double sum = 0, sum_of_a = 0;
        for (std::int64_t i = j; i < order; ++i) {
            sum += std::abs(rest[static_cast<std::size_t>(i)]);
            sum_of_a += std::abs(whole_element(uplo, A, i, j));
        }
        residual = std::isnan(sum) ? std::numeric_limits<double>::infinity() : std::max(residual, sum);
        norm = std::max(norm, sum_of_a);
    }
    const double bound = 3 * static_cast<double>(order) * test::epsilon_of<T>() * norm;
    if (!(residual <= bound))
        return testing::AssertionFailure()
               << "residual " << residual << " above its bound " << bound << ", n = " << A.rows;
    return keeps_the_rest(uplo, factor, order);
}

template <class T>
std::pair<Matrix<T>, std::int64_t> factored(Session& session, Uplo uplo, const Matrix<T>& A) {
    Matrix<T> factor = A;
    const std::int64_t info = potrf<T>(session, uplo, A.rows, factor.data.data(), A.ld);
    return {factor, info};
}

template <class T>
void expect_factor(Session& session, Uplo uplo, std::int64_t n, double scale = 1) {
    const Matrix<T> A = hermitian_definite<T>(uplo, n, static_cast<unsigned>(n), scale);
    const std::uint64_t runs = session.statistics().runs;
    const auto [factor, info] = factored(session, uplo, A);
    EXPECT_EQ(info, 0);
    EXPECT_TRUE(is_factor(uplo, A, factor, n));
    EXPECT_EQ(session.statistics().runs, runs + (n > 0 ? 1 : 0)) << "the devices must do it";
}

TYPED_TEST(ComplexCholesky, AllSizes) {
    for (const Uplo uplo : kBothTriangles)
        for (const std::int64_t n : {0, 1, 17, 64, 65, 129, 301})
            expect_factor<TypeParam>(*this->session_, uplo, n);
}

/// Strips of several panels, and panels of several diagonal blocks.
TYPED_TEST(ComplexCholesky, SeveralPanelsInAStrip) {
    constexpr bool kDouble = sizeof(TypeParam) == 16;
    expect_factor<TypeParam>(*this->session_, kDouble ? Uplo::lower : Uplo::upper, kDouble ? 530 : 1030);
}

/// Products by integers. Kernels of them take OpenCL's compiler long.
TYPED_TEST(ComplexCholesky, ByIntegers) {
    if (!test::on_host() && sizeof(TypeParam) < 16) GTEST_SKIP() << "in double precision there";
    const ArithmeticScope scope(Arithmetic::emulated);
    for (const Uplo uplo : kBothTriangles)
        if (test::on_host() || uplo == Uplo::upper) expect_factor<TypeParam>(*this->session_, uplo, 300);
}

TYPED_TEST(ComplexCholesky, NoScaleIsTooLargeOrTooSmall) {
    const double large = sizeof(TypeParam) == 16 ? 1e300 : 1e35;
    for (const Uplo uplo : kBothTriangles)
        for (const double scale : {large, 1 / large})
            expect_factor<TypeParam>(*this->session_, uplo, 135, scale);
}

/// The pivot that fails stands in A, and what comes after it is no garbage.
TYPED_TEST(ComplexCholesky, InfoIsTheOrderOfTheFirstMinorThatFails) {
    using T = TypeParam;
    using Part = typename T::value_type;
    const std::int64_t n = 200;
    for (const Uplo uplo : kBothTriangles)
        for (const std::int64_t at : {0, 63, 128, 199})
            for (const Part bad : {Part{0}, Part{-3}, std::numeric_limits<Part>::quiet_NaN()}) {
                Matrix<T> A = hermitian_definite<T>(uplo, n, 5);
                A(at, at) = {bad, 1};
                const auto [factor, info] = factored(*this->session_, uplo, A);
                EXPECT_EQ(info, at + 1);
                EXPECT_FALSE(factor(at, at).real() > 0);
                EXPECT_TRUE(is_factor(uplo, A, factor, at)) << at;
                for (std::int64_t j = at + 1; j < n; ++j)
                    EXPECT_TRUE(std::isfinite(factor(j, j).real())) << j;
            }
}

/// One part of an element below the diagonal is enough.
TYPED_TEST(ComplexCholesky, NaNInEitherPartFailsWhereItIsReached) {
    using T = TypeParam;
    constexpr auto kNaN = std::numeric_limits<typename T::value_type>::quiet_NaN();
    for (const Uplo uplo : kBothTriangles)
        for (const T bad : {T{kNaN, 0}, T{0, kNaN}}) {
            Matrix<T> A = hermitian_definite<T>(uplo, 200, 7);
            (uplo == Uplo::lower ? A(190, 20) : A(20, 190)) = bad;
            const auto [factor, info] = factored(*this->session_, uplo, A);
            EXPECT_EQ(info, 191);
            EXPECT_TRUE(is_factor(uplo, A, factor, 20));
        }
}

TYPED_TEST(ComplexCholesky, MatricesLargerThanTheDevice) {
    using T = TypeParam;
    const std::int64_t n = 700, strip = std::int64_t{sizeof(T)} * n * 128;
    MachineOptions options = test::first_test_devices(1);
    options.memory_limit = 18 * strip / 5;
    ASSERT_LT(options.memory_limit, std::int64_t{sizeof(T)} * n * (n + 1) / 2 + strip)
        << "a triangle and a strip";
    Session small(options);
    expect_factor<T>(small, Uplo::lower, n);
}

/// A program on the first `devices` of the machine, which simulation might have found too many.
template <class T>
Matrix<T> factor_complex_on(Machine& machine, std::size_t devices, std::size_t strips, Uplo uplo,
                            const Matrix<T>& A) {
    const CholeskyProblem problem{.type = element_type_of<T>(), .uplo = uplo, .n = A.rows};
    CholeskyLayout layout = cholesky_layout(problem, machine.target());
    layout.devices.resize(devices);
    layout.strips_per_sweep = std::min(strips, layout.strips());
    Matrix<T> factor = A;
    test::CholeskyWorkspace<T> workspace{std::vector<std::int32_t>(layout.strips(), -7)};
    Bindings bindings;
    bindings.matrix("A", factor.data.data(), A.ld);
    const Program program = cholesky_program(problem, layout, machine.target(), kernels::Database::shipped());
    workspace.bind(program, bindings);
    machine.run(program, bindings);
    return factor;
}

TYPED_TEST(ComplexCholesky, DoesNotDependOnTheNumberOfDevices) {
    using T = TypeParam;
    Machine& machine = this->session_->machine();
    for (const Uplo uplo : kBothTriangles) {
        const Matrix<T> A = hermitian_definite<T>(uplo, 400, 9);
        const Matrix<T> expected = factor_complex_on(machine, 1, 4, uplo, A);
        EXPECT_TRUE(is_factor(uplo, A, expected, 400));
        for (std::size_t devices = 2; devices <= machine.device_count(); ++devices)
            for (const std::size_t strips : {2U, 4U}) {
                const Matrix<T> got = factor_complex_on(machine, devices, strips, uplo, A);
                for (std::int64_t j = 0; j < 400; ++j)
                    for (std::int64_t i = 0; i < 400; ++i) {
                        if (!is_stored(uplo, i, j)) continue;
                        ASSERT_EQ(got(i, j), expected(i, j)) << i << ", " << j << " on " << devices;
                    }
            }
    }
}

TYPED_TEST(ComplexCholesky, SolvesSystems) {
    using T = TypeParam;
    for (const Uplo uplo : kBothTriangles)
        for (const auto& [n, nrhs] : {std::pair{1, 1}, {150, 1}, {150, 40}, {90, 300}}) {
            const Matrix<T> A = hermitian_definite<T>(uplo, n, 3);
            const Matrix<T> B(Layout::col_major, n, nrhs, 2, 4);
            Matrix<T> X = B, L = A;
            EXPECT_EQ(posv<T>(*this->session_, uplo, n, nrhs, L.data.data(), L.ld, X.data.data(), X.ld), 0);
            EXPECT_LT(test::residual_of(Op::none, whole_matrix(uplo, A), X, B), 16);
            EXPECT_TRUE(X.gaps_untouched());
            EXPECT_TRUE(is_factor(uplo, A, L, n));
            Matrix<T> again = B;
            potrs<T>(*this->session_, uplo, n, nrhs, L.data.data(), L.ld, again.data.data(), again.ld);
            EXPECT_EQ(again.data, X.data);
        }
}

/// Several block columns, whose triangles are kept or come twice.
TYPED_TEST(ComplexCholesky, SolvesOfSeveralBlockColumns) {
    using T = TypeParam;
    const std::int64_t n = 300;
    for (const Uplo uplo : kBothTriangles)
        for (const std::int64_t limit : {std::int64_t{1} << 30, std::int64_t{sizeof(T)} * n * n * 4 / 5}) {
            MachineOptions options = test::test_options();
            options.memory_limit = limit;
            Session session(options);
            const Matrix<T> A = hermitian_definite<T>(uplo, n, 13);
            const Matrix<T> L = factored(*this->session_, uplo, A).first, B(Layout::col_major, n, 2, 0, 14);
            Matrix<T> X = B;
            potrs<T>(session, uplo, n, 2, L.data.data(), L.ld, X.data.data(), X.ld);
            EXPECT_EQ(session.statistics().runs, 1u) << "the devices must do it";
            EXPECT_LT(test::residual_of(Op::none, whole_matrix(uplo, A), X, B), 16);
        }
}

TYPED_TEST(ComplexCholesky, SolvesNothingIfAIsNotDefinite) {
    using T = TypeParam;
    Matrix<T> A = hermitian_definite<T>(Uplo::lower, 50, 1);
    A(10, 10) = -1;
    const Matrix<T> B(Layout::col_major, 50, 2, 0, 2);
    Matrix<T> X = B;
    EXPECT_EQ(posv<T>(*this->session_, Uplo::lower, 50, 2, A.data.data(), A.ld, X.data.data(), X.ld), 11);
    EXPECT_EQ(X.data, B.data);
}

/// |I - A X| over n eps |A| |X| in the largest row sum, LAPACK's residual of inverses.
template <class T>
void expect_inverse(Session& session, Session& inverting, Uplo uplo, std::int64_t n) {
    const Matrix<T> A = hermitian_definite<T>(uplo, n, 21);
    Matrix<T> X = factored(session, uplo, A).first;
    EXPECT_EQ(potri<T>(inverting, uplo, n, X.data.data(), X.ld), 0);
    EXPECT_TRUE(keeps_the_rest(uplo, X, n));
    const Matrix<T> a = whole_matrix(uplo, A), x = whole_matrix(uplo, X);
    double error = 0, norm_a = 0, norm_x = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        std::vector<std::complex<double>> row(static_cast<std::size_t>(n));
        double sum = 0, sum_of_a = 0, sum_of_x = 0;
        for (std::int64_t j = 0; j < n; ++j) {
            row[static_cast<std::size_t>(j)] = i == j ? -1 : 0;
            for (std::int64_t p = 0; p < n; ++p)
                row[static_cast<std::size_t>(j)] += wide(a(i, p)) * wide(x(p, j));
            sum += std::abs(row[static_cast<std::size_t>(j)]);
            sum_of_a += std::abs(wide(a(i, j)));
            sum_of_x += std::abs(wide(x(i, j)));
        }
        error = std::isnan(sum) ? std::numeric_limits<double>::infinity() : std::max(error, sum);
        norm_a = std::max(norm_a, sum_of_a);
        norm_x = std::max(norm_x, sum_of_x);
    }
    EXPECT_LE(error, 3 * static_cast<double>(n) * test::epsilon_of<T>() * norm_a * norm_x) << n;
}

TYPED_TEST(ComplexCholesky, Inverts) {
    for (const Uplo uplo : kBothTriangles)
        for (const std::int64_t n : {1, 33, 200})
            expect_inverse<TypeParam>(*this->session_, *this->session_, uplo, n);
}

TYPED_TEST(ComplexCholesky, InvertsByHalvesWhatNoDeviceHolds) {
    MachineOptions options = test::first_test_devices(1);
    options.memory_limit = std::int64_t{sizeof(TypeParam)} * 200 * 200 / 2;
    Session small(options);
    for (const Uplo uplo : kBothTriangles) expect_inverse<TypeParam>(*this->session_, small, uplo, 200);
}

TYPED_TEST(ComplexCholesky, AsynchronousCallsKeepTheirOrder) {
    using T = TypeParam;
    const Matrix<T> A = hermitian_definite<T>(Uplo::upper, 120, 30), B(Layout::col_major, 120, 3, 0, 31);
    Matrix<T> L = A, X = B;
    const Call factoring = potrf_async<T>(*this->session_, Uplo::upper, 120, L.data.data(), L.ld);
    const Call solving =
        potrs_async<T>(*this->session_, Uplo::upper, 120, 3, L.data.data(), L.ld, X.data.data(), X.ld);
    EXPECT_EQ(solving.wait(), 0);
    EXPECT_EQ(factoring.wait(), 0);
    EXPECT_LT(test::residual_of(Op::none, whole_matrix(Uplo::upper, A), X, B), 16);
}

/// The forms that hand calls to the CPU's LAPACK.
TYPED_TEST(ComplexCholesky, ByTheCpusLapack) {
    using T = TypeParam;
    for (const Uplo uplo : kBothTriangles) {
        const Matrix<T> A = hermitian_definite<T>(uplo, 90, 17), B(Layout::col_major, 90, 3, 0, 18);
        Matrix<T> L = A, X = B;
        const PotrfCall<T> factor{uplo, 90, L.data.data(), L.ld};
        factor.on_cpu();
        EXPECT_EQ(factor.info(), 0);
        EXPECT_TRUE(is_factor(uplo, A, L, 90));
        PotrsCall<T>{uplo, 90, 3, L.data.data(), L.ld, X.data.data(), X.ld}.on_cpu();
        EXPECT_LT(test::residual_of(Op::none, whole_matrix(uplo, A), X, B), 16);
        L = A;
        L(40, 40) = {-1, 0};
        factor.on_cpu();
        EXPECT_EQ(factor.info(), 41);
    }
}

}  // namespace
}  // namespace hg
