// hg's own plain factorizations and solves for complex elements, beside those of the CPU's LAPACK.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "kernels/cpu/cpu_blas.hpp"
#include "kernels/cpu/plain_blas.hpp"
#include "support/complex_samples.hpp"

namespace hg::kernels {
namespace {

using test::Matrix;

template <class T>
class PlainComplexSystems : public testing::Test {
  protected:
    static int n_of(const Matrix<T>& a) { return static_cast<int>(a.rows); }
    static int ld_of(const Matrix<T>& a) { return static_cast<int>(a.ld); }

    static void expect_near(const Matrix<T>& got, const Matrix<T>& expected, double size) {
        double apart = 0;
        for (std::size_t i = 0; i < got.data.size(); ++i) {
            const double distance = std::abs(test::wide(got.data[i]) - test::wide(expected.data[i]));
            apart =
                std::isnan(distance) ? std::numeric_limits<double>::infinity() : std::max(apart, distance);
        }
        EXPECT_LE(apart, size * test::epsilon_of<T>());
    }
    /// Hermitian positive definite; what is stored on the diagonal has imaginary parts, which count for nothing.
    static Matrix<T> definite(std::int64_t n) {
        Matrix<T> a(Layout::col_major, n, n, 2, 5);
        for (std::int64_t j = 0; j < n; ++j) {
            a(j, j) = {static_cast<typename T::value_type>(n + 1), 3};
            for (std::int64_t i = 0; i < j; ++i) a(i, j) = std::conj(a(j, i));
        }
        return a;
    }

    const CpuRoutines<T> plain = plain_routines<T>();
    const CpuRoutines<T>& good = cpu_blas().routines<T>();
};
using PlainSystemTypes = testing::Types<std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(PlainComplexSystems, PlainSystemTypes);

TYPED_TEST(PlainComplexSystems, FactorsMatricesOfAllShapes) {
    using T = TypeParam;
    for (const auto& [m, n] : {std::pair{1, 1}, {0, 3}, {40, 40}, {60, 25}, {25, 60}}) {
        const Matrix<T> a(Layout::col_major, m, n, 2, 7);
        Matrix<T> got = a, expected = a;
        std::vector<int> pivots(static_cast<std::size_t>(std::min(m, n)), -7), wanted = pivots;
        const int ld = static_cast<int>(a.ld);
        int info = -7;
        this->plain.getrf(&m, &n, got.data.data(), &ld, pivots.data(), &info);
        EXPECT_EQ(info, 0);
        this->good.getrf(&m, &n, expected.data.data(), &ld, wanted.data(), &info);
        EXPECT_EQ(pivots, wanted);
        this->expect_near(got, expected, 400);
    }
}

TYPED_TEST(PlainComplexSystems, TellsOfAZeroPivot) {
    using T = TypeParam;
    Matrix<T> a(Layout::col_major, 9, 9, 0, 8);
    for (std::int64_t i = 0; i < 9; ++i) a(i, 4) = 0;
    const int n = 9;
    std::vector<int> pivots(9);
    int info = -7;
    this->plain.getrf(&n, &n, a.data.data(), &n, pivots.data(), &info);
    EXPECT_EQ(info, 5);
    const int wrong = 3;
    this->plain.getrf(&n, &n, a.data.data(), &wrong, pivots.data(), &info);
    EXPECT_EQ(info, -4);
}

TYPED_TEST(PlainComplexSystems, SolvesByLu) {
    using T = TypeParam;
    const Matrix<T> a(Layout::col_major, 50, 50, 2, 9), b(Layout::col_major, 50, 3, 1, 10);
    const int n = 50, nrhs = 3, lda = this->ld_of(a), ldb = this->ld_of(b);
    std::vector<int> pivots(50);
    int info = -7;
    Matrix<T> factors = a, x = b;
    this->plain.gesv(&n, &nrhs, factors.data.data(), &lda, pivots.data(), x.data.data(), &ldb, &info);
    EXPECT_EQ(info, 0);
    EXPECT_LT(test::residual_of(Op::none, a, x, b), 16);
    for (const Op op : {Op::none, Op::trans, Op::conj_trans}) {
        x = b;
        const char letter = static_cast<char>(op);
        this->plain.getrs(&letter, &n, &nrhs, factors.data.data(), &lda, pivots.data(), x.data.data(), &ldb,
                          &info, 1);
        EXPECT_EQ(info, 0);
        EXPECT_LT(test::residual_of(op, a, x, b), 16) << letter;
    }
}

TYPED_TEST(PlainComplexSystems, FactorsSolvesAndInvertsByCholesky) {
    using T = TypeParam;
    const Matrix<T> b(Layout::col_major, 45, 3, 1, 11);
    for (const char uplo : {'L', 'U'}) {
        const Matrix<T> a = this->definite(45);
        Matrix<T> real = a;
        for (std::int64_t i = 0; i < 45; ++i) real(i, i).imag(0);
        const int n = 45, nrhs = 3, lda = this->ld_of(a), ldb = this->ld_of(b);
        int info = -7;
        Matrix<T> factor = a, expected = a, x = b;
        this->plain.potrf(&uplo, &n, factor.data.data(), &lda, &info, 1);
        EXPECT_EQ(info, 0);
        this->good.potrf(&uplo, &n, expected.data.data(), &lda, &info, 1);
        this->expect_near(factor, expected, 100);
        this->plain.potrs(&uplo, &n, &nrhs, factor.data.data(), &lda, x.data.data(), &ldb, &info, 1);
        EXPECT_LT(test::residual_of(Op::none, real, x, b), 16) << uplo;
        this->plain.potri(&uplo, &n, factor.data.data(), &lda, &info, 1);
        EXPECT_EQ(info, 0);
        this->good.potri(&uplo, &n, expected.data.data(), &lda, &info, 1);
        this->expect_near(factor, expected, 10);
        factor = a;
        x = b;
        this->plain.posv(&uplo, &n, &nrhs, factor.data.data(), &lda, x.data.data(), &ldb, &info, 1);
        EXPECT_EQ(info, 0);
        EXPECT_LT(test::residual_of(Op::none, real, x, b), 16) << uplo;
        factor = a;
        factor(30, 30) = -1;
        this->plain.potrf(&uplo, &n, factor.data.data(), &lda, &info, 1);
        EXPECT_EQ(info, 31);
    }
}

}  // namespace
}  // namespace hg::kernels
