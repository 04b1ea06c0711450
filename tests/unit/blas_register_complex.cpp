// Level 2 of BLAS on registers of complex elements, with work-groups as GPUs have them: against sums in double precision.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "support/complex_samples.hpp"
#include "support/gemv_runs.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/registers/gemv.hpp>
#include <hg/blas/registers/rank_update.hpp>
#include <hg/blas/registers/symv.hpp>
#include <hg/blas/registers/trsv.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::Matrix;
using test::SignedVector;
using test::VectorRun;
using Wide = std::complex<double>;

constexpr std::array kOps{Op::none, Op::trans, Op::conj_trans};
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Wide conjugate_if(bool wanted, Wide x) {
    return wanted ? std::conj(x) : x;
}

/// Whether i, j lies in a triangle, with its diagonal.
bool in(Uplo uplo, std::int64_t i, std::int64_t j) {
    return uplo == Uplo::lower ? i >= j : i <= j;
}

template <class T>
class RegisterComplex : public testing::Test {
  protected:
    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test::test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }

    using Vector = SignedVector<T>;
    /// c(i) or C(i, j) should be a sum of `terms` products.
    static testing::AssertionResult is(T got, Wide wanted, std::int64_t terms) {
        constexpr double kEps = std::numeric_limits<RealOf<T>>::epsilon();
        const double bound = 4 * kEps * static_cast<double>(terms + 4);
        if (std::abs(Wide(got) - wanted) <= bound) return testing::AssertionSuccess();
        return testing::AssertionFailure() << got << " instead of " << wanted;
    }

    /// A number in the device's memory, of / over.
    struct Quotient {
        std::vector<T> of{T(1, -2)}, over{T(0, 2)};
        [[nodiscard]] Coefficient on(VectorRun& run) {
            return {2.0, run.matrix(of, 1, 1), run.matrix(over, 1, 1)};
        }
        static constexpr Wide kValue{-2, -1};
    };

    /// A of order n, whose other triangle is NaN; with NaN as the diagonal, or as its imaginary parts.
    static Matrix<T> triangle(Uplo uplo, std::int64_t n, bool hermitian, Diag diag = Diag::non_unit) {
        Matrix<T> a(Layout::col_major, n, n, 0, 7);
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < n; ++i) {
                if (i != j && in(uplo, i, j)) a(i, j) = T(Wide(a(i, j)) / static_cast<double>(n));
                if (!in(uplo, i, j)) a(i, j) = T(kNan, kNan);
                if (i == j) a(i, j) += T(3);
            }
        for (std::int64_t i = 0; i < n; ++i) {
            if (diag == Diag::unit) a(i, i) = T(kNan, kNan);
            if (hermitian) a(i, i).imag(kNan);
        }
        return a;
    }
    /// op(A)(i, j) of a triangle or, if it is hermitian, of the whole matrix; A or its conjugate.
    static Wide element(const Matrix<T>& a, Uplo uplo, Op op, Diag diag, bool conjugated, std::int64_t i,
                        std::int64_t j) {
        if (op != Op::none)
            return element(a, uplo, Op::none, diag, conjugated != (op == Op::conj_trans), j, i);
        if (!in(uplo, i, j)) return 0;
        return i == j && diag == Diag::unit ? 1 : conjugate_if(conjugated, a(i, j));
    }
    static Wide hermitian_element(const Matrix<T>& a, Uplo uplo, bool conjugated, std::int64_t i,
                                  std::int64_t j) {
        if (i == j) return a(i, i).real();
        return conjugate_if(conjugated, in(uplo, i, j) ? a(i, j) : std::conj(a(j, i)));
    }

    static std::unique_ptr<Machine> machine_;
};
template <class T>
std::unique_ptr<Machine> RegisterComplex<T>::machine_;

using RegisterTypes = testing::Types<std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(RegisterComplex, RegisterTypes);

kernels::GemvBlocking items_beside_each_other(bool transpose, int split) {
    if (transpose) return {.row_items = 8, .column_items = 2, .columns = 2, .unroll = 2, .split = split};
    return {.row_items = 8, .column_items = 4, .rows = 2, .unroll = 2, .split = split};
}

TYPED_TEST(RegisterComplex, Gemv) {
    const std::int64_t m = 45, n = 37;
    for (const Op op : kOps)
        for (const int split : {1, 3})
            for (const bool conjugated : {false, true}) {
                const bool across = op != Op::none;
                Matrix<TypeParam> a(Layout::col_major, m, n, 0, 1);
                SignedVector<TypeParam> x(across ? m : n, -2, 2), y(across ? n : m, 1, 3);
                const auto before = y;
                typename TestFixture::Quotient quotient;
                VectorRun run(*this->machine_);
                const RegisterId ra = run.matrix(a.data, m, n), rx = run.vector(x), ry = run.vector(y);
                const Coefficient alpha = quotient.on(run);
                gemv(run.builder, op, alpha, ra, rx, Coefficient(alpha.of), ry,
                     {.x_reversed = true,
                      .blocking = items_beside_each_other(across, split),
                      .conjugated = conjugated});
                run.run();
                for (std::int64_t i = 0; i < y.n; ++i) {
                    Wide sum = 0;
                    for (std::int64_t j = 0; j < x.n; ++j)
                        sum +=
                            conjugate_if(conjugated != (op == Op::conj_trans), across ? a(j, i) : a(i, j)) *
                            Wide(x.at(j));
                    ASSERT_TRUE(
                        this->is(y[i], quotient.kValue * sum + Wide(1, -2) * Wide(before[i]), 4 * x.n))
                        << static_cast<char>(op) << split << conjugated << ", y(" << i << ")";
                }
            }
}

