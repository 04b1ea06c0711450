#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "kernels/cpu/cpu_blas.hpp"
#include "kernels/cpu/plain_blas.hpp"

namespace hg::kernels {
namespace {

/// hg's own routines of levels 1 and 2 beside those of the CPU's BLAS.
template <class T>
class PlainVectors : public testing::Test {
  protected:
    static constexpr int kCount = 23;
    using Elements = std::vector<T>;

    static Elements elements(int count, unsigned seed) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<T> distribution(-1, 1);
        Elements all(static_cast<std::size_t>(count));
        for (T& element : all) element = distribution(random);
        return all;
    }

    /// call(routines, x, y, A) by both; all operands are then the same but for rounding.
    template <class Call>
    void expect_same(const Call& call) const {
        Elements x = elements(3 * kCount, 1), y = elements(3 * kCount, 2), A = elements(25 * kCount, 3);
        for (int i = 0; i < kCount; ++i) A[static_cast<std::size_t>(26 * i)] += 9;
        Elements good_x = x, good_y = y, good_A = A;
        expect_near({call(plain, x, y, A)}, {call(good, good_x, good_y, good_A)});
        expect_near(x, good_x);
        expect_near(y, good_y);
        expect_near(A, good_A);
    }

    static void expect_near(const Elements& found, const Elements& wanted) {
        for (std::size_t i = 0; i < wanted.size(); ++i)
            EXPECT_NEAR(found[i], wanted[i],
                        2000 * std::numeric_limits<T>::epsilon() * (1 + std::abs(wanted[i])))
                << i;
    }

    const CpuRoutines<T> plain = plain_routines<T>();
    const CpuRoutines<T>& good = cpu_blas().routines<T>();
    const int n = kCount, one = 1, lda = 25;
    const T alpha = T(-1.5), beta = T(0.5);
};
using Types = testing::Types<double, float>;
TYPED_TEST_SUITE(PlainVectors, Types);

TYPED_TEST(PlainVectors, MoveAndAdd) {
    using T = TypeParam;
    for (const auto& [incx, incy] : {std::array{1, 1}, {2, -3}, {-1, 0}, {0, 2}}) {
        const int a = incx, b = incy;
        SCOPED_TRACE(testing::Message() << a << ", " << b);
        this->expect_same([&](const auto& r, auto& x, auto& y, auto&) {
            r.copy(&this->n, x.data(), &a, y.data(), &b);
            r.axpy(&this->n, &this->alpha, x.data(), &a, y.data(), &b);
            r.scal(&this->n, &this->beta, x.data(), &a);
            return r.dot(&this->n, x.data(), &a, y.data(), &b);
        });
        if (a == 0 || b == 0) continue;
        this->expect_same([&](const auto& r, auto& x, auto& y, auto&) {
            r.swap(&this->n, x.data(), &a, y.data(), &b);
            r.rot(&this->n, x.data(), &a, y.data(), &b, &this->alpha, &this->beta);
            return T(r.iamax(&this->n, x.data(), &this->one)) + r.asum(&this->n, y.data(), &this->one);
        });
    }
}

TYPED_TEST(PlainVectors, NormsAtTheEdges) {
    using Limits = std::numeric_limits<TypeParam>;
    const auto norm = [&](const std::vector<TypeParam>& x) {
        const int count = static_cast<int>(x.size());
        return this->plain.nrm2(&count, x.data(), &this->one);
    };
    const TypeParam large = Limits::max() / 8, small = Limits::min() * 8;
    EXPECT_NEAR(norm({3 * large, 4 * large}) / large, 5, 10 * Limits::epsilon());
    EXPECT_NEAR(norm({3 * small, 4 * small}) / small, 5, 10 * Limits::epsilon());
    EXPECT_EQ(norm({0, 0}), 0);
    EXPECT_EQ(norm({}), 0);
    EXPECT_EQ(norm({Limits::infinity(), 2, -Limits::infinity()}), Limits::infinity());
    EXPECT_TRUE(std::isnan(norm({1, Limits::quiet_NaN(), Limits::infinity()})));
}

TYPED_TEST(PlainVectors, WithMatrices) {
    const int m = 19, incx = 2, incy = -1;
    for (const char* letters : {"NLN", "TUU", "CLU", "NUN"}) {
        const char *trans = letters, *uplo = letters + 1, *diag = letters + 2;
        SCOPED_TRACE(letters);
        this->expect_same([&](const auto& r, auto& x, auto& y, auto& A) {
            r.gemv(trans, &m, &this->n, &this->alpha, A.data(), &this->lda, x.data(), &incx, &this->beta,
                   y.data(), &incy, 1);
            r.symv(uplo, &this->n, &this->alpha, A.data(), &this->lda, y.data(), &incy, &this->beta, x.data(),
                   &incx, 1);
            r.trmv(uplo, trans, diag, &m, A.data(), &this->lda, x.data(), &incx, 1, 1, 1);
            return x[0];
        });
        this->expect_same([&](const auto& r, auto& x, auto& y, auto& A) {
            r.ger(&m, &this->n, &this->alpha, x.data(), &incx, y.data(), &incy, A.data(), &this->lda);
            r.syr(uplo, &this->n, &this->alpha, x.data(), &incx, A.data(), &this->lda, 1);
            r.syr2(uplo, &this->n, &this->beta, x.data(), &incx, y.data(), &incy, A.data(), &this->lda, 1);
            return x[0];
        });
        this->expect_same([&](const auto& r, auto& x, auto&, auto& A) {
            for (auto& element : A) element /= std::abs(element) > 1 ? TypeParam(1) : TypeParam(20);
            r.trsv(uplo, trans, diag, &m, A.data(), &this->lda, x.data(), &incx, 1, 1, 1);
            return x[0];
        });
    }
}

}  // namespace
}  // namespace hg::kernels
