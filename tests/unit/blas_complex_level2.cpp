#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "support/test_devices.hpp"
#include "support/vector_samples.hpp"
#include <hg/blas/level2.hpp>
#include <hg/blas/session.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::MatrixSample;
using test::VectorSample;
using Wide = std::complex<double>;

/// Calls go to the devices; without `devices` to the CPU's BLAS.
Session& complex_matrix_session(bool devices) {
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
struct ComplexMatrixCase {
    Session& session;
    Layout layout;
    Uplo uplo;
    Op op;
    Diag diag;
    std::int64_t m, n, incx, incy;
    Wide alpha, beta;

    [[nodiscard]] bool in_triangle(std::int64_t i, std::int64_t j) const {
        return uplo == Uplo::lower ? i >= j : i <= j;
    }
};

void PrintTo(const ComplexMatrixCase& c, std::ostream* out) {
    *out << static_cast<char>(c.layout) << static_cast<char>(c.uplo) << static_cast<char>(c.op)
         << static_cast<char>(c.diag) << ", " << c.m << " x " << c.n << ", incx = " << c.incx
         << ", incy = " << c.incy << ", alpha = " << c.alpha << ", beta = " << c.beta;
}

constexpr auto kAll = [](std::int64_t, std::int64_t) { return true; };

template <class T>
class ComplexLevel2 : public testing::Test {
  protected:
    static constexpr double kEps = std::numeric_limits<RealOf<T>>::epsilon();
    static constexpr bool kIsSingle =
        sizeof(RealOf<T>) == sizeof(float);  ///< fewer kernels: compilers take long

    /// Letters in all ways, with sizes, increments and coefficients in turn. The last size is of several parts of conjugated
    /// vectors.
    template <class Act>
    static void for_each_case(const Act& act) {
        using Pairs = std::vector<std::array<std::int64_t, 2>>;
        const Pairs sizes{{1, 1}, {5, 3}, {33, 40}, {3, 70}, {520, 290}},
            increments{{1, 1}, {2, -1}, {-3, 2}};
        const std::vector<std::array<Wide, 2>> numbers{{Wide(1.5, -1), 0},
                                                       {Wide(-0.5, 2), 1},
                                                       {0, Wide(-2, 1)},
                                                       {Wide(0, 2), Wide(0.5, -0.25)},
                                                       {0, 0},
                                                       {-1, Wide(0, 1)},
                                                       {2, 0}};
        std::size_t turn = 0;
        for (const Layout layout : {Layout::col_major, Layout::row_major})
            for (const Uplo uplo : {Uplo::lower, Uplo::upper})
                for (const Op op : {Op::none, Op::trans, Op::conj_trans})
                    for (const Diag diag : {Diag::non_unit, Diag::unit})
                        for (const auto& [m, n] : sizes) {
                            if (m > 500 && (diag == Diag::unit || kIsSingle)) continue;
                            const auto& [incx, incy] = increments[turn % increments.size()];
                            const auto& [alpha, beta] = numbers[turn % numbers.size()];
                            Session& session = complex_matrix_session(turn++ % 4 != 0);
                            const ComplexMatrixCase c{session, layout, uplo, op,    diag, m,
                                                      n,       incx,   incy, alpha, beta};
                            SCOPED_TRACE(testing::PrintToString(c));
                            act(c);
                        }
    }

    /// y = alpha times the sum of a(i, j) x(j) + beta y0, where y0 may be NaN if beta is 0.
    template <class Element>
    static void expect_product(const ComplexMatrixCase& c, const Element& a, const VectorSample<T>& x,
                               const VectorSample<T>& y0, const VectorSample<T>& y) {
        for (std::int64_t i = 0; i < y.count(); ++i) {
            const Wide before = c.beta == 0.0 ? 0 : c.beta * Wide(y0[i]);
            Wide sum = 0;
            double size = std::abs(before);
            for (std::int64_t j = 0; c.alpha != 0.0 && j < x.count(); ++j) {
                const Wide term = a(i, j) * Wide(x[j]);
                sum += term;
                size += std::abs(c.alpha) * std::abs(term);
            }
            const double most = 2 * (static_cast<double>(x.count()) + 3) * kEps * size;
            EXPECT_LE(std::abs(Wide(y[i]) - c.alpha * sum - before), most) << i;
        }
        y.expect_gaps_untouched();
    }
    static void expect_change(const ComplexMatrixCase& c, const MatrixSample<T>& before,
                              const MatrixSample<T>& after, const auto& counts, const auto& change) {
        after.expect(
            before, counts, [&](auto i, auto j) { return T(Wide(before(i, j)) + change(i, j)); },
            [&](auto i, auto j) { return 10 * kEps * (std::abs(before(i, j)) + 4 * std::abs(c.alpha)); });
    }
};
using ComplexMatrixTypes = testing::Types<std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(ComplexLevel2, ComplexMatrixTypes);

TYPED_TEST(ComplexLevel2, Gemv) {
    using T = TypeParam;
    this->for_each_case([this](const ComplexMatrixCase& c) {
        const bool trans = c.op != Op::none;
        MatrixSample<T> A(c.layout, c.m, c.n, 1, kAll);
        const VectorSample<T> x(trans ? c.m : c.n, c.incx, 2), y0(trans ? c.n : c.m, c.incy, 3);
        VectorSample<T> y = y0;
        if (c.beta == 0.0) y[0] = test::nan_element<T>();
        gemv<T>(c.session, c.layout, c.op, c.m, c.n, T(c.alpha), c.alpha == 0.0 ? nullptr : A.data(), A.ld(),
                c.alpha == 0.0 ? nullptr : x.data(), c.incx, T(c.beta), y.data(), c.incy);
        const auto op_a = [&](std::int64_t i, std::int64_t j) -> Wide {
            return !trans ? A(i, j) : c.op == Op::trans ? A(j, i) : std::conj(A(j, i));
        };
        this->expect_product(c, op_a, x, y0, y);
    });
}

/// What stands in the imaginary parts of the diagonal is not looked at.
TYPED_TEST(ComplexLevel2, Hemv) {
    using T = TypeParam;
    this->for_each_case([this](const ComplexMatrixCase& c) {
        const auto counts = [&](std::int64_t i, std::int64_t j) { return c.in_triangle(i, j); };
        MatrixSample<T> A(c.layout, c.n, c.n, 1, counts);
        for (std::int64_t i = 0; i < c.n; ++i) A(i, i).imag(test::nan_element<T>().imag());
        const VectorSample<T> x(c.n, c.incx, 2), y0(c.n, c.incy, 3);
        VectorSample<T> y = y0;
        if (c.beta == 0.0) y[0] = test::nan_element<T>();
        hemv<T>(c.session, c.layout, c.uplo, c.n, T(c.alpha), c.alpha == 0.0 ? nullptr : A.data(), A.ld(),
                c.alpha == 0.0 ? nullptr : x.data(), c.incx, T(c.beta), y.data(), c.incy);
        const auto whole = [&](std::int64_t i, std::int64_t j) -> Wide {
            if (i == j) return A(i, i).real();
            return c.in_triangle(i, j) ? A(i, j) : std::conj(A(j, i));
        };
        this->expect_product(c, whole, x, y0, y);
    });
}

TYPED_TEST(ComplexLevel2, RankOneUpdates) {
    using T = TypeParam;
    this->for_each_case([this](const ComplexMatrixCase& c) {
        const VectorSample<T> x(c.m, c.incx, 1), y(c.n, c.incy, 2);
        const MatrixSample<T> before(c.layout, c.m, c.n, 4, kAll);
        MatrixSample<T> A = before;
        geru<T>(c.session, c.layout, c.m, c.n, T(c.alpha), x.data(), c.incx, y.data(), c.incy, A.data(),
                A.ld());
        this->expect_change(c, before, A, kAll,
                            [&](auto i, auto j) { return c.alpha * Wide(x[i]) * Wide(y[j]); });
        A = before;
        gerc<T>(c.session, c.layout, c.m, c.n, T(c.alpha), x.data(), c.incx, y.data(), c.incy, A.data(),
                A.ld());
        this->expect_change(c, before, A, kAll,
                            [&](auto i, auto j) { return c.alpha * Wide(x[i]) * std::conj(Wide(y[j])); });
    });
}

/// Diagonals become real, whatever their imaginary parts were, unless nothing is done.
TYPED_TEST(ComplexLevel2, HermitianUpdates) {
    using T = TypeParam;
    this->for_each_case([this](const ComplexMatrixCase& c) {
        const auto counts = [&](std::int64_t i, std::int64_t j) { return c.in_triangle(i, j); };
        const VectorSample<T> x(c.n, c.incx, 1), y(c.n, c.incy, 2);
        MatrixSample<T> before(c.layout, c.n, c.n, 5, counts);
        for (std::int64_t i = 0; i < c.n; ++i) before(i, i).imag(0);
        const auto given = [&](bool nothing) {
            MatrixSample<T> A = before;
            for (std::int64_t i = 0; i < c.n && !nothing; ++i) A(i, i).imag(test::nan_element<T>().imag());
            return A;
        };
        const auto real_diagonal = [&](const MatrixSample<T>& A) {
            for (std::int64_t i = 0; i < c.n; ++i) EXPECT_EQ(A(i, i).imag(), 0);
        };
        MatrixSample<T> A = given(c.alpha.real() == 0);
        her<T>(c.session, c.layout, c.uplo, c.n, T(c.alpha).real(), x.data(), c.incx, A.data(), A.ld());
        this->expect_change(c, before, A, counts, [&](auto i, auto j) {
            return c.alpha.real() * Wide(x[i]) * std::conj(Wide(x[j]));
        });
        real_diagonal(A);
        A = given(c.alpha == 0.0);
        her2<T>(c.session, c.layout, c.uplo, c.n, T(c.alpha), x.data(), c.incx, y.data(), c.incy, A.data(),
                A.ld());
        this->expect_change(c, before, A, counts, [&](auto i, auto j) {
            return c.alpha * Wide(x[i]) * std::conj(Wide(y[j])) +
                   std::conj(c.alpha) * Wide(y[i]) * std::conj(Wide(x[j]));
        });
        real_diagonal(A);
    });
}

TYPED_TEST(ComplexLevel2, TrianglesWithVectors) {
    using T = TypeParam;
    this->for_each_case([this](const ComplexMatrixCase& c) {
        const auto counts = [&](std::int64_t i, std::int64_t j) {
            return c.in_triangle(i, j) && (i != j || c.diag == Diag::non_unit);
        };
        MatrixSample<T> A(c.layout, c.n, c.n, 1, counts);
        for (std::int64_t j = 0; j < c.n; ++j)
            for (std::int64_t i = 0; i < c.n; ++i)
                if (counts(i, j))
                    A(i, j) = i == j ? T(3) + A(i, j) : A(i, j) / T(static_cast<RealOf<T>>(c.n));
        const auto stored = [&](std::int64_t i, std::int64_t j) -> Wide {
            return counts(i, j) ? Wide(A(i, j)) : Wide(i == j ? 1 : 0);
        };
        const auto op_a = [&](std::int64_t i, std::int64_t j) {
            if (c.op == Op::none) return stored(i, j);
            return c.op == Op::trans ? stored(j, i) : std::conj(stored(j, i));
        };
        ComplexMatrixCase product = c;
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

constexpr std::array kLayoutsAndOps{
    std::pair{Layout::col_major, Op::none},       std::pair{Layout::col_major, Op::trans},
    std::pair{Layout::col_major, Op::conj_trans}, std::pair{Layout::row_major, Op::none},
    std::pair{Layout::row_major, Op::trans},      std::pair{Layout::row_major, Op::conj_trans}};

/// A NaN in one part reaches the elements that the formula takes it for, and no others.
TYPED_TEST(ComplexLevel2, ANaNInOnePartSpreadsAsInTheSums) {
    using T = TypeParam;
    const auto is_nan = [](const T& x) { return std::isnan(x.real()) && std::isnan(x.imag()); };
    for (const bool devices : {true, false})
        for (const auto& [layout, op] : kLayoutsAndOps) {
            MatrixSample<T> A(layout, 6, 6, 1, kAll);
            A(2, 4).imag(test::nan_element<T>().imag());
            const VectorSample<T> x(6, 1, 2);
            VectorSample<T> y(6, 1, 3);
            gemv<T>(complex_matrix_session(devices), layout, op, 6, 6, T(1, 1), A.data(), A.ld(), x.data(), 1,
                    T(2), y.data(), 1);
            for (std::int64_t i = 0; i < 6; ++i) EXPECT_EQ(is_nan(y[i]), i == (op == Op::none ? 2 : 4)) << i;
        }
}

/// A real factor, as alpha of her is, does not multiply as a complex number would: an infinite part stays in its part.
TYPED_TEST(ComplexLevel2, RealFactorsMultiplyEachPart) {
    using T = TypeParam;
    using Part = RealOf<T>;
    constexpr Part kInf = std::numeric_limits<Part>::infinity();
    for (const Layout layout : {Layout::col_major, Layout::row_major}) {
        const std::vector<T> x{T(kInf, 1), T(1)};
        std::vector<T> A(4, T(1));
        her<T>(complex_matrix_session(true), layout, Uplo::lower, 2, Part{2}, x.data(), 1, A.data(), 2);
        const T below = A[layout == Layout::col_major ? 1 : 2];
        EXPECT_EQ(below.real(), kInf) << "2 conj(x(0)) is (Inf, -2)";
    }
}

TYPED_TEST(ComplexLevel2, DevicesDoTheCalls) {
    EXPECT_GT(complex_matrix_session(true).statistics().runs, 0U);
    EXPECT_EQ(complex_matrix_session(true).statistics().host_calls, 0U);
}

TEST(ComplexLevel2Names, AreThoseOfBlas) {
    using Z = std::complex<double>;
    using C = std::complex<float>;
    const std::vector<Z> A{1, {0, 2}, 3, 4}, x{1, {0, 1}};
    std::vector<Z> y{0, 0};
    hg::zgemv(Layout::col_major, Op::conj_trans, 2, 2, 1, A.data(), 2, x.data(), 1, 0, y.data(), 1);
    EXPECT_EQ(y, (std::vector<Z>{3, {3, 4}}));
    hg::zgemv(Layout::row_major, Op::conj_trans, 2, 2, 1, A.data(), 2, x.data(), 1, 0, y.data(), 1);
    EXPECT_EQ(y, (std::vector<Z>{{1, 3}, {0, 2}}));
    std::vector<C> B{0, 0, 0, 0};
    const std::vector<C> u{1, 2}, v{3, {0, 4}};
    hg::cgerc(Layout::row_major, 2, 2, 1, u.data(), 1, v.data(), 1, B.data(), 2);
    EXPECT_EQ(B, (std::vector<C>{3, {0, -4}, 6, {0, -8}}));
}

}  // namespace
}  // namespace hg
