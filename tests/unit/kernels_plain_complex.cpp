// hg's own plain routines of level 3 for complex elements, beside those of the CPU's BLAS.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "kernels/cpu/cpu_blas.hpp"
#include "kernels/cpu/plain_blas.hpp"

namespace hg::kernels {
namespace {

template <class T>
class PlainComplex : public testing::Test {
  protected:
    using Real = typename T::value_type;
    using Elements = std::vector<T>;

    static Elements random(int count, unsigned seed) {
        std::mt19937 generator(seed);
        std::uniform_real_distribution<Real> part(-1, 1);
        Elements elements;
        for (int i = 0; i < count; ++i) {
            const Real real = part(generator);
            elements.emplace_back(real, part(generator));
        }
        return elements;
    }
    /// A matrix that is easy to solve with: a large diagonal.
    static Elements triangle(int order, int ld) {
        Elements a = random(order * ld, 4);
        for (int i = 0; i < order; ++i)
            a[static_cast<std::size_t>(i * (ld + 1))] += static_cast<Real>(2 * order);
        return a;
    }
    static void expect_near(const Elements& x, const Elements& expected, double tolerance,
                            const std::string& what) {
        double apart = 0;
        for (std::size_t i = 0; i < x.size(); ++i)
            apart = std::max(apart, static_cast<double>(std::abs(x[i] - expected[i])));
        EXPECT_LE(apart, tolerance * static_cast<double>(std::numeric_limits<Real>::epsilon())) << what;
    }

    const CpuRoutines<T> plain = plain_routines<T>();
    const CpuRoutines<T>& good = cpu_blas().routines<T>();
    const T alpha{Real(-1.5), Real(0.25)}, beta{Real(0.5), 1};
    const Real real_alpha = Real(-1.5), real_beta = Real(0.5);
};
using PlainComplexTypes = testing::Types<std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(PlainComplex, PlainComplexTypes);

TYPED_TEST(PlainComplex, MultipliesBySymmetricAndHermitianMatrices) {
    for (const auto& [rows, cols] : {std::pair{1, 1}, {0, 3}, {17, 12}, {131, 35}})
        for (const char* side : {"L", "r"})
            for (const char* uplo : {"l", "U"})
                for (const bool hermitian : {false, true}) {
                    // Clang 14's lambdas do not capture what a declaration binds.
                    const int m = rows, n = cols;
                    const int order = *side == 'L' ? m : n, lda = order + 2, ldb = m + 1, ldc = m + 3;
                    const auto a = this->random(order * lda, 1), b = this->random(ldb * n, 2);
                    auto c = this->random(ldc * n, 3);
                    auto expected = c;
                    const auto call = [&](const auto& routines, auto& result) {
                        const auto routine = hermitian ? routines.hemm : routines.symm;
                        routine(side, uplo, &m, &n, &this->alpha, a.data(), &lda, b.data(), &ldb, &this->beta,
                                result.data(), &ldc, 1, 1);
                    };
                    call(this->good, expected);
                    call(this->plain, c);
                    this->expect_near(c, expected, 20 * (order + 1), std::string(side) + uplo);
                }
}

TYPED_TEST(PlainComplex, UpdatesOneTriangle) {
    for (const auto& [order, depth] : {std::pair{1, 1}, {0, 3}, {5, 0}, {33, 40}, {70, 3}})
        for (const char* uplo : {"L", "u"})
            for (const bool none : {true, false}) {
                const int n = order, k = depth;
                const int lda = std::max(1, none ? n : k) + 2, ldb = lda + 1, ldc = n + 3;
                const auto a = this->random(lda * std::max(n, k), 1),
                           b = this->random(ldb * std::max(n, k), 2);
                const auto before = this->random(ldc * n, 3);
                const char *const trans = none ? "N" : "T", *const conj = none ? "n" : "c";
                const auto same = [&](const std::string& what, const auto& call) {
                    auto c = before, expected = before;
                    call(this->good, expected.data());
                    call(this->plain, c.data());
                    this->expect_near(c, expected, 20 * (2 * k + 1), what + uplo + std::to_string(n));
                };
                same("syrk ", [&](const auto& r, TypeParam* c) {
                    r.syrk(uplo, trans, &n, &k, &this->alpha, a.data(), &lda, &this->beta, c, &ldc, 1, 1);
                });
                same("herk ", [&](const auto& r, TypeParam* c) {
                    r.herk(uplo, conj, &n, &k, &this->real_alpha, a.data(), &lda, &this->real_beta, c, &ldc,
                           1, 1);
                });
                same("syr2k ", [&](const auto& r, TypeParam* c) {
                    r.syr2k(uplo, trans, &n, &k, &this->alpha, a.data(), &lda, b.data(), &ldb, &this->beta, c,
                            &ldc, 1, 1);
                });
                same("her2k ", [&](const auto& r, TypeParam* c) {
                    r.her2k(uplo, conj, &n, &k, &this->alpha, a.data(), &lda, b.data(), &ldb,
                            &this->real_beta, c, &ldc, 1, 1);
                });
            }
}

TYPED_TEST(PlainComplex, MultipliesByAndSolvesWithTriangles) {
    const int m = 17, n = 12;
    for (const char* side : {"L", "r"})
        for (const char* uplo : {"L", "u"})
            for (const char* op : {"N", "t", "C"})
                for (const char* diag : {"N", "u"}) {
                    const int order = *side == 'L' ? m : n, lda = order + 1, ldb = m + 2;
                    auto a = this->triangle(order, lda);
                    if (*diag == 'u')
                        for (auto& element : a)
                            element /= TypeParam(static_cast<typename TypeParam::value_type>(order));
                    for (const bool solves : {false, true}) {
                        auto b = this->random(ldb * n, 5);
                        auto expected = b;
                        const auto call = [&](const auto& routines, auto& result) {
                            const auto routine = solves ? routines.trsm : routines.trmm;
                            routine(side, uplo, op, diag, &m, &n, &this->alpha, a.data(), &lda, result.data(),
                                    &ldb, 1, 1, 1, 1);
                        };
                        call(this->good, expected);
                        call(this->plain, b);
                        this->expect_near(b, expected, 200 * order, std::string(side) + uplo + op + diag);
                    }
                }
}

/// As reference BLAS: imaginary parts on the diagonal are not read, and are zero afterwards.
TYPED_TEST(PlainComplex, DiagonalsOfHermitianResultsAreReal) {
    using T = TypeParam;
    const auto nan = std::numeric_limits<typename T::value_type>::quiet_NaN();
    const int n = 1;
    const T a(1, 2);
    T c(3, nan);
    this->plain.herk("L", "N", &n, &n, &this->real_alpha, &a, &n, &this->real_beta, &c, &n, 1, 1);
    EXPECT_EQ(c, T(-6, 0));
    const T hermitian(2, nan);
    const T zero = 0, one = 1;
    this->plain.hemm("L", "U", &n, &n, &one, &hermitian, &n, &a, &n, &zero, &c, &n, 1, 1);
    EXPECT_EQ(c, T(2, 4));
}

}  // namespace
}  // namespace hg::kernels
