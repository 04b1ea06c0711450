#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <limits>
#include <memory>

#include "lapack/lu/getrf_call.hpp"
#include "support/complex_samples.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/session.hpp>
#include <hg/lapack/async.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrf.hpp>
#include <hg/lapack/getrs.hpp>

namespace hg {
namespace {

using test::Matrix;
using test::wide;

template <class T>
struct ComplexFactors {
    Matrix<T> lu;
    std::vector<std::int64_t> ipiv;
    std::int64_t info = -7;
};

template <class T>
class ComplexLu : public testing::Test {
  protected:
    static void SetUpTestSuite() { session_ = std::make_unique<Session>(test::test_options()); }
    static void TearDownTestSuite() { session_.reset(); }
    void TearDown() override { EXPECT_EQ(session_->statistics().failed_runs, 0u) << "a device failed"; }

    static std::unique_ptr<Session> session_;
};
template <class T>
std::unique_ptr<Session> ComplexLu<T>::session_;

using ComplexLuTypes = testing::Types<std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(ComplexLu, ComplexLuTypes);

template <class T>
ComplexFactors<T> lu_of(Session& session, const Matrix<T>& A, Pivoting pivoting = Pivoting::partial) {
    ComplexFactors<T> f{A, std::vector<std::int64_t>(static_cast<std::size_t>(std::min(A.rows, A.cols)), -7)};
    f.info = getrf<T>(session, A.rows, A.cols, f.lu.data.data(), A.ld, f.ipiv.data(), {pivoting});
    return f;
}

/// |re| + |im|, by which pivots are chosen.
template <class T>
double size_of_pivot(T x) {
    return std::fabs(wide(x).real()) + std::fabs(wide(x).imag());
}

/// Whether |P^T A - L U| <= 3 eps sqrt(k + 2) |L| |U| in the Frobenius norm, k = min(m, n). If pivoting is partial, no multiplier
/// has a modulus above the square root of 2, since the pivot's parts have the largest sum.
template <class T>
testing::AssertionResult are_factors(const Matrix<T>& matrix, const ComplexFactors<T>& f,
                                     Pivoting pivoting = Pivoting::partial) {
    const std::int64_t m = matrix.rows, n = matrix.cols, order = std::min(m, n);
    Matrix<T> A = matrix;
    for (std::int64_t i = 0; i < order; ++i) {
        const std::int64_t other = f.ipiv[static_cast<std::size_t>(i)] - 1;
        if (other < i || other >= m)
            return testing::AssertionFailure() << "ipiv[" << i << "] is " << other + 1;
        for (std::int64_t j = 0; j < n; ++j) std::swap(A(i, j), A(other, j));
    }
    double l_squares = static_cast<double>(order), u_squares = 0, largest = 0, squares = 0;
    std::vector<std::complex<double>> rest(static_cast<std::size_t>(m));
    for (std::int64_t j = 0; j < n; ++j) {
        for (std::int64_t i = 0; i < m; ++i) {
            rest[static_cast<std::size_t>(i)] = wide(A(i, j));
            (i > j ? l_squares : u_squares) += std::norm(wide(f.lu(i, j)));
            if (i > j) largest = std::max(largest, std::abs(wide(f.lu(i, j))));
        }
        for (std::int64_t k = 0; k < std::min(order, j + 1); ++k) {
            const std::complex<double> u = wide(f.lu(k, j));
            rest[static_cast<std::size_t>(k)] -= u;
            for (std::int64_t i = k + 1; i < m; ++i)
                rest[static_cast<std::size_t>(i)] -= wide(f.lu(i, k)) * u;
        }
        for (const std::complex<double>& x : rest) squares += std::norm(x);
    }
    const double bound = 3 * test::epsilon_of<T>() * std::sqrt(static_cast<double>(order + 2)) *
                         std::sqrt(l_squares) * std::sqrt(u_squares);
    if (!(std::sqrt(squares) <= bound))
        return testing::AssertionFailure()
               << m << " x " << n << ": |PA - LU| is " << std::sqrt(squares) << ", above its bound " << bound;
    if (pivoting == Pivoting::partial && !(largest <= std::sqrt(2.0) * (1 + 8 * test::epsilon_of<T>())))
        return testing::AssertionFailure() << m << " x " << n << ": a multiplier is " << largest;
    if (!f.lu.gaps_untouched()) return testing::AssertionFailure() << "wrote between m and lda";
    return testing::AssertionSuccess();
}

template <class T>
void expect_factors(Session& session, std::int64_t m, std::int64_t n, Pivoting pivoting = Pivoting::partial) {
    Matrix<T> A(Layout::col_major, m, n, 3, static_cast<unsigned>(1000 * m + n));
    for (std::int64_t i = 0; pivoting == Pivoting::none && i < std::min(m, n); ++i)
        A(i, i) += static_cast<typename T::value_type>(2 * std::max(m, n));
    const std::uint64_t runs = session.statistics().runs;
    const ComplexFactors<T> f = lu_of(session, A, pivoting);
    EXPECT_EQ(f.info, 0);
    EXPECT_TRUE(are_factors(A, f, pivoting));
    if (std::min(m, n) > 0) {
        EXPECT_GT(session.statistics().runs, runs) << "the devices must do it";
    }
}

TYPED_TEST(ComplexLu, SquareMatricesOfAllSizes) {
    for (const std::int64_t n : {0, 1, 2, 3, 17, 31, 32, 33, 64, 65, 129, 200})
        expect_factors<TypeParam>(*this->session_, n, n);
}

TYPED_TEST(ComplexLu, TallAndWideMatrices) {
    for (const auto& [m, n] : {std::pair{1, 9}, {9, 1}, {300, 20}, {20, 300}, {300, 130}, {130, 300}})
        expect_factors<TypeParam>(*this->session_, m, n);
}

TYPED_TEST(ComplexLu, SeveralPanels) {
    expect_factors<TypeParam>(*this->session_, sizeof(TypeParam) == 16 ? 530 : 520, 540);
}

/// Products by integers. Kernels of them take OpenCL's compiler long.
TYPED_TEST(ComplexLu, ByIntegers) {
    if (!test::on_host() && sizeof(TypeParam) < 16) GTEST_SKIP() << "in double precision there";
    const ArithmeticScope scope(Arithmetic::emulated);
    expect_factors<TypeParam>(*this->session_, 200, 200);
}

TYPED_TEST(ComplexLu, Tournaments) {
    for (const auto& [m, n] : {std::pair{5, 5}, {300, 300}, {500, 100}})
        expect_factors<TypeParam>(*this->session_, m, n, Pivoting::tournament);
}

TYPED_TEST(ComplexLu, WithoutPivoting) {
    for (const auto& [m, n] : {std::pair{1, 1}, {65, 65}, {300, 70}, {70, 300}})
        expect_factors<TypeParam>(*this->session_, m, n, Pivoting::none);
}

/// The pivot is not the element of the largest modulus: |re| + |im| counts, and of several the first.
TYPED_TEST(ComplexLu, PivotsAreChosenAsLapackDoes) {
    using T = TypeParam;
    Matrix<T> A(Layout::col_major, 5, 5, 0, 3);
    const std::array column{T{0, 0}, T{0, 5}, T{3, -3}, T{-6, 0},
                            T{4, 2}};  // sums 0, 5, 6, 6, 6; moduli 5, 4.2, 6, 4.5
    for (std::int64_t i = 0; i < 5; ++i) A(i, 0) = column[static_cast<std::size_t>(i)];
    const ComplexFactors<T> f = lu_of(*this->session_, A);
    EXPECT_EQ(f.ipiv[0], 3);
    EXPECT_TRUE(are_factors(A, f));
}

/// The choice at every step, beside one that the definition makes; no two candidates are close.
TYPED_TEST(ComplexLu, PivotsAreThoseOfTheDefinition) {
    using T = TypeParam;
    const std::int64_t n = 40;
    const Matrix<T> matrix(Layout::col_major, n, n, 0, 77);
    Matrix<std::complex<double>> A(Layout::col_major, n, n, 0, 1);
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i) A(i, j) = wide(matrix(i, j));
    const ComplexFactors<T> f = lu_of(*this->session_, matrix);
    for (std::int64_t k = 0; k < n; ++k) {
        std::int64_t pivot = k;
        for (std::int64_t i = k; i < n; ++i)
            if (size_of_pivot(A(i, k)) > size_of_pivot(A(pivot, k))) pivot = i;
        ASSERT_EQ(f.ipiv[static_cast<std::size_t>(k)], pivot + 1) << k;
        for (std::int64_t j = 0; j < n; ++j) std::swap(A(k, j), A(pivot, j));
        for (std::int64_t i = k + 1; i < n; ++i) A(i, k) /= A(k, k);
        for (std::int64_t j = k + 1; j < n; ++j)
            for (std::int64_t i = k + 1; i < n; ++i) A(i, j) -= A(i, k) * A(k, j);
    }
}

TYPED_TEST(ComplexLu, NaNInEitherPartIsNoPivot) {
    using T = TypeParam;
    using Part = typename T::value_type;
    constexpr Part kNaN = std::numeric_limits<Part>::quiet_NaN();
    for (const T bad : {T{kNaN, 1}, T{1, kNaN}}) {
        Matrix<T> A(Layout::col_major, 70, 70, 0, 8);
        A(40, 0) = bad;
        const ComplexFactors<T> f = lu_of(*this->session_, A);
        EXPECT_NE(f.ipiv[0], 41);
        for (std::int64_t i = 0; i < 41; ++i) ASSERT_TRUE(std::isfinite(f.lu(0, i).real()));
        EXPECT_TRUE(test::is_nan(f.lu(69, 69))) << "it spreads as in arithmetic";
    }
}

TYPED_TEST(ComplexLu, ZeroPivotsAreToldOfAndNotDividedBy) {
    using T = TypeParam;
    for (const Pivoting pivoting : {Pivoting::partial, Pivoting::tournament}) {
        Matrix<T> A(Layout::col_major, 100, 100, 2, 6);
        for (std::int64_t i = 0; i < 100; ++i) A(i, 30) = A(i, 70) = 0;
        const ComplexFactors<T> f = lu_of(*this->session_, A, pivoting);
        EXPECT_EQ(f.info, 31);
        EXPECT_TRUE(are_factors(A, f, Pivoting::tournament));
    }
}

/// Multipliers by numbers whose squares overflow or underflow.
TYPED_TEST(ComplexLu, NoScaleIsTooLargeOrTooSmall) {
    using T = TypeParam;
    using Part = typename T::value_type;
    const Part large = sizeof(Part) == 8 ? static_cast<Part>(1e150) : static_cast<Part>(1e18);
    for (const Part scale : {large, 1 / large, std::numeric_limits<Part>::min() * 64}) {
        Matrix<T> A(Layout::col_major, 90, 90, 0, 12);
        for (T& x : A.data) x *= scale;
        const ComplexFactors<T> f = lu_of(*this->session_, A);
        Matrix<T> scaled = A;
        ComplexFactors<T> comparable = f;
        for (std::int64_t j = 0; j < 90; ++j)
            for (std::int64_t i = 0; i < 90; ++i) {
                scaled(i, j) /= scale;
                if (i <= j) comparable.lu(i, j) /= scale;
            }
        EXPECT_EQ(f.info, 0);
        EXPECT_TRUE(are_factors(scaled, comparable)) << scale;
    }
}

TYPED_TEST(ComplexLu, MatricesLargerThanTheDevice) {
    using T = TypeParam;
    MachineOptions options = test::first_test_devices(1);
    options.memory_limit = std::int64_t{6} << 20;
    Session small(options);
    const std::int64_t n = sizeof(T) == 16 ? 700 : 980;
    ASSERT_LT(options.memory_limit, n * n * std::int64_t{sizeof(T)});
    expect_factors<T>(small, n, n);
}

TYPED_TEST(ComplexLu, DoesNotDependOnTheNumberOfDevices) {
    using T = TypeParam;
    if (this->session_->machine().device_count() < 2) GTEST_SKIP() << "there is one device";
    const Matrix<T> A(Layout::col_major, 550, 550, 0, 15);
    Session one(test::first_test_devices(1));
    const ComplexFactors<T> expected = lu_of(one, A), got = lu_of(*this->session_, A);
    EXPECT_EQ(got.ipiv, expected.ipiv);
    EXPECT_TRUE(are_factors(A, got));
    EXPECT_EQ(got.lu.data, expected.lu.data);
}

TYPED_TEST(ComplexLu, FactorsSolveAllThreeSystems) {
    using T = TypeParam;
    for (const auto& [n, nrhs] : {std::pair{1, 1}, {130, 1}, {130, 5}, {300, 3}, {90, 300}}) {
        const Matrix<T> A(Layout::col_major, n, n, 1, 40), B(Layout::col_major, n, nrhs, 2, 41);
        const ComplexFactors<T> f = lu_of(*this->session_, A);
        for (const Op op : {Op::none, Op::trans, Op::conj_trans}) {
            Matrix<T> X = B;
            getrs<T>(*this->session_, op, n, nrhs, f.lu.data.data(), f.lu.ld, f.ipiv.data(), X.data.data(),
                     X.ld);
            EXPECT_LT(test::residual_of(op, A, X, B), 16) << n << " x " << nrhs << static_cast<char>(op);
            EXPECT_TRUE(X.gaps_untouched());
        }
    }
}

TYPED_TEST(ComplexLu, GesvFactorsAndSolves) {
    using T = TypeParam;
    for (const Pivoting pivoting : {Pivoting::partial, Pivoting::tournament})
        for (const auto& [n, nrhs] : {std::pair{1, 1}, {90, 4}, {550, 1}, {60, 0}, {70, 260}}) {
            const Matrix<T> A(Layout::col_major, n, n, 1, 50), B(Layout::col_major, n, nrhs, 2, 51);
            ComplexFactors<T> f{A, std::vector<std::int64_t>(static_cast<std::size_t>(n), -7)};
            Matrix<T> X = B;
            EXPECT_EQ(gesv<T>(*this->session_, n, nrhs, f.lu.data.data(), A.ld, f.ipiv.data(), X.data.data(),
                              X.ld, {pivoting}),
                      0);
            EXPECT_TRUE(are_factors(A, f, pivoting));
            if (nrhs > 0) {
                EXPECT_LT(test::residual_of(Op::none, A, X, B), 16) << n << " x " << nrhs;
            }
        }
}

TYPED_TEST(ComplexLu, SingularSystemsAreNotSolved) {
    using T = TypeParam;
    Matrix<T> A(Layout::col_major, 20, 20, 0, 1);
    for (std::int64_t i = 0; i < 20; ++i) A(i, 5) = 0;
    const Matrix<T> B(Layout::col_major, 20, 2, 0, 2);
    Matrix<T> X = B;
    std::vector<std::int64_t> ipiv(20);
    EXPECT_EQ(gesv<T>(*this->session_, 20, 2, A.data.data(), A.ld, ipiv.data(), X.data.data(), X.ld), 6);
    EXPECT_EQ(X.data, B.data);
}

TYPED_TEST(ComplexLu, AsynchronousCallsKeepTheirOrder) {
    using T = TypeParam;
    const Matrix<T> A(Layout::col_major, 120, 120, 0, 30), B(Layout::col_major, 120, 3, 0, 31);
    Matrix<T> F = A, X = B;
    std::vector<std::int64_t> ipiv(120, -7);
    const Call factoring = getrf_async<T>(*this->session_, 120, 120, F.data.data(), F.ld, ipiv.data());
    const Call solving = getrs_async<T>(*this->session_, Op::conj_trans, 120, 3, F.data.data(), F.ld,
                                        ipiv.data(), X.data.data(), X.ld);
    EXPECT_EQ(solving.wait(), 0);
    EXPECT_TRUE(factoring.test());
    EXPECT_LT(test::residual_of(Op::conj_trans, A, X, B), 16);
}

/// By the CPU's LAPACK, and without pivoting by hg's own recursion.
TYPED_TEST(ComplexLu, OnTheCpu) {
    using T = TypeParam;
    for (const Pivoting pivoting : {Pivoting::partial, Pivoting::none}) {
        Matrix<T> A(Layout::col_major, 80, 50, 0, 60);
        for (std::int64_t i = 0; i < 50; ++i) A(i, i) += 20;
        ComplexFactors<T> f{A, std::vector<std::int64_t>(50, -7)};
        const GetrfCall<T> call{80, 50, f.lu.data.data(), A.ld, f.ipiv.data(), {pivoting}};
        call.on_cpu();
        EXPECT_EQ(call.info(), 0);
        EXPECT_TRUE(are_factors(A, f, pivoting));
    }
}

}  // namespace
}  // namespace hg
