#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "kernels/cpu/cpu_blas.hpp"
#include "kernels/cpu/plain_blas.hpp"
#include "kernels/cpu/reference.hpp"

namespace {

std::vector<std::pair<std::string, int>> wrong_arguments;  // NOLINT: what xerbla_ was told

}  // namespace

// The process's own: LAPACK and BLAS call it in place of theirs.
extern "C" void xerbla_(const char* name, const int* number, std::size_t length) {
    wrong_arguments.emplace_back(std::string(name, length), *number);
}

namespace hg::kernels {
namespace {

template <class T>
std::vector<T> random_elements(std::int64_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<T> distribution(-1, 1);
    std::vector<T> elements(static_cast<std::size_t>(count));
    for (T& element : elements) element = distribution(random);
    return elements;
}

/// Elements of a triangular matrix that is easy to solve with: a large diagonal.
template <class T>
std::vector<T> random_triangle(int n, int ld, unsigned seed) {
    std::vector<T> a = random_elements<T>(static_cast<std::int64_t>(n) * ld, seed);
    for (int i = 0; i < n; ++i) a[static_cast<std::size_t>(i * (ld + 1))] += 2;
    return a;
}

template <class T>
double largest_difference(const std::vector<T>& x, const std::vector<T>& y) {
    double largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        largest = std::max(largest, static_cast<double>(std::fabs(x[i] - y[i])));
    return largest;
}

template <class T>
constexpr double kEps = std::numeric_limits<T>::epsilon();

template <class T>
class PlainBlas : public testing::Test {
  protected:
    const CpuRoutines<T> plain = plain_routines<T>();
    const CpuRoutines<T>& good = cpu_blas().routines<T>();
};
using Types = testing::Types<double, float>;
TYPED_TEST_SUITE(PlainBlas, Types);

TYPED_TEST(PlainBlas, Multiplies) {
    using T = TypeParam;
    const T alpha = T(-1.5), beta = T(0.5);
    for (const auto& [m, n, k] : {std::array{1, 1, 1}, {5, 3, 0}, {0, 4, 2}, {131, 7, 37}, {140, 20, 70}})
        for (const char* op : {"NN", "tN", "NC", "TT"}) {
            const bool trans_a = op[0] != 'N', trans_b = op[1] != 'N';
            const int lda = std::max(1, trans_a ? k : m) + 2, ldb = std::max(1, trans_b ? n : k) + 1,
                      ldc = m + 3;
            const auto a = random_elements<T>(lda * std::max(m, k), 1);
            const auto b = random_elements<T>(ldb * std::max(n, k), 2);
            auto c = random_elements<T>(ldc * n, 3);
            auto expected = c;
            reference_gemm<T>(trans_a, trans_b, m, n, k, alpha, a.data(), lda, b.data(), ldb, beta,
                              expected.data(), ldc, false);
            this->plain.gemm(op, op + 1, &m, &n, &k, &alpha, a.data(), &lda, b.data(), &ldb, &beta, c.data(),
                             &ldc, 1, 1);
            EXPECT_LE(largest_difference(c, expected),
                      3 * kEps<T> * (std::sqrt(k + 2) * 1.5 * std::sqrt(k) + 1))
                << op << ' ' << m << ' ' << n << ' ' << k;
        }
}

TYPED_TEST(PlainBlas, ReadsNothingThatCountsAsZero) {
    using T = TypeParam;
    const int n = 2;
    const T zero = 0, one = 1, nan = std::numeric_limits<T>::quiet_NaN();
    const std::vector<T> ones(4, 1), nans(4, nan);
    std::vector<T> c = nans;
    this->plain.gemm("N", "N", &n, &n, &n, &one, ones.data(), &n, ones.data(), &n, &zero, c.data(), &n, 1, 1);
    EXPECT_EQ(c, std::vector<T>(4, 2));
    this->plain.gemm("N", "N", &n, &n, &n, &zero, nans.data(), &n, nans.data(), &n, &one, c.data(), &n, 1, 1);
    EXPECT_EQ(c, std::vector<T>(4, 2));
    this->plain.trsm("L", "L", "N", "N", &n, &n, &zero, nans.data(), &n, c.data(), &n, 1, 1, 1, 1);
    EXPECT_EQ(c, std::vector<T>(4, 0));
    c = nans;
    this->plain.trmm("R", "U", "T", "N", &n, &n, &zero, nans.data(), &n, c.data(), &n, 1, 1, 1, 1);
    EXPECT_EQ(c, std::vector<T>(4, 0));
    c = nans;
    this->plain.symm("L", "L", &n, &n, &zero, nans.data(), &n, nans.data(), &n, &zero, c.data(), &n, 1, 1);
    EXPECT_EQ(c, std::vector<T>(4, 0));
    this->plain.symm("L", "L", &n, &n, &zero, nans.data(), &n, nans.data(), &n, &one, c.data(), &n, 1, 1);
    EXPECT_EQ(c, std::vector<T>(4, 0));
    c = {nan, 7, nan, nan};
    this->plain.syrk("U", "N", &n, &n, &one, ones.data(), &n, &zero, c.data(), &n, 1, 1);
    EXPECT_EQ(c, (std::vector<T>{2, 7, 2, 2}));
    this->plain.syrk("U", "N", &n, &n, &zero, nans.data(), &n, &one, c.data(), &n, 1, 1);
    EXPECT_EQ(c, (std::vector<T>{2, 7, 2, 2}));
    c = {nan, nan, 7, nan};
    this->plain.syr2k("L", "T", &n, &n, &one, ones.data(), &n, ones.data(), &n, &zero, c.data(), &n, 1, 1);
    EXPECT_EQ(c, (std::vector<T>{4, 4, 7, 4}));
    this->plain.syr2k("L", "T", &n, &n, &zero, nans.data(), &n, nans.data(), &n, &one, c.data(), &n, 1, 1);
    EXPECT_EQ(c, (std::vector<T>{4, 4, 7, 4}));
}

TYPED_TEST(PlainBlas, SolvesWithTriangles) {
    using T = TypeParam;
    const int m = 17, n = 12;
    const T alpha = T(0.75);
    for (const char* side : {"L", "r"})
        for (const char* uplo : {"L", "u"})
            for (const char* op : {"N", "t"})
                for (const char* diag : {"N", "u"}) {
                    const int order = *side == 'L' ? m : n, lda = order + 1, ldb = m + 2;
                    auto a = random_triangle<T>(order, lda, 4);
                    for (int j = 0; j < order; ++j)  // keeps unit triangles from growing
                        for (int i = 0; i < order; ++i)
                            if (i != j) a[static_cast<std::size_t>(i + j * lda)] /= T(order);
                    auto b = random_elements<T>(ldb * n, 5);
                    auto expected = b;
                    this->good.trsm(side, uplo, op, diag, &m, &n, &alpha, a.data(), &lda, expected.data(),
                                    &ldb, 1, 1, 1, 1);
                    this->plain.trsm(side, uplo, op, diag, &m, &n, &alpha, a.data(), &lda, b.data(), &ldb, 1,
                                     1, 1, 1);
                    EXPECT_LE(largest_difference(b, expected), 20 * kEps<T>) << side << uplo << op << diag;
                }
}

bool is(const char* given, char letter) {
    return std::toupper(*given) == letter;
}

/// True if an element of a square matrix lies in a triangle.
bool is_in(const char* uplo, int i, int j) {
    return is(uplo, 'L') ? i >= j : i <= j;
}

/// A square matrix with NaN beside a triangle, and on the diagonal if it is not to be read.
template <class T>
std::vector<T> one_triangle(int n, int ld, const char* uplo, const char* diag, unsigned seed) {
    std::vector<T> a = random_elements<T>(static_cast<std::int64_t>(n) * ld, seed);
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < ld; ++i)
            if (i >= n || !is_in(uplo, i, j) || (i == j && is(diag, 'U')))
                a[static_cast<std::size_t>(i + j * ld)] = std::numeric_limits<T>::quiet_NaN();
    return a;
}

/// Elements of `x` are those of `expected` but for rounding; those beside the triangle are NaN, as they were.
template <class T>
void expect_triangle(const std::vector<T>& x, const std::vector<T>& expected, int n, int ld, const char* uplo,
                     double tolerance, const std::string& what) {
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < ld; ++i) {
            const auto at = static_cast<std::size_t>(i + j * ld);
            if (i < n && is_in(uplo, i, j))
                ASSERT_NEAR(x[at], expected[at], tolerance) << what << ' ' << i << ' ' << j;
            else
                ASSERT_TRUE(std::isnan(x[at])) << what << ' ' << i << ' ' << j;
        }
}

