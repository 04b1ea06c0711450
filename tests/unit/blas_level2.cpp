#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "support/test_devices.hpp"
#include "support/vector_samples.hpp"
#include <hg/blas/level2.hpp>
#include <hg/blas/session.hpp>

namespace hg {
namespace {

using test::MatrixSample;
using test::VectorSample;

/// Calls go to the devices, if there are programs for them; without `devices` to the CPU's BLAS.
Session& matrix_session(bool devices) {
    const auto made = [](std::int64_t host_below) {
        MachineOptions options = test::test_options();
        options.host_below = host_below;
        return std::make_unique<Session>(options).release();
    };
    static auto* const on_devices = made(0);
    static auto* const on_cpu = made(1 << 20);
    return *(devices ? on_devices : on_cpu);
}

/// What a case of a test is.
struct Case {
    Session& session;
    Layout layout;
    Uplo uplo;
    Op op;
    Diag diag;
    std::int64_t m, n, incx, incy;
    double alpha, beta;

    [[nodiscard]] bool in_triangle(std::int64_t i, std::int64_t j) const {
        return uplo == Uplo::lower ? i >= j : i <= j;
    }
};

void PrintTo(const Case& c, std::ostream* out) {
    *out << static_cast<char>(c.layout) << static_cast<char>(c.uplo) << static_cast<char>(c.op)
         << static_cast<char>(c.diag) << ", " << c.m << " x " << c.n << ", incx = " << c.incx
         << ", incy = " << c.incy << ", alpha = " << c.alpha << ", beta = " << c.beta;
}

template <class T>
class Level2 : public testing::Test {
  protected:
    static constexpr double kEps = std::numeric_limits<T>::epsilon();

    /// Letters in all ways, with sizes, increments and coefficients in turn.
    template <class Act>
    static void for_each_case(const Act& act) {
        using Pairs = std::vector<std::array<std::int64_t, 2>>;
        const Pairs sizes{{1, 1}, {5, 3}, {33, 40}, {3, 70}}, increments{{1, 1}, {2, -1}, {-3, 2}};
        const std::vector<std::array<double, 2>> numbers{{1.5, 0}, {-0.5, 1}, {0, -2}, {2, 0.5}, {0, 0}};
        std::size_t turn = 0;
        for (const bool devices : {false, true})
            for (const Layout layout : {Layout::col_major, Layout::row_major})
                for (const Uplo uplo : {Uplo::lower, Uplo::upper})
                    for (const Op op : {Op::none, Op::trans, Op::conj_trans})
                        for (const Diag diag : {Diag::non_unit, Diag::unit})
                            for (const auto& [m, n] : sizes) {
                                // Elsewhere each shape has kernels of its own, which take long to compile.
                                if (devices && !test::on_host() && (sizeof(T) == sizeof(float) || m != 33))
                                    continue;
                                const auto& [incx, incy] = increments[turn % increments.size()];
                                const auto& [alpha, beta] = numbers[turn % numbers.size()];
                                ++turn;
                                const Case c{matrix_session(devices),
                                             layout,
                                             uplo,
                                             op,
                                             diag,
                                             m,
                                             n,
                                             incx,
                                             incy,
                                             alpha,
                                             beta};
                                SCOPED_TRACE(testing::PrintToString(c) +
                                             (devices ? " on devices" : " on the CPU"));
                                act(c);
                            }
    }

