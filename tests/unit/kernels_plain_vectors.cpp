#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "kernels/cpu/cpu_blas.hpp"
#include "kernels/cpu/plain_blas.hpp"
#include "support/vector_samples.hpp"

namespace hg::kernels {
namespace {

/// hg's own routines of levels 1 and 2 beside those of the CPU's BLAS.
template <class T>
class PlainVectors : public testing::Test {
  protected:
    static constexpr int kCount = 23;
    using Elements = std::vector<T>;
    using Part = RealOf<T>;

    static Elements elements(int count, unsigned seed) {
        test::RandomElements<T> random(seed);
        Elements all(static_cast<std::size_t>(count));
        for (T& element : all) element = random();
        return all;
    }

    /// call(routines, x, y, A) by both; all operands are then the same but for rounding.
    template <class Call>
    void expect_same(const Call& call) const {
        expect_same_as(good, call);
    }
    template <class Oracle, class Call>
    void expect_same_as(const Oracle& oracle, const Call& call) const {
        Elements x = elements(3 * kCount, 1), y = elements(3 * kCount, 2), A = elements(25 * kCount, 3);
        for (int i = 0; i < kCount; ++i) A[static_cast<std::size_t>(26 * i)] += 9;
        Elements good_x = x, good_y = y, good_A = A;
        expect_near({call(plain, x, y, A)}, {call(oracle, good_x, good_y, good_A)});
        expect_near(x, good_x);
        expect_near(y, good_y);
        expect_near(A, good_A);
    }

    static void expect_near(const Elements& found, const Elements& wanted) {
        for (std::size_t i = 0; i < wanted.size(); ++i)
            EXPECT_LE(std::abs(found[i] - wanted[i]),
                      2000 * std::numeric_limits<Part>::epsilon() * (1 + std::abs(wanted[i])))
                << i;
    }

    static T number(double real, double imaginary) {
        if constexpr (ComplexElement<T>)
            return {static_cast<Part>(real), static_cast<Part>(imaginary)};
        else
            return static_cast<T>(real);
    }

    const CpuRoutines<T> plain = plain_routines<T>();
    const CpuRoutines<T>& good = cpu_blas().routines<T>();
    const int n = kCount, one = 1, lda = 25;
    const T alpha = number(-1.5, 0.75), beta = number(0.5, -1);
    const Part c = Part(-1.5), s = Part(0.5);
};
using AllTypes = testing::Types<double, float, std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(PlainVectors, AllTypes);

/// What the reference BLAS does, element by element: on CPUs with AVX-512, zaxpy of OpenBLAS 0.3.21 is wrong if an
/// increment is 0.
template <class T>
struct ByDefinition {
    static void copy(const int* n, const T* x, const int* incx, T* y, const int* incy) {
        for_pairs(*n, x, *incx, y, *incy, [](T from, T& to) { to = from; });
    }
    static void axpy(const int* n, const T* alpha, const T* x, const int* incx, T* y, const int* incy) {
        for_pairs(*n, x, *incx, y, *incy, [&](T from, T& to) { to += *alpha * from; });
    }
    static void scal(const int* n, const T* factor, T* x, const int* incx) { scale(*n, *factor, x, *incx); }
    static void real_scal(const int* n, const RealOf<T>* factor, T* x, const int* incx) {
        scale(*n, *factor, x, *incx);
    }
    static T dot(const int* n, const T* x, const int* incx, const T* y, const int* incy) {
        return dotu(n, x, incx, y, incy);
    }
    static T dotu(const int* n, const T* x, const int* incx, const T* y, const int* incy) {
        T total{};
        for_pairs(*n, x, *incx, y, *incy, [&](T a, T b) { total += a * b; });
        return total;
    }
    static T dotc(const int* n, const T* x, const int* incx, const T* y, const int* incy) {
        T total{};
        for_pairs(*n, x, *incx, y, *incy, [&](T a, T b) { total += std::conj(a) * b; });
        return total;
    }

