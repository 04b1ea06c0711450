#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <complex>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "host_blas/substitutes.hpp"

namespace {

std::vector<std::pair<std::string, int>> wrong_arguments;  // NOLINT: what xerbla_ was told

}  // namespace

// The process's own, which is called in place of the BLAS's.
extern "C" void xerbla_(const char* name, const int* number, std::size_t length) {
    wrong_arguments.emplace_back(std::string(name, length), *number);
}

namespace hg {
namespace {

template <class T>
class Substitutes : public testing::Test {
  protected:
    static std::vector<T> random_elements(std::int64_t count, unsigned seed) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<PartOf<T>> distribution(-1, 1);
        std::vector<T> elements(static_cast<std::size_t>(count));
        for (T& element : elements) {
            element = distribution(random);
            if constexpr (is_complex(element_type_of<T>())) element.imag(distribution(random));
        }
        return elements;
    }

    /// Element (i, j) of op(X).
    static T element(char op, const std::vector<T>& x, int ld, int i, int j) {
        const T stored = x[static_cast<std::size_t>(op == 'N' ? i + j * ld : j + i * ld)];
        return conjugated_if(op == 'C', stored);
    }

    /// A triangle of -1.5 op(A) op(B) + beta C is right, and nothing else has changed.
    void multiply(char uplo, char op_a, char op_b, int n, int k, T beta) const {
        const int lda = std::max(1, op_a == 'N' ? n : k) + 2, ldb = std::max(1, op_b == 'N' ? k : n) + 1,
                  ldc = n + 3;
        const T alpha = T(-1.5);
        const auto a = random_elements(std::int64_t{lda} * std::max(n, k), 1);
        const auto b = random_elements(std::int64_t{ldb} * std::max(n, k), 2);
        const auto before = random_elements(std::int64_t{ldc} * n, 3);
        auto c = before;
        tested.gemmt(&uplo, &op_a, &op_b, &n, &k, &alpha, a.data(), &lda, b.data(), &ldb, &beta, c.data(),
                     &ldc, 1, 1, 1);
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < ldc; ++i) {
                const auto at = static_cast<std::size_t>(i + j * ldc);
                T expected = before[at];
                double bound = 0;
                if (i < n && (uplo == 'L' ? i >= j : i <= j)) {
                    T sum = 0;
                    for (int p = 0; p < k; ++p)
                        sum += element(op_a, a, lda, i, p) * element(op_b, b, ldb, p, j);
                    expected = alpha * sum + beta * expected;
                    bound = 10 * std::numeric_limits<PartOf<T>>::epsilon();
                    bound *= k + 1;
                }
                ASSERT_LE(std::abs(c[at] - expected), bound) << i << ", " << j;
            }
    }

    const CpuRoutines<T> tested = substitutes<T>();
};
using FourTypes = testing::Types<double, float, std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(Substitutes, FourTypes);

TYPED_TEST(Substitutes, GemmtUpdatesOneTriangle) {
    for (const auto& [n, k] : {std::pair{1, 1}, {5, 0}, {32, 7}, {33, 40}, {70, 3}})
        for (const char uplo : {'L', 'U'})
            for (const char* ops : {"NN", "TN", "NC", "TT"})
                for (const TypeParam beta : {TypeParam(0.5), TypeParam(1), TypeParam(0)}) {
                    SCOPED_TRACE(testing::Message() << uplo << ops << ' ' << n << ' ' << k << ' ' << beta);
                    this->multiply(uplo, ops[0], ops[1], n, k, beta);
                }
}

TYPED_TEST(Substitutes, GemmtReadsNothingThatCountsAsZero) {
    using T = TypeParam;
    const int n = 2;
    const T zero = 0, one = 1, nan = std::numeric_limits<PartOf<T>>::quiet_NaN();
    const std::vector<T> ones(4, 1), nans(4, nan);
    std::vector<T> c{nan, nan, 7, nan};
    const auto call = [&](const T& alpha, const std::vector<T>& x, const T& beta) {
        this->tested.gemmt("l", "n", "t", &n, &n, &alpha, x.data(), &n, x.data(), &n, &beta, c.data(), &n, 1,
                           1, 1);
    };
    call(one, ones, zero);
    EXPECT_EQ(c, (std::vector<T>{2, 2, 7, 2}));
    call(zero, nans, one);
    EXPECT_EQ(c, (std::vector<T>{2, 2, 7, 2}));
    call(zero, nans, zero);
    EXPECT_EQ(c, (std::vector<T>{0, 0, 7, 0}));
}

TYPED_TEST(Substitutes, GemmtTellsXerblaOfWrongArguments) {
    using T = TypeParam;
    const char letter = traits_of(element_type_of<T>()).letter;
    const std::string name = static_cast<char>(std::toupper(letter)) + std::string("GEMMTR");
    const int n = 2, minus = -1, one_row = 1;
    const T one = 1;
    std::vector<T> x(4, 3);
    wrong_arguments.clear();
    const auto call = [&](const char* letters, const int* order, const int* lda, const int* ldb,
                          const int* ldc) {
        this->tested.gemmt(letters, letters + 1, letters + 2, order, &n, &one, x.data(), lda, x.data(), ldb,
                           &one, x.data(), ldc, 1, 1, 1);
    };
    call("XNN", &n, &n, &n, &n);
    call("LXN", &n, &n, &n, &n);
    call("LNX", &n, &n, &n, &n);
    call("LNN", &minus, &n, &n, &n);
    call("LNN", &n, &one_row, &n, &n);
    call("UTN", &n, &n, &one_row, &n);
    call("UTN", &n, &n, &n, &one_row);
    std::vector<std::pair<std::string, int>> expected;
    for (const int number : {1, 2, 3, 4, 8, 10, 13}) expected.emplace_back(name, number);
    EXPECT_EQ(wrong_arguments, expected);
    EXPECT_EQ(x, std::vector<T>(4, 3));
}

template <class T>
class ComplexSubstitutes : public Substitutes<T> {};
using ComplexTypes = testing::Types<std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(ComplexSubstitutes, ComplexTypes);

TYPED_TEST(ComplexSubstitutes, SumAsTheReferenceDoes) {
    using T = TypeParam;
    const int n = 3, none = 0, two = 2, minus = -1, zero = 0;
    const std::vector<T> x{{1, -2}, {9, 9}, {-3, 4}, {9, 9}, {5, 6}};
    const std::vector<T> y{{1, 1}, {0, 2}, {-1, 0}};
    EXPECT_EQ(this->tested.asum(&n, x.data(), &two), 21);
    EXPECT_EQ(this->tested.asum(&n, x.data(), &minus), 0);
    EXPECT_EQ(this->tested.asum(&none, x.data(), &two), 0);
    // y is taken from its end.
    EXPECT_EQ(this->tested.dotu(&n, x.data(), &two, y.data(), &minus), T(-1, 2) + T(-8, -6) + T(-1, 11));
    EXPECT_EQ(this->tested.dotc(&n, x.data(), &two, y.data(), &minus), T(-1, -2) + T(8, -6) + T(11, -1));
    EXPECT_EQ(this->tested.dotu(&n, x.data(), &zero, y.data(), &zero), T(3) * T(1, -2) * T(1, 1));
    EXPECT_EQ(this->tested.dotc(&none, x.data(), &two, y.data(), &minus), T(0));
}

}  // namespace
}  // namespace hg
