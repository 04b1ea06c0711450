#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "blas/call/operands.hpp"
#include "blas/level1/level1_call.hpp"
#include "support/test_devices.hpp"
#include "support/vector_samples.hpp"
#include <hg/blas/async.hpp>
#include <hg/blas/gemm.hpp>
#include <hg/blas/level1.hpp>
#include <hg/blas/session.hpp>

namespace hg {
namespace {

using test::VectorSample;

template <class T>
constexpr double kEps = std::numeric_limits<T>::epsilon();

/// Calls go to the devices, if there are programs for them; without `devices` to the CPU's BLAS.
Session& vector_session(bool devices) {
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
class Level1 : public testing::Test {
  protected:
    /// act(session, n, incx, incy)
    template <class Act>
    static void for_each_case(const Act& act) {
        for (const bool devices : {false, true}) {
            // Elsewhere kernels take long to compile.
            if (devices && !test::on_host() && sizeof(T) == sizeof(float)) continue;
            for (const std::int64_t n : {0, 1, 2, 1000})
                for (const auto& [incx, incy] : {std::array{1, 1}, {3, -2}, {-1, 1}, {-2, -3}}) {
                    SCOPED_TRACE(testing::Message() << (devices ? "devices" : "CPU") << ", n = " << n
                                                    << ", incx = " << incx << ", incy = " << incy);
                    act(vector_session(devices), n, incx, incy);
                }
        }
    }
};
using Types = testing::Types<double, float>;
TYPED_TEST_SUITE(Level1, Types);

TYPED_TEST(Level1, MovesVectors) {
    using T = TypeParam;
    this->for_each_case([](Session& session, std::int64_t n, std::int64_t incx, std::int64_t incy) {
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

TYPED_TEST(Level1, AddsAndScales) {
    using T = TypeParam;
    const T alpha = T(-1.7);
    this->for_each_case([&](Session& session, std::int64_t n, std::int64_t incx, std::int64_t incy) {
        VectorSample<T> x(n, std::abs(incx), 1), y(n, incy, 2);
        const VectorSample<T> x0 = x, y0 = y;
        scal<T>(session, n, alpha, x.data(), x.increment());
        for (std::int64_t i = 0; i < n; ++i) EXPECT_EQ(x[i], alpha * x0[i]);
        x.expect_gaps_untouched();
        VectorSample<T> z(n, incx, 3);
        axpy<T>(session, n, alpha, z.data(), incx, y.data(), incy);
        for (std::int64_t i = 0; i < n; ++i)
            EXPECT_NEAR(y[i], static_cast<double>(alpha) * z[i] + y0[i], 2 * kEps<T> * 2.7);
        y.expect_gaps_untouched();
        const VectorSample<T> z0 = z, y1 = y;
        rot<T>(session, n, z.data(), incx, y.data(), incy, T(0.8), T(-0.6));
        for (std::int64_t i = 0; i < n; ++i) {
            EXPECT_NEAR(z[i], 0.8 * z0[i] - 0.6 * y1[i], 3 * kEps<T> * 3);
            EXPECT_NEAR(y[i], 0.8 * y1[i] + 0.6 * z0[i], 3 * kEps<T> * 3);
        }
        z.expect_gaps_untouched();
        y.expect_gaps_untouched();
    });
}

TYPED_TEST(Level1, Sums) {
    using T = TypeParam;
    this->for_each_case([](Session& session, std::int64_t n, std::int64_t incx, std::int64_t incy) {
        const VectorSample<T> x(n, incx, 1), y(n, incy, 2), z(n, std::abs(incx), 3);
        double dot_sum = 0, dot_size = 0, squares = 0, sizes = 0;
        std::int64_t largest = -1;
        for (std::int64_t i = 0; i < n; ++i) {
            const double product = static_cast<double>(x[i]) * y[i];
            dot_sum += product;
            dot_size += std::abs(product);
            squares += static_cast<double>(z[i]) * z[i];
            sizes += std::abs(z[i]);
            if (largest < 0 || std::abs(z[i]) > std::abs(z[largest])) largest = i;
        }
        const double terms = static_cast<double>(n) + 2;
        EXPECT_NEAR(dot<T>(session, n, x.data(), incx, y.data(), incy), dot_sum, terms * kEps<T> * dot_size);
        EXPECT_NEAR(nrm2<T>(session, n, z.data(), z.increment()), std::sqrt(squares),
                    terms * kEps<T> * std::sqrt(squares));
        EXPECT_NEAR(asum<T>(session, n, z.data(), z.increment()), sizes, terms * kEps<T> * sizes);
        EXPECT_EQ(iamax<T>(session, n, z.data(), z.increment()), largest);
    });
}

/// Squares that are no numbers of the type, Inf and NaN.
TYPED_TEST(Level1, NormsAtTheEdges) {
    using T = TypeParam;
    using Limits = std::numeric_limits<T>;
    for (const bool devices : {false, true}) {
        Session& session = vector_session(devices);
        const auto norm = [&](const std::vector<T>& x) {
            return nrm2<T>(session, static_cast<std::int64_t>(x.size()), x.data(), 1);
        };
        const T large = Limits::max() / 8, small = Limits::min() * 8;
        EXPECT_NEAR(norm({3 * large, 4 * large}) / large, 5, 10 * kEps<T>);
        EXPECT_NEAR(norm({3 * small, 4 * small}) / small, 5, 10 * kEps<T>);
        EXPECT_EQ(norm({0, 0, 0}), 0);
        EXPECT_EQ(norm({1, Limits::infinity(), 2}), Limits::infinity());
        EXPECT_TRUE(std::isnan(norm({1, Limits::quiet_NaN(), 2})));
        const std::vector<T> same{2, -5, 5, -5};
        EXPECT_EQ(iamax<T>(session, 4, same.data(), 1), 1) << "the first of them";
    }
}

TYPED_TEST(Level1, AlphaOfZeroReadsNothing) {
    using T = TypeParam;
    for (const bool devices : {false, true}) {
        VectorSample<T> y(7, 2, 1);
        const VectorSample<T> before = y;
        axpy<T>(vector_session(devices), 7, T{0}, nullptr, 1, y.data(), 2);
        for (std::int64_t i = 0; i < 7; ++i) EXPECT_EQ(y[i], before[i]);
    }
}

TEST(VectorOrder, CallsWaitForThoseThatWriteTheirMemory) {
    constexpr std::int64_t n = 150;
    Session session(test::test_options());
    const std::vector<double> ones(n * n, 1.0);
    for (int i = 0; i < 10; ++i) {
        std::vector<double> c(n * n, 0.0);
        const Call product = gemm_async<double>(session, Layout::col_major, Op::none, Op::none, n, n, n, 1,
                                                ones.data(), n, ones.data(), n, 0, c.data(), n);
        ASSERT_EQ(dot<double>(session, n, ones.data(), 1, c.data() + n - 1, n), n * n) << "the last row";
    }
}

/// Vectors may lie between each other's elements, and end at the address that stands for them.
TEST(VectorOrder, IsThatOfTheElementsAlone) {
    std::vector<double> memory(100);
    double* const x = memory.data();
    const auto of_x = [](const auto& call) { return Operands(call).regions()[0]; };
    const HostRegion even = of_x(ScalCall<double>{{10, 2.0, x, 2}}),
                     odd = of_x(ScalCall<double>{{10, 2.0, x + 1, 2}});
    EXPECT_TRUE(even.writes);
    EXPECT_FALSE(overlap(even, odd));
    const HostRegion backwards = of_x(SwapCall<double>{{10, x, -2, x + 50, 1}});
    EXPECT_TRUE(overlap(even, backwards));
    EXPECT_FALSE(overlap(odd, backwards));
    EXPECT_FALSE(of_x(CopyCall<double>{{10, x, 1, x + 50, 1}}).writes);
    EXPECT_TRUE(
        overlap(of_x(CopyCall<double>{{10, x, 1, x + 50, 1}}), of_x(ScalCall<double>{{2, 2.0, x + 9, 1}})));
    EXPECT_FALSE(
        overlap(of_x(CopyCall<double>{{10, x, 1, x + 50, 1}}), of_x(ScalCall<double>{{2, 2.0, x + 10, 1}})));
}

TEST(Level1Names, AreThoseOfBlas) {
    const std::vector<double> x{1, -4, 2};
    const std::vector<float> y{3, 0, 4};
    EXPECT_EQ(hg::ddot(3, x.data(), 1, x.data(), -1), 20);
    EXPECT_EQ(hg::snrm2(3, y.data(), 1), 5);
    EXPECT_EQ(hg::dasum(2, x.data(), 2), 3);
    EXPECT_EQ(hg::idamax(3, x.data(), 1), 1);
    EXPECT_EQ(hg::isamax(0, y.data(), 1), -1);
}

}  // namespace
}  // namespace hg