TYPED_TEST(PlainBlas, MultipliesBySymmetricMatrices) {
    using T = TypeParam;
    const T alpha = T(-1.5), beta = T(0.5);
    for (const auto& [m, n] : {std::pair{1, 1}, {0, 3}, {17, 12}, {131, 35}})
        for (const char* side : {"L", "r"})
            for (const char* uplo : {"l", "U"}) {
                const int order = *side == 'L' ? m : n, lda = order + 2, ldb = m + 1, ldc = m + 3;
                const auto a = one_triangle<T>(order, lda, uplo, "N", 1);
                const auto b = random_elements<T>(ldb * n, 2);
                auto c = random_elements<T>(ldc * n, 3);
                auto expected = c;
                this->good.symm(side, uplo, &m, &n, &alpha, a.data(), &lda, b.data(), &ldb, &beta,
                                expected.data(), &ldc, 1, 1);
                this->plain.symm(side, uplo, &m, &n, &alpha, a.data(), &lda, b.data(), &ldb, &beta, c.data(),
                                 &ldc, 1, 1);
                for (std::size_t i = 0; i < c.size(); ++i)
                    ASSERT_NEAR(c[i], expected[i], 6 * kEps<T> * (1.5 * order + 1))
                        << side << uplo << ' ' << m << ' ' << n;
            }
}

