// What `hgctl check` and `hgctl bench` judge by: right products pass, wrong ones do not.
#include "tools/workload/rule/product_error.hpp"

#include <gtest/gtest.h>
#include <oneapi/tbb/task_arena.h>

#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "blas/generated/arguments.hpp"
#include "tools/workload/operands/random_matrix.hpp"
#include "tools/workload/rule/call_verdict.hpp"
#include "tools/workload/rule/routines/gemm.hpp"

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
        call = {hg::Op::none,
                hg::Op::conj_trans,
                9,
                7,
                15,
                element_of<T>(0.7) + last_part<T>(2),
                a.data(),
                10,
                b.data(),
                8,
                element_of<T>(-1.3) - last_part<T>(1),
                c.data(),
                12};
        for (std::size_t j = 0; j < 7; ++j)
            for (std::size_t i = 0; i < 9; ++i) {
                T sum = 0;
                for (std::size_t p = 0; p < 15; ++p) sum += a[i + p * 10] * conjugate_of(b[j + p * 8]);
                c[i + j * 12] = call.alpha * sum + call.beta * c0[i + j * 12];
            }
    }

    [[nodiscard]] Operands<T> now() const { return operands_of(hg::Layout::col_major, call); }
    /// Of C, which held c0.
    [[nodiscard]] double error() const {
        const StoredMatrix<T> before{c0.data(), call.m, call.n, call.ldc};
        return call_verdict(call, operands_before(call, before), now()).error;
    }
    [[nodiscard]] double estimate(const Factor<T>& before) const {
        return call_error_estimate(call, operands_before(call, before), now());
    }
    [[nodiscard]] double estimate() const {
        return estimate(StoredMatrix<T>{c0.data(), call.m, call.n, call.ldc});
    }
    [[nodiscard]] double estimate_on(int threads) const {
        return tbb::task_arena(threads).execute([&] { return estimate(); });
    }

    std::vector<T> a, b, c0, c;
    hg::GemmArguments<T> call{};
};

template <class T>
class ProductError : public testing::Test {};
using Elements = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(ProductError, Elements);

TYPED_TEST(ProductError, PassesARightProduct) {
    SampleProduct<TypeParam> p;
    EXPECT_GT(p.error(), 0);
    EXPECT_LT(p.error(), 0.2);
    EXPECT_LT(p.estimate_on(1), 0.5);
    EXPECT_EQ(p.estimate_on(1), p.estimate_on(3));
}

TYPED_TEST(ProductError, FailsForOneElementThatIsOff) {
    SampleProduct<TypeParam> p;
    p.c[8 + 6 * 12] += last_part<TypeParam>(std::sqrt(std::numeric_limits<PartOf<TypeParam>>::epsilon()));
    EXPECT_GT(p.error(), 1);
    EXPECT_GT(p.estimate(), 1);
}

TYPED_TEST(ProductError, FailsForNanAndForAnythingButExactZeros) {
    SampleProduct<TypeParam> p;
    p.c[3] = last_part<TypeParam>(not_a_number<PartOf<TypeParam>>());
    EXPECT_EQ(p.error(), std::numeric_limits<double>::infinity());
    EXPECT_EQ(p.estimate(), std::numeric_limits<double>::infinity());
    p.call.alpha = 0;
    p.call.beta = 0;
    p.c.assign(p.c.size(), 0);
    EXPECT_EQ(p.error(), 0);
    p.c[3] = last_part<TypeParam>(std::numeric_limits<PartOf<TypeParam>>::min());
    EXPECT_EQ(p.error(), std::numeric_limits<double>::infinity());
}

TYPED_TEST(ProductError, TakesWhatCHeldFromMemoryOrFromItsSeed) {
    SampleProduct<TypeParam> p;
    const auto seeded = [&](std::uint64_t seed) {
        return SeededMatrix<TypeParam>{{seed}, p.call.m, p.call.n, p.call.ldc};
    };
    EXPECT_EQ(p.estimate(), p.estimate(seeded(3)));  // as c0 is filled
    EXPECT_GT(p.estimate(seeded(4)), 1);
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