TYPED_TEST(RegisterComplex, Trmv) {
    const std::int64_t n = 43;
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        for (const Op op : kOps)
            for (const Diag diag : {Diag::unit, Diag::non_unit}) {
                const bool conjugated = diag == Diag::unit;
                auto a = this->triangle(uplo, n, false, diag);
                SignedVector<TypeParam> x(n, 1, 2);
                const auto before = x;
                VectorRun run(*this->machine_);
                const RegisterId ra = run.matrix(a.data, n, n), rx = run.vector(x);
                trmv(run.builder, uplo, op, diag, ra, rx,
                     {.blocking = items_beside_each_other(op != Op::none, 2), .conjugated = conjugated});
                run.run();
                for (std::int64_t i = 0; i < n; ++i) {
                    Wide sum = 0;
                    for (std::int64_t j = 0; j < n; ++j)
                        sum += this->element(a, uplo, op, diag, conjugated, i, j) * Wide(before[j]);
                    ASSERT_TRUE(this->is(x[i], sum, n)) << static_cast<char>(uplo) << static_cast<char>(op);
                }
            }
}

TYPED_TEST(RegisterComplex, Hemv) {
    const std::int64_t n = 51;
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        for (const bool conjugated : {false, true}) {
            auto a = this->triangle(uplo, n, true);
            SignedVector<TypeParam> x(n, 3, 2), y(n, -1, 3);
            for (std::int64_t i = 0; i < n; ++i) y[i] = TypeParam(kNan, kNan);
            typename TestFixture::Quotient quotient;
            VectorRun run(*this->machine_);
            const RegisterId ra = run.matrix(a.data, n, n), rx = run.vector(x), ry = run.vector(y);
            hemv(run.builder, uplo, quotient.on(run), ra, rx, 0.0, ry,
                 {.y_reversed = true, .conjugated = conjugated});
            run.run();
            for (std::int64_t i = 0; i < n; ++i) {
                Wide sum = 0;
                for (std::int64_t j = 0; j < n; ++j)
                    sum += this->hermitian_element(a, uplo, conjugated, i, j) * Wide(x[j]);
                ASSERT_TRUE(this->is(y.at(i), quotient.kValue * sum, 4 * n)) << static_cast<char>(uplo);
            }
        }
}

TYPED_TEST(RegisterComplex, RankUpdatesOfRectangles) {
    const std::int64_t m = 41, n = 38;
    for (const bool adjoint : {false, true})
        for (const bool conjugated : {false, true}) {
            Matrix<TypeParam> a(Layout::col_major, m, n, 0, 1);
            const auto before = a;
            SignedVector<TypeParam> x(m, 1, 2), y(n, -2, 3);
            y.at(5) = 0;
            typename TestFixture::Quotient quotient;
            VectorRun run(*this->machine_);
            const RegisterId ra = run.matrix(a.data, m, n), rx = run.vector(x), ry = run.vector(y);
            const RankUpdateOptions options{
                .y_reversed = true,
                .blocking = kernels::RankUpdateBlocking{.items = 16, .columns = 8},
                .conjugated = conjugated};
            if (adjoint)
                gerc(run.builder, quotient.on(run), rx, ry, ra, options);
            else
                ger(run.builder, quotient.on(run), rx, ry, ra, options);
            run.run();
            for (std::int64_t j = 0; j < n; ++j)
                for (std::int64_t i = 0; i < m; ++i) {
                    const Wide change = quotient.kValue * Wide(x[i]) * conjugate_if(adjoint, y.at(j));
                    ASSERT_TRUE(this->is(a(i, j), Wide(before(i, j)) + conjugate_if(conjugated, change), 4));
                }
        }
}