TYPED_TEST(PlainBlas, UpdatesOneTriangle) {
    using T = TypeParam;
    const T alpha = T(-1.5), beta = T(0.5);
    for (const auto& [n, k] : {std::pair{1, 1}, {0, 3}, {5, 0}, {33, 40}, {70, 3}})
        for (const char* uplo : {"L", "u"})
            for (const char* op : {"n", "T", "C"}) {
                const bool transposed = !is(op, 'N');
                const int lda = std::max(1, transposed ? k : n) + 2, ldb = lda + 1, ldc = n + 3;
                const auto a = random_elements<T>(lda * std::max(n, k), 1);
                const auto b = random_elements<T>(ldb * std::max(n, k), 2);
                const auto before = one_triangle<T>(n, ldc, uplo, "N", 3);
                const std::string what = std::string(uplo) + op + std::to_string(n) + 'x' + std::to_string(k);
                auto c = before, expected = before;
                this->good.syrk(uplo, op, &n, &k, &alpha, a.data(), &lda, &beta, expected.data(), &ldc, 1, 1);
                this->plain.syrk(uplo, op, &n, &k, &alpha, a.data(), &lda, &beta, c.data(), &ldc, 1, 1);
                expect_triangle(c, expected, n, ldc, uplo, 6 * kEps<T> * (1.5 * k + 1), "syrk " + what);
                c = expected = before;
                this->good.syr2k(uplo, op, &n, &k, &alpha, a.data(), &lda, b.data(), &ldb, &beta,
                                 expected.data(), &ldc, 1, 1);
                this->plain.syr2k(uplo, op, &n, &k, &alpha, a.data(), &lda, b.data(), &ldb, &beta, c.data(),
                                  &ldc, 1, 1);
                expect_triangle(c, expected, n, ldc, uplo, 6 * kEps<T> * (3 * k + 1), "syr2k " + what);
            }
}

TYPED_TEST(PlainBlas, MultipliesByTriangles) {
    using T = TypeParam;
    const int m = 17, n = 12;
    const T alpha = T(0.75);
    for (const char* side : {"L", "r"})
        for (const char* uplo : {"L", "u"})
            for (const char* op : {"N", "t"})
                for (const char* diag : {"N", "u"}) {
                    const int order = *side == 'L' ? m : n, lda = order + 1, ldb = m + 2;
                    const auto a = one_triangle<T>(order, lda, uplo, diag, 4);
                    auto b = random_elements<T>(ldb * n, 5);
                    auto expected = b;
                    this->good.trmm(side, uplo, op, diag, &m, &n, &alpha, a.data(), &lda, expected.data(),
                                    &ldb, 1, 1, 1, 1);
                    this->plain.trmm(side, uplo, op, diag, &m, &n, &alpha, a.data(), &lda, b.data(), &ldb, 1,
                                     1, 1, 1);
                    for (std::size_t i = 0; i < b.size(); ++i)
                        ASSERT_NEAR(b[i], expected[i], 6 * kEps<T> * order) << side << uplo << op << diag;
                }
}