  private:
    template <class Factor>
    static void scale(int n, Factor factor, T* x, int incx) {
        for (int i = 0; i < n && incx > 0; ++i) x[i * incx] *= factor;
    }
    /// work(element of x, element of y) for each, in order; with negative increments from the end of the vector.
    template <class Y, class Work>
    static void for_pairs(int n, const T* x, int incx, Y* y, int incy, const Work& work) {
        x += incx < 0 ? (1 - n) * incx : 0;
        y += incy < 0 ? (1 - n) * incy : 0;
        for (int i = 0; i < n; ++i) work(x[i * incx], y[i * incy]);
    }
};

TYPED_TEST(PlainVectors, MoveAndAdd) {
    using T = TypeParam;
    for (const auto& [incx, incy] : {std::array{1, 1}, {2, -3}, {-1, 0}, {0, 2}}) {
        const int a = incx, b = incy;
        SCOPED_TRACE(testing::Message() << a << ", " << b);
        const auto call = [&](const auto& r, auto& x, auto& y, auto&) {
            r.copy(&this->n, x.data(), &a, y.data(), &b);
            r.axpy(&this->n, &this->alpha, x.data(), &a, y.data(), &b);
            r.scal(&this->n, &this->beta, x.data(), &a);
            if constexpr (ComplexElement<T>) {
                r.real_scal(&this->n, &this->c, y.data(), &b);
                return r.dotu(&this->n, x.data(), &a, y.data(), &b) +
                       T(0, 2) * r.dotc(&this->n, x.data(), &a, y.data(), &b);
            } else {
                return r.dot(&this->n, x.data(), &a, y.data(), &b);
            }
        };
        if (a == 0 || b == 0) {
            this->expect_same_as(ByDefinition<T>{}, call);
            continue;
        }
        this->expect_same(call);
        this->expect_same([&](const auto& r, auto& x, auto& y, auto&) {
            r.swap(&this->n, x.data(), &a, y.data(), &b);
            r.rot(&this->n, x.data(), &a, y.data(), &b, &this->c, &this->s);
            return T(static_cast<typename TestFixture::Part>(r.iamax(&this->n, x.data(), &this->one))) +
                   r.asum(&this->n, y.data(), &this->one) * r.nrm2(&this->n, x.data(), &this->one);
        });
    }
}

TYPED_TEST(PlainVectors, NormsAtTheEdges) {
    using Real = RealOf<TypeParam>;
    using Limits = std::numeric_limits<Real>;
    const auto norm = [&](const std::vector<TypeParam>& x) {
        const int count = static_cast<int>(x.size());
        return this->plain.nrm2(&count, x.data(), &this->one);
    };
    const Real large = Limits::max() / 8, small = Limits::min() * 8;
    EXPECT_NEAR(norm({3 * large, 4 * large}) / large, 5, 10 * Limits::epsilon());
    EXPECT_NEAR(norm({3 * small, 4 * small}) / small, 5, 10 * Limits::epsilon());
    EXPECT_EQ(norm({0, 0}), 0);
    EXPECT_EQ(norm({}), 0);
    EXPECT_EQ(norm({Limits::infinity(), 2, -Limits::infinity()}), Limits::infinity());
    EXPECT_TRUE(std::isnan(norm({1, Limits::quiet_NaN(), Limits::infinity()})));
    if constexpr (ComplexElement<TypeParam>) {
        EXPECT_NEAR(norm({{3 * large, 4 * large}}) / large, 5, 10 * Limits::epsilon());
        EXPECT_NEAR(norm({{0, 3 * small}, {4 * small, 0}}) / small, 5, 10 * Limits::epsilon());
        EXPECT_TRUE(std::isnan(norm({1, {Limits::infinity(), Limits::quiet_NaN()}})));
    }
}

TYPED_TEST(PlainVectors, WithMatrices) {
    const int m = 19, incx = 2, incy = -1;
    for (const char* letters : {"NLN", "TUU", "CLU", "NUN"}) {
        const char *trans = letters, *uplo = letters + 1, *diag = letters + 2;
        SCOPED_TRACE(letters);
        this->expect_same([&](const auto& r, auto& x, auto& y, auto& A) {
            r.gemv(trans, &m, &this->n, &this->alpha, A.data(), &this->lda, x.data(), &incx, &this->beta,
                   y.data(), &incy, 1);
            const auto symv = [&r] {
                if constexpr (ComplexElement<TypeParam>)
                    return r.hemv;
                else
                    return r.symv;
            }();
            symv(uplo, &this->n, &this->alpha, A.data(), &this->lda, y.data(), &incy, &this->beta, x.data(),
                 &incx, 1);
            r.trmv(uplo, trans, diag, &m, A.data(), &this->lda, x.data(), &incx, 1, 1, 1);
            return x[0];
        });
        this->expect_same([&](const auto& r, auto& x, auto& y, auto& A) {
            const auto *u = x.data(), *v = y.data();
            auto* a = A.data();
            if constexpr (ComplexElement<TypeParam>) {
                r.geru(&m, &this->n, &this->alpha, u, &incx, v, &incy, a, &this->lda);
                r.gerc(&m, &this->n, &this->beta, u, &incx, v, &incy, a, &this->lda);
                r.her(uplo, &this->n, &this->c, u, &incx, a, &this->lda, 1);
                r.her2(uplo, &this->n, &this->beta, u, &incx, v, &incy, a, &this->lda, 1);
            } else {
                r.ger(&m, &this->n, &this->alpha, u, &incx, v, &incy, a, &this->lda);
                r.syr(uplo, &this->n, &this->alpha, u, &incx, a, &this->lda, 1);
                r.syr2(uplo, &this->n, &this->beta, u, &incx, v, &incy, a, &this->lda, 1);
            }
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
