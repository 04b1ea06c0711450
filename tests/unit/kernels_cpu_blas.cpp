#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "kernels/cpu/find_cpu_blas.hpp"
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

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

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

TEST(CpuBlas, IsWhatHgWasLinkedWith) {
    const CpuBlas blas = find_cpu_blas("");
    EXPECT_THAT(blas.library, HasSubstr("blas"));
    EXPECT_THAT(blas.fault, IsEmpty());
    EXPECT_NE(blas.f64.gemm, plain_routines<double>().gemm);
    EXPECT_NE(blas.f32.gesv, plain_routines<float>().gesv);
}

TEST(CpuBlas, IsFoundOnceForTheProcess) {
    EXPECT_EQ(&cpu_blas(), &cpu_blas());
    EXPECT_NE(cpu_blas().f64.gemm, nullptr);
}

TEST(CpuBlas, IsHgsOwnWhereNoneIsWanted) {
    const CpuBlas blas = find_cpu_blas("none");
    EXPECT_THAT(blas.library, IsEmpty());
    EXPECT_THAT(blas.fault, IsEmpty());
    EXPECT_EQ(blas.f64.gemm, plain_routines<double>().gemm);
    EXPECT_EQ(blas.f32.getrs, plain_routines<float>().getrs);
}

TEST(CpuBlas, TellsWhatIsWrongWithALibraryAndTakesAnother) {
    const CpuBlas missing = find_cpu_blas("/no/such/library.so");
    EXPECT_THAT(missing.fault, HasSubstr("/no/such/library.so"));
    EXPECT_THAT(missing.fault, HasSubstr(missing.library + " serves"));
    EXPECT_EQ(missing.f64.gemm, find_cpu_blas("").f64.gemm);
    EXPECT_THAT(find_cpu_blas("libm.so.6").fault, HasSubstr("libm.so.6 has neither dgemm_ nor dgetrf_"));
}

TEST(CpuBlas, TakesWhatAListOfLibrariesHas) {
    const std::filesystem::path folder = "/usr/lib/x86_64-linux-gnu/blas";
    if (!std::filesystem::exists(folder / "libblas.so.3"))
        GTEST_SKIP() << "Debian's libblas3 is not installed";
    const CpuBlas blas = find_cpu_blas(":/no/such.so:" + (folder / "libblas.so.3").string());
    EXPECT_EQ(std::filesystem::path(blas.library).parent_path(), folder);
    EXPECT_THAT(blas.fault, HasSubstr("/no/such.so"));
    EXPECT_NE(blas.f64.trsm, plain_routines<double>().trsm);
    EXPECT_EQ(blas.f64.getrf, plain_routines<double>().getrf) << "that library has no LAPACK";
}

TEST(CpuBlas, IsNeverALibraryBuiltOnHg) {
    const CpuBlas blas = find_cpu_blas(HG_TEST_BLAS_ABOVE_HG);
    EXPECT_THAT(blas.fault, HasSubstr("built on hg"));
    EXPECT_EQ(blas.f64.gemm, find_cpu_blas("").f64.gemm);
    EXPECT_TRUE(is_built_on_hg(reinterpret_cast<const void*>(&cpu_blas)));
    EXPECT_FALSE(is_built_on_hg(reinterpret_cast<const void*>(blas.f64.gemm)));
}

double sum_with_64_bits(const std::int64_t* n, const double* x, const std::int64_t*) {
    return *n > 0 ? std::fabs(*x) : 0;
}

double sum_with_32_bits(const std::int32_t* n, const double* x, const std::int32_t*) {
    return *n == 1 ? std::fabs(*x) : 0;
}

TEST(CpuBlas, KnowsTheWidthOfIntegers) {
    EXPECT_TRUE(has_64_bit_integers(reinterpret_cast<const void*>(&sum_with_64_bits)));
    EXPECT_FALSE(has_64_bit_integers(reinterpret_cast<const void*>(&sum_with_32_bits)));
}

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
    this->plain.getrf(&n, &n, x.data(), &one_row, nullptr, &info);
    EXPECT_EQ(info, -4);
    this->plain.getrs("N", &n, &minus, x.data(), &n, nullptr, x.data(), &n, &info, 1);
    EXPECT_EQ(info, -3);
    this->plain.gesv(&n, &n, x.data(), &n, nullptr, x.data(), &one_row, &info);
    EXPECT_EQ(info, -7);
    const std::vector<std::pair<std::string, int>> expected{{letter + "GEMM ", 2}, {letter + "GEMM ", 13},
                                                            {letter + "TRSM ", 6}, {letter + "GETRF", 4},
                                                            {letter + "GETRS", 3}, {letter + "GESV ", 7}};
    EXPECT_EQ(wrong_arguments, expected);
    EXPECT_EQ(x, std::vector<T>(4, 3));
}

}  // namespace
}  // namespace hg::kernels