TYPED_TEST(PlainBlas, KeepsInfinitiesAndNan) {
    using T = TypeParam;
    const int n = 1;
    const T one = 1, zero = 0, infinity = std::numeric_limits<T>::infinity();
    T x = infinity;
    this->plain.trmm("R", "L", "N", "N", &n, &n, &one, &zero, &n, &x, &n, 1, 1, 1, 1);
    EXPECT_TRUE(std::isnan(x)) << "infinity times 0";
    T c = infinity;
    this->plain.syrk("L", "N", &n, &n, &one, &one, &n, &one, &c, &n, 1, 1);
    EXPECT_EQ(c, infinity);
    c = -infinity;
    this->plain.symm("L", "L", &n, &n, &one, &infinity, &n, &one, &n, &one, &c, &n, 1, 1);
    EXPECT_TRUE(std::isnan(c));
}

TYPED_TEST(PlainBlas, FactorsAsLapackDoes) {
    using T = TypeParam;
    for (const auto& [m, n] : {std::pair{30, 30}, {45, 20}, {20, 45}, {1, 1}, {0, 3}, {3, 0}}) {
        const int lda = m + 1;
        auto a = random_elements<T>(lda * n, 6);
        auto expected = a;
        std::vector<int> ipiv(static_cast<std::size_t>(std::min(m, n))), expected_ipiv = ipiv;
        int info = -1, expected_info = -1;
        this->good.getrf(&m, &n, expected.data(), &lda, expected_ipiv.data(), &expected_info);
        this->plain.getrf(&m, &n, a.data(), &lda, ipiv.data(), &info);
        EXPECT_EQ(info, expected_info);
        EXPECT_EQ(ipiv, expected_ipiv) << m << ' ' << n;
        EXPECT_LE(largest_difference(a, expected), 1000 * kEps<T>) << m << ' ' << n;
    }
}

TYPED_TEST(PlainBlas, TellsTheFirstZeroPivot) {
    using T = TypeParam;
    const int n = 3, one = 1;
    std::vector<T> a{1, 0, 0, 2, 0, 0, 3, 4, 5}, b{1, 1, 1};
    std::vector<int> ipiv(3);
    int info = 0;
    this->plain.gesv(&n, &one, a.data(), &n, ipiv.data(), b.data(), &n, &info);
    EXPECT_EQ(info, 2);
    EXPECT_EQ(b, std::vector<T>(3, 1)) << "nothing is solved";
}

TYPED_TEST(PlainBlas, SolvesSystems) {
    using T = TypeParam;
    const int n = 40, nrhs = 3, lda = 41, ldb = 43;
    const T one = 1, zero = 0;
    const auto a = random_triangle<T>(n, lda, 7);
    const auto x = random_elements<T>(ldb * nrhs, 8);
    for (const char* op : {"N", "T"}) {
        auto b = x;
        auto factors = a;
        this->plain.gemm(op, "N", &n, &nrhs, &n, &one, a.data(), &lda, x.data(), &ldb, &zero, b.data(), &ldb,
                         1, 1);
        std::vector<int> ipiv(static_cast<std::size_t>(n));
        int info = -1;
        if (*op == 'N') {
            this->plain.gesv(&n, &nrhs, factors.data(), &lda, ipiv.data(), b.data(), &ldb, &info);
        } else {
            this->plain.getrf(&n, &n, factors.data(), &lda, ipiv.data(), &info);
            this->plain.getrs(op, &n, &nrhs, factors.data(), &lda, ipiv.data(), b.data(), &ldb, &info, 1);
        }
        EXPECT_EQ(info, 0);
        EXPECT_LE(largest_difference(b, x), 1e4 * kEps<T>) << op;
    }
}

