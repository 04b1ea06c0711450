// What `hgctl check` and `hgctl bench` judge by: right products pass, wrong ones do not.
#include "tools/workload/rule/gemm_error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "tools/workload/operands/random_matrix.hpp"

namespace hgctl {
namespace {

/// x, as the only part of a real element and as the last one of a complex one.
template <class T>
T last_part(PartOf<T> x) {
    if constexpr (kIsComplex<T>)
        return {0, x};
    else
        return x;
}

/// C := alpha A B^H + beta C0 by plain loops, with gaps between the columns.
template <class T>
struct SampleProduct {
    SampleProduct() : a(10 * 15), b(8 * 15), c0(12 * 7), c(12 * 7) {
        fill_random(a.data(), 10 * 15, 1);
        fill_random(b.data(), 8 * 15, 2);
        fill_random(c0.data(), 12 * 7, 3);
        call.op_b = hg::Op::conj_trans;
        call.m = 9;
        call.n = 7;
        call.k = 15;
        call.alpha = element_of<T>(0.7) + last_part<T>(2);
        call.beta = element_of<T>(-1.3) - last_part<T>(1);
        call.a = a.data();
        call.lda = 10;
        call.b = b.data();
        call.ldb = 8;
        call.c = c.data();
        call.ldc = 12;
        for (std::size_t j = 0; j < 7; ++j)
            for (std::size_t i = 0; i < 9; ++i) {
                T sum = 0;
                for (std::size_t p = 0; p < 15; ++p) sum += a[i + p * 10] * conjugate_of(b[j + p * 8]);
                c[i + j * 12] = call.alpha * sum + call.beta * c0[i + j * 12];
            }
    }

    std::vector<T> a, b, c0, c;
    GemmCall<T> call;
};

template <class T>
class GemmError : public testing::Test {};
using Elements = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(GemmError, Elements);

TYPED_TEST(GemmError, PassesARightProduct) {
    SampleProduct<TypeParam> p;
    EXPECT_GT(gemm_error(p.call, p.c0), 0);
    EXPECT_LT(gemm_error(p.call, p.c0), 0.2);
    EXPECT_LT(gemm_error_estimate(p.call, p.c0.data(), 1), 0.5);
    EXPECT_EQ(gemm_error_estimate(p.call, p.c0.data(), 1), gemm_error_estimate(p.call, p.c0.data(), 3));
}

TYPED_TEST(GemmError, FailsForOneElementThatIsOff) {
    SampleProduct<TypeParam> p;
    p.c[8 + 6 * 12] += last_part<TypeParam>(std::sqrt(std::numeric_limits<PartOf<TypeParam>>::epsilon()));
    EXPECT_GT(gemm_error(p.call, p.c0), 1);
    EXPECT_GT(gemm_error_estimate(p.call, p.c0.data(), 2), 1);
}

TYPED_TEST(GemmError, FailsForNanAndForAnythingButExactZeros) {
    SampleProduct<TypeParam> p;
    p.c[3] = last_part<TypeParam>(not_a_number<PartOf<TypeParam>>());
    EXPECT_EQ(gemm_error(p.call, p.c0), std::numeric_limits<double>::infinity());
    EXPECT_EQ(gemm_error_estimate(p.call, p.c0.data(), 2), std::numeric_limits<double>::infinity());
    p.call.alpha = 0;
    p.call.beta = 0;
    p.c.assign(p.c.size(), 0);
    EXPECT_EQ(gemm_error(p.call, p.c0), 0);
    p.c[3] = last_part<TypeParam>(std::numeric_limits<PartOf<TypeParam>>::min());
    EXPECT_EQ(gemm_error(p.call, p.c0), std::numeric_limits<double>::infinity());
}

TYPED_TEST(GemmError, TakesWhatCHeldFromMemoryOrFromItsSeed) {
    SampleProduct<TypeParam> p;
    const RandomElements<TypeParam> c0{3};  // as c0 is filled
    EXPECT_EQ(gemm_error_estimate(p.call, p.c0.data(), 2), gemm_error_estimate(p.call, c0, 2));
    EXPECT_GT(gemm_error_estimate(p.call, RandomElements<TypeParam>{4}, 2), 1);
}

TEST(RandomElements, OfComplexNumbersHaveTwoNumbersEach) {
    std::vector<std::complex<float>> filled(100);
    fill_random(filled.data(), 100, 11);
    RandomNumbers numbers(11);
    for (std::int64_t i = 0; i < 100; ++i) {
        const auto real = static_cast<float>(numbers.unit());
        const std::complex<float> expected(real, static_cast<float>(numbers.unit()));
        EXPECT_EQ(filled[static_cast<std::size_t>(i)], expected) << i;
        EXPECT_EQ((RandomElements<std::complex<float>>{11}[i]), expected) << i;
    }
}

TEST(RandomElements, AreTheSameOneByOneAndOnManyCores) {
    const std::int64_t count = 5 * kElementsOfAThread + 7;
    std::vector<double> filled(static_cast<std::size_t>(count));
    fill_random(filled.data(), count, 11);
    RandomNumbers numbers(11);
    for (std::int64_t i = 0; i < count; ++i) {
        const double expected = numbers.unit();
        ASSERT_EQ(filled[static_cast<std::size_t>(i)], expected) << i;
        ASSERT_EQ((RandomElements<double>{11}[i]), expected) << i;
    }
}

}  // namespace
}  // namespace hgctl
