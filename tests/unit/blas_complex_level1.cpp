#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <vector>

#include "support/test_devices.hpp"
#include "support/vector_samples.hpp"
#include <hg/blas/level1.hpp>
#include <hg/blas/session.hpp>

namespace hg {
namespace {

using test::VectorSample;
using Wide = std::complex<double>;

/// Calls go to the devices, or without `devices` to the CPU's BLAS.
Session& complex_vector_session(bool devices) {
    const auto made = [](std::int64_t host_below) {
        MachineOptions options = test::test_options();
        options.host_below = host_below;
        return std::make_unique<Session>(options).release();
    };
    static auto* const on_devices = made(0);
    static auto* const on_cpu = made(1 << 20);
    return *(devices ? on_devices : on_cpu);
}

template <class T>
class ComplexLevel1 : public testing::Test {
  protected:
    using Part = RealOf<T>;
    static constexpr double kEps = std::numeric_limits<Part>::epsilon();

    /// act(session)
    template <class Act>
    static void on_each_place(const Act& act) {
        for (const bool devices : {false, true}) {
            // Elsewhere kernels take long to compile.
            if (devices && !test::on_host() && sizeof(T) == sizeof(std::complex<float>)) continue;
            SCOPED_TRACE(devices ? "devices" : "CPU");
            act(complex_vector_session(devices));
        }
    }
    /// act(session, n, incx, incy)
    template <class Act>
    static void for_each_case(const Act& act) {
        on_each_place([&](Session& session) {
            for (const std::int64_t n : {0, 1, 2, 1000})
                for (const auto& [incx, incy] : {std::array{1, 1}, {3, -2}, {-1, 1}, {-2, -3}}) {
                    SCOPED_TRACE(testing::Message()
                                 << "n = " << n << ", incx = " << incx << ", incy = " << incy);
                    act(session, n, incx, incy);
                }
        });
    }
    static double magnitude(const T& x) {
        return std::abs(static_cast<double>(x.real())) + std::abs(static_cast<double>(x.imag()));
    }
};
using ComplexVectorTypes = testing::Types<std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(ComplexLevel1, ComplexVectorTypes);

TYPED_TEST(ComplexLevel1, MovesVectors) {
    using T = TypeParam;
    this->for_each_case([&](Session& session, std::int64_t n, std::int64_t incx, std::int64_t incy) {
        VectorSample<T> x(n, incx, 1), y(n, incy, 2);
        const VectorSample<T> x0 = x, y0 = y;
        copy<T>(session, n, x.data(), incx, y.data(), incy);
        for (std::int64_t i = 0; i < n; ++i) EXPECT_EQ(y[i], x0[i]);
        y = y0;
        swap<T>(session, n, x.data(), incx, y.data(), incy);
        for (std::int64_t i = 0; i < n; ++i) {
            EXPECT_EQ(x[i], y0[i]);
            EXPECT_EQ(y[i], x0[i]);
        }
        x.expect_gaps_untouched();
        y.expect_gaps_untouched();
    });
}

TYPED_TEST(ComplexLevel1, AddsAndScales) {
    using T = TypeParam;
    using Real = RealOf<TypeParam>;
    const double eps = this->kEps;
    const T alpha(Real(-1.5), Real(0.75));
    const Wide wide(alpha);
    this->for_each_case([&](Session& session, std::int64_t n, std::int64_t incx, std::int64_t incy) {
        VectorSample<T> x(n, std::abs(incx), 1), y(n, incy, 2);
        const VectorSample<T> x0 = x, y0 = y;
        scal(session, n, alpha, x.data(), x.increment());
        for (std::int64_t i = 0; i < n; ++i) EXPECT_LE(std::abs(Wide(x[i]) - wide * Wide(x0[i])), 4 * eps);
        x = x0;
        scal(session, n, Real(-2), x.data(), x.increment());
        for (std::int64_t i = 0; i < n; ++i) EXPECT_EQ(x[i], Real(-2) * x0[i]);
        x.expect_gaps_untouched();
        VectorSample<T> z(n, incx, 3);
        axpy<T>(session, n, alpha, z.data(), incx, y.data(), incy);
        for (std::int64_t i = 0; i < n; ++i)
            EXPECT_LE(std::abs(Wide(y[i]) - wide * Wide(z[i]) - Wide(y0[i])), 8 * eps);
        y.expect_gaps_untouched();
        const VectorSample<T> z0 = z, y1 = y;
        rot<T>(session, n, z.data(), incx, y.data(), incy, Real(0.75), Real(-0.5));
        for (std::int64_t i = 0; i < n; ++i) {
            EXPECT_LE(std::abs(Wide(z[i]) - 0.75 * Wide(z0[i]) + 0.5 * Wide(y1[i])), 12 * eps);
            EXPECT_LE(std::abs(Wide(y[i]) - 0.75 * Wide(y1[i]) - 0.5 * Wide(z0[i])), 12 * eps);
        }
        z.expect_gaps_untouched();
        y.expect_gaps_untouched();
    });
}

TYPED_TEST(ComplexLevel1, Sums) {
    using T = TypeParam;
    this->for_each_case([&](Session& session, std::int64_t n, std::int64_t incx, std::int64_t incy) {
        const VectorSample<T> x(n, incx, 1), y(n, incy, 2), z(n, std::abs(incx), 3);
        Wide plain = 0, conjugated = 0;
        double size = 0, squares = 0, sizes = 0;
        std::int64_t largest = -1;
        for (std::int64_t i = 0; i < n; ++i) {
            plain += Wide(x[i]) * Wide(y[i]);
            conjugated += std::conj(Wide(x[i])) * Wide(y[i]);
            size += std::abs(x[i]) * std::abs(y[i]);
            squares += std::norm(Wide(z[i]));
            sizes += this->magnitude(z[i]);
            if (largest < 0 || this->magnitude(z[i]) > this->magnitude(z[largest])) largest = i;
        }
        const double most = 2 * (static_cast<double>(n) + 2) * this->kEps;
        EXPECT_LE(std::abs(Wide(dotu<T>(session, n, x.data(), incx, y.data(), incy)) - plain), most * size);
        EXPECT_LE(std::abs(Wide(dotc<T>(session, n, x.data(), incx, y.data(), incy)) - conjugated),
                  most * size);
        EXPECT_NEAR(nrm2<T>(session, n, z.data(), z.increment()), std::sqrt(squares),
                    most * std::sqrt(squares));
        EXPECT_NEAR(asum<T>(session, n, z.data(), z.increment()), sizes, most * sizes);
        EXPECT_EQ(iamax<T>(session, n, z.data(), z.increment()), largest);
    });
}

/// Squares that are no numbers of the type, and Inf and NaN in one part.
TYPED_TEST(ComplexLevel1, NormsAtTheEdges) {
    using T = TypeParam;
    using Real = RealOf<TypeParam>;
    using Limits = std::numeric_limits<Real>;
    this->on_each_place([&](Session& session) {
        const auto norm = [&](const std::vector<T>& x) {
            return nrm2<T>(session, static_cast<std::int64_t>(x.size()), x.data(), 1);
        };
        const Real large = Limits::max() / 8, small = Limits::min() * 8;
        EXPECT_NEAR(norm({T(3 * large, 0), T(0, 4 * large)}) / large, 5, 10 * this->kEps);
        EXPECT_NEAR(norm({T(3 * small, 4 * small)}) / small, 5, 10 * this->kEps);
        EXPECT_EQ(norm({T(1), T(0, Limits::infinity()), T(2)}), Limits::infinity());
        EXPECT_TRUE(std::isnan(norm({T(1), T(3, Limits::quiet_NaN()), T(2)})));
        const std::vector<T> same{T(2, 1), T(-4, 1), T(0, -5), T(5)};
        EXPECT_EQ(iamax<T>(session, 4, same.data(), 1), 1) << "the first of them, by |re| + |im|";
        const std::vector<T> parts{T(-3, 4), T(1, Limits::quiet_NaN())};
        EXPECT_EQ(asum<T>(session, 1, parts.data(), 1), 7);
        EXPECT_TRUE(std::isnan(asum<T>(session, 2, parts.data(), 1)));
        const T dot = dotu<T>(session, 2, parts.data(), 1, parts.data(), 1);
        EXPECT_TRUE(std::isnan(dot.real()) && std::isnan(dot.imag()));
    });
}

TYPED_TEST(ComplexLevel1, AlphaOfZeroReadsNothing) {
    using T = TypeParam;
    this->on_each_place([&](Session& session) {
        VectorSample<T> y(7, 2, 1);
        const VectorSample<T> before = y;
        axpy<T>(session, 7, T{0}, nullptr, 1, y.data(), 2);
        for (std::int64_t i = 0; i < 7; ++i) EXPECT_EQ(y[i], before[i]);
    });
}

TEST(ComplexLevel1Names, AreThoseOfBlas) {
    using Z = std::complex<double>;
    using C = std::complex<float>;
    std::vector<Z> x{{1, 1}, {0, -4}};
    std::vector<C> y{{3, 0}, {0, 4}};
    EXPECT_EQ(hg::zdotu(2, x.data(), 1, x.data(), 1), Z(-16, 2));
    EXPECT_EQ(hg::zdotc(2, x.data(), 1, x.data(), 1), Z(18, 0));
    EXPECT_EQ(hg::cdotc(1, y.data(), 1, y.data() + 1, 1), C(0, 12));
    EXPECT_EQ(hg::scnrm2(2, y.data(), 1), 5);
    EXPECT_EQ(hg::dzasum(2, x.data(), 1), 6);
    EXPECT_EQ(hg::izamax(2, x.data(), 1), 1);
    EXPECT_EQ(hg::icamax(0, y.data(), 1), -1);
    hg::zdscal(2, -2, x.data(), 1);
    EXPECT_EQ(x, (std::vector<Z>{{-2, -2}, {0, 8}}));
    hg::scal(1, 2.0, x.data(), 1);
    EXPECT_EQ(x[0], Z(-4, -4)) << "a real alpha need not be made complex";
    hg::csrot(1, y.data(), 1, y.data() + 1, 1, 0, 1);
    EXPECT_EQ(y, (std::vector<C>{{0, 4}, {-3, 0}}));
}

}  // namespace
}  // namespace hg