TYPED_TEST(RegisterComplex, RankUpdatesOfHermitianMatrices) {
    const std::int64_t n = 50;
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        for (const bool two : {false, true})
            for (const bool conjugated : {false, true}) {
                auto a = this->triangle(uplo, n, true);
                const auto before = a;
                SignedVector<TypeParam> x(n, 1, 2), y(n, 1, 3);
                x[7] = y[7] = 0;
                typename TestFixture::Quotient quotient;
                VectorRun run(*this->machine_);
                const RegisterId ra = run.matrix(a.data, n, n), rx = run.vector(x), ry = run.vector(y);
                const RankUpdateOptions options{
                    .blocking = kernels::RankUpdateBlocking{.items = 16, .columns = 8},
                    .conjugated = conjugated};
                if (two)
                    her2(run.builder, uplo, quotient.on(run), rx, ry, ra, options);
                else
                    her(run.builder, uplo, quotient.on(run), rx, ra, options);
                run.run();
                const Wide p = quotient.kValue;
                for (std::int64_t j = 0; j < n; ++j)
                    for (std::int64_t i = 0; i < n; ++i) {
                        if (!in(uplo, i, j)) {
                            ASSERT_TRUE(std::isnan(a(i, j).real())) << "the other triangle";
                            continue;
                        }
                        const auto xx = [&](const auto& u, const auto& v) {
                            return Wide(u[i]) * std::conj(Wide(v[j]));
                        };
                        const Wide change =
                            two ? p * xx(x, y) + std::conj(p) * xx(y, x) : p.real() * xx(x, x);
                        const Wide old = i == j ? Wide(before(i, i).real()) : Wide(before(i, j));
                        ASSERT_TRUE(this->is(a(i, j), old + conjugate_if(conjugated, change), 8)) << i << j;
                        if (i == j) {
                            ASSERT_EQ(a(i, i).imag(), 0);
                        }
                    }
            }
}

TYPED_TEST(RegisterComplex, Trsv) {
    const std::int64_t n = 75;
    for (const int items : {1, 64})
        for (const Uplo uplo : {Uplo::lower, Uplo::upper})
            for (const Op op : kOps)
                for (const Diag diag : {Diag::unit, Diag::non_unit}) {
                    const bool conjugated = diag == Diag::unit;
                    auto a = this->triangle(uplo, n, false, diag);
                    SignedVector<TypeParam> x(n, 2, 2);
                    const auto before = x;
                    VectorRun run(*this->machine_);
                    const RegisterId ra = run.matrix(a.data, n, n), rx = run.vector(x);
                    trsv(run.builder, uplo, op, diag, ra, rx,
                         {.x_reversed = true,
                          .blocking =
                              kernels::TrsvBlocking{
                                  .block = 16, .vector = 1, .items = items, .ahead = 0, .groups = 3},
                          .conjugated = conjugated});
                    run.run();
                    for (std::int64_t i = 0; i < n; ++i) {
                        Wide sum = 0;
                        for (std::int64_t j = 0; j < n; ++j)
                            sum += this->element(a, uplo, op, diag, conjugated, i, j) * Wide(x[n - 1 - j]);
                        ASSERT_TRUE(this->is(before[n - 1 - i], sum, n))
                            << static_cast<char>(uplo) << static_cast<char>(op);
                    }
                }
}

/// Zeros in x meet nothing unless op(A) is A^T, and a NaN in one part of x reaches what depends on it.
TYPED_TEST(RegisterComplex, TrsvMeetsNaNAsBlasDoes) {
    const std::int64_t n = 40;
    auto a = this->triangle(Uplo::lower, n, false);
    for (std::int64_t i = 3; i < n; ++i) a(i, 2) = TypeParam(kNan, 0);
    SignedVector<TypeParam> x(n, 1, 2), y(n, 1, 3);
    x[0] = x[1] = x[2] = 0;
    y[20].imag(kNan);
    VectorRun run(*this->machine_);
    const RegisterId ra = run.matrix(a.data, n, n), rx = run.vector(x);
    auto b = this->triangle(Uplo::lower, n, false);
    const RegisterId rb = run.matrix(b.data, n, n), ry = run.vector(y);
    trsv(run.builder, Uplo::lower, Op::none, Diag::non_unit, ra, rx);
    trsv(run.builder, Uplo::lower, Op::none, Diag::non_unit, rb, ry);
    run.run();
    for (std::int64_t i = 0; i < n; ++i) {
        EXPECT_FALSE(std::isnan(x[i].real()) || std::isnan(x[i].imag())) << i;
        EXPECT_EQ(std::isnan(y[i].real()) && std::isnan(y[i].imag()), i >= 20) << i;
    }
}

TEST(RegisterComplexFaults, WhatIsMadeForOtherElementsSaysSo) {
    Target target;
    target.devices.push_back({});
    ProgramBuilder builder(target);
    const RegisterId z = builder.reg(0, ElementType::c64, 4, 4), x = builder.reg(0, ElementType::c64, 4, 1),
                     y = builder.reg(0, ElementType::c64, 4, 1);
    const RegisterId d = builder.reg(0, ElementType::f64, 4, 4), u = builder.reg(0, ElementType::f64, 4, 1),
                     v = builder.reg(0, ElementType::f64, 4, 1);
    EXPECT_THROW(symv(builder, Uplo::lower, 1.0, z, x, 0.0, y), Error);
    EXPECT_THROW(syr(builder, Uplo::lower, 1.0, x, z), Error);
    EXPECT_THROW(syr2(builder, Uplo::lower, 1.0, x, y, z), Error);
    EXPECT_THROW(hemv(builder, Uplo::lower, 1.0, d, u, 0.0, v), Error);
    EXPECT_THROW(her(builder, Uplo::lower, 1.0, u, d), Error);
    EXPECT_THROW(her2(builder, Uplo::lower, 1.0, u, v, d), Error);
    EXPECT_THROW(gerc(builder, 1.0, u, v, d), Error);
}

}  // namespace
}  // namespace hg