TYPED_TEST(PlainBlas, InvertsDefiniteMatrices) {
    using T = TypeParam;
    for (const char* uplo : {"L", "u"})
        for (const int n : {0, 1, 2, 37}) {
            const int lda = n + 3;
            auto a = random_triangle<T>(n, lda, 13);
            for (T& element : a) element /= T(2);  // off the diagonal
            auto expected = a;
            int info = -7;
            this->good.potri(uplo, &n, expected.data(), &lda, &info, 1);
            ASSERT_EQ(info, 0);
            double largest = 0;
            for (const T x : expected) largest = std::max(largest, static_cast<double>(std::fabs(x)));
            this->plain.potri(uplo, &n, a.data(), &lda, &info, 1);
            EXPECT_EQ(info, 0);
            EXPECT_LE(largest_difference(a, expected), 100 * kEps<T> * largest) << uplo << ' ' << n;
            if (n < 2) continue;
            a[static_cast<std::size_t>(lda + 1)] = 0;
            expected = a;
            this->plain.potri(uplo, &n, a.data(), &lda, &info, 1);
            EXPECT_EQ(info, 2);
            EXPECT_EQ(a, expected);
        }
    const int two = 2, one = 1;
    int info = 0;
    wrong_arguments.clear();
    this->plain.potri("L", &two, nullptr, &one, &info, 1);
    EXPECT_EQ(info, -4);
    ASSERT_EQ(wrong_arguments.size(), 1U);
    EXPECT_EQ(wrong_arguments[0].second, 4);
}

TYPED_TEST(PlainBlas, ReportsWrongArgumentsToXerbla) {
    using T = TypeParam;
    const std::string letter = std::is_same_v<T, double> ? "D" : "S";
    const int n = 2, minus = -1, one_row = 1;
    const T one = 1;
    std::vector<T> x(4, 3);
    int info = 0;
    wrong_arguments.clear();
    this->plain.gemm("N", "X", &n, &n, &n, &one, x.data(), &n, x.data(), &n, &one, x.data(), &n, 1, 1);
    this->plain.gemm("N", "N", &n, &n, &n, &one, x.data(), &n, x.data(), &n, &one, x.data(), &one_row, 1, 1);
    this->plain.trsm("L", "L", "N", "N", &n, &minus, &one, x.data(), &n, x.data(), &n, 1, 1, 1, 1);
    this->plain.trmm("L", "L", "N", "X", &n, &n, &one, x.data(), &n, x.data(), &n, 1, 1, 1, 1);
    this->plain.symm("L", "L", &n, &n, &one, x.data(), &n, x.data(), &n, &one, x.data(), &one_row, 1, 1);
    this->plain.syrk("U", "T", &n, &minus, &one, x.data(), &n, &one, x.data(), &n, 1, 1);
    this->plain.syrk("U", "T", &n, &n, &one, x.data(), &n, &one, x.data(), &one_row, 1, 1);
    this->plain.syr2k("U", "T", &one_row, &n, &one, x.data(), &n, x.data(), &one_row, &one, x.data(), &n, 1,
                      1);
    this->plain.getrf(&n, &n, x.data(), &one_row, nullptr, &info);
    EXPECT_EQ(info, -4);
    this->plain.getrs("N", &n, &minus, x.data(), &n, nullptr, x.data(), &n, &info, 1);
    EXPECT_EQ(info, -3);
    this->plain.gesv(&n, &n, x.data(), &n, nullptr, x.data(), &one_row, &info);
    EXPECT_EQ(info, -7);
    const std::vector<std::pair<std::string, int>> expected{
        {letter + "GEMM ", 2},  {letter + "GEMM ", 13}, {letter + "TRSM ", 6},  {letter + "TRMM ", 4},
        {letter + "SYMM ", 12}, {letter + "SYRK ", 4},  {letter + "SYRK ", 10}, {letter + "SYR2K", 9},
        {letter + "GETRF", 4},  {letter + "GETRS", 3},  {letter + "GESV ", 7}};
    EXPECT_EQ(wrong_arguments, expected);
    EXPECT_EQ(x, std::vector<T>(4, 3));
}

}  // namespace
}  // namespace hg::kernels