    /// y = alpha times the sum of a(i, j) x(j) + beta y0, where y0 may be NaN if beta is 0.
    template <class Element>
    static void expect_product(const Case& c, const Element& a, const VectorSample<T>& x,
                               const VectorSample<T>& y0, const VectorSample<T>& y) {
        for (std::int64_t i = 0; i < y.count(); ++i) {
            const double before = c.beta == 0 ? 0 : c.beta * y0[i];
            double sum = before, size = std::abs(before);
            for (std::int64_t j = 0; c.alpha != 0 && j < x.count(); ++j) {
                sum += c.alpha * a(i, j) * x[j];
                size += std::abs(c.alpha * a(i, j) * x[j]);
            }
            EXPECT_NEAR(y[i], sum, (static_cast<double>(x.count()) + 3) * kEps * size) << i;
        }
        y.expect_gaps_untouched();
    }
};
using Types = testing::Types<double, float>;
TYPED_TEST_SUITE(Level2, Types);

constexpr auto kWhole = [](std::int64_t, std::int64_t) { return true; };

TYPED_TEST(Level2, Gemv) {
    using T = TypeParam;
    this->for_each_case([this](const Case& c) {
        const bool trans = c.op != Op::none;
        MatrixSample<T> A(c.layout, c.m, c.n, 1, kWhole);
        const VectorSample<T> x(trans ? c.m : c.n, c.incx, 2), y0(trans ? c.n : c.m, c.incy, 3);
        VectorSample<T> y = y0;
        if (c.beta == 0) y[0] = std::numeric_limits<T>::quiet_NaN();
        gemv<T>(c.session, c.layout, c.op, c.m, c.n, static_cast<T>(c.alpha),
                c.alpha == 0 ? nullptr : A.data(), A.ld(), c.alpha == 0 ? nullptr : x.data(), c.incx,
                static_cast<T>(c.beta), y.data(), c.incy);
        const auto op_a = [&](std::int64_t i, std::int64_t j) -> double { return trans ? A(j, i) : A(i, j); };
        this->expect_product(c, op_a, x, y0, y);
    });
}

TYPED_TEST(Level2, Symv) {
    using T = TypeParam;
    this->for_each_case([this](const Case& c) {
        const auto counts = [&](std::int64_t i, std::int64_t j) { return c.in_triangle(i, j); };
        MatrixSample<T> A(c.layout, c.n, c.n, 1, counts);
        const VectorSample<T> x(c.n, c.incx, 2), y0(c.n, c.incy, 3);
        VectorSample<T> y = y0;
        if (c.beta == 0) y[0] = std::numeric_limits<T>::quiet_NaN();
        symv<T>(c.session, c.layout, c.uplo, c.n, static_cast<T>(c.alpha), A.data(), A.ld(), x.data(), c.incx,
                static_cast<T>(c.beta), y.data(), c.incy);
        const auto whole = [&](std::int64_t i, std::int64_t j) -> double {
            return c.in_triangle(i, j) ? A(i, j) : A(j, i);
        };
        this->expect_product(c, whole, x, y0, y);
    });
}

TYPED_TEST(Level2, RankUpdates) {
    using T = TypeParam;
    this->for_each_case([](const Case& c) {
        const auto expect = [&](const auto& before, const auto& after, const auto& counts,
                                const auto& change) {
            after.expect(
                before, counts, [&](auto i, auto j) { return before(i, j) + change(i, j); },
                [&](auto i, auto j) {
                    return 4 * std::numeric_limits<T>::epsilon() *
                           (std::abs(before(i, j)) + 2 * std::abs(c.alpha));
                });
        };
        const T alpha = static_cast<T>(c.alpha);
        const VectorSample<T> x(c.m, c.incx, 1), y(c.n, c.incy, 2), z(c.n, c.incx, 3);
        const MatrixSample<T> rectangle(c.layout, c.m, c.n, 4, kWhole);
        MatrixSample<T> A = rectangle;
        ger<T>(c.session, c.layout, c.m, c.n, alpha, x.data(), c.incx, y.data(), c.incy, A.data(), A.ld());
        expect(rectangle, A, kWhole, [&](auto i, auto j) { return c.alpha * x[i] * y[j]; });
        const auto counts = [&](std::int64_t i, std::int64_t j) { return c.in_triangle(i, j); };
        const MatrixSample<T> triangle(c.layout, c.n, c.n, 5, counts);
        A = triangle;
        syr<T>(c.session, c.layout, c.uplo, c.n, alpha, z.data(), c.incx, A.data(), A.ld());
        expect(triangle, A, counts, [&](auto i, auto j) { return c.alpha * z[i] * z[j]; });
        A = triangle;
        syr2<T>(c.session, c.layout, c.uplo, c.n, alpha, z.data(), c.incx, y.data(), c.incy, A.data(),
                A.ld());
        expect(triangle, A, counts, [&](auto i, auto j) { return c.alpha * (z[i] * y[j] + y[i] * z[j]); });
    });
}

TYPED_TEST(Level2, TrianglesWithVectors) {
    using T = TypeParam;
    this->for_each_case([this](const Case& c) {
        const auto counts = [&](std::int64_t i, std::int64_t j) {
            return c.in_triangle(i, j) && (i != j || c.diag == Diag::non_unit);
        };
        MatrixSample<T> A(c.layout, c.n, c.n, 1, counts);
        for (std::int64_t j = 0; j < c.n; ++j)
            for (std::int64_t i = 0; i < c.n; ++i)
                if (counts(i, j)) A(i, j) = i == j ? 3 + A(i, j) : A(i, j) / static_cast<T>(c.n);
        const auto stored = [&](std::int64_t i, std::int64_t j) -> double {
            return counts(i, j) ? A(i, j) : i == j ? 1 : 0;
        };
        const auto op_a = [&](std::int64_t i, std::int64_t j) {
            return c.op == Op::none ? stored(i, j) : stored(j, i);
        };
        Case product = c;
        product.alpha = 1;
        product.beta = 0;
        const VectorSample<T> x(c.n, c.incx, 2);
        VectorSample<T> y = x;
        trmv<T>(c.session, c.layout, c.uplo, c.op, c.diag, c.n, A.data(), A.ld(), y.data(), c.incx);
        this->expect_product(product, op_a, x, y, y);
        VectorSample<T> z = x;
        trsv<T>(c.session, c.layout, c.uplo, c.op, c.diag, c.n, A.data(), A.ld(), z.data(), c.incx);
        this->expect_product(product, op_a, z, x, x);
    });
}

TEST(Level2Names, AreThoseOfBlas) {
    const std::vector<double> A{1, 2, 3, 4}, x{1, 1};
    std::vector<double> y{0, 0};
    hg::dgemv(Layout::col_major, Op::none, 2, 2, 1, A.data(), 2, x.data(), 1, 0, y.data(), 1);
    EXPECT_EQ(y, (std::vector<double>{4, 6}));
    hg::dgemv(Layout::row_major, Op::none, 2, 2, 1, A.data(), 2, x.data(), 1, 0, y.data(), 1);
    EXPECT_EQ(y, (std::vector<double>{3, 7}));
    std::vector<float> B{0, 0, 0, 0};
    const std::vector<float> u{1, 2}, v{3, 4};
    hg::sger(Layout::row_major, 2, 2, 1, u.data(), 1, v.data(), 1, B.data(), 2);
    EXPECT_EQ(B, (std::vector<float>{3, 4, 6, 8}));
}

}  // namespace
}  // namespace hg
