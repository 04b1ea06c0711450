#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <type_traits>

#include "blas/tiles/leading_dimension.hpp"
#include "host_blas/cpu_qr.hpp"
#include "lapack/qr/panel/tall_panel.hpp"
#include "support/pocl_optimiser.hpp"
#include "support/qr_samples.hpp"
#include "support/shared_devices.hpp"
#include "support/test_devices.hpp"
#include <hg/runtime/machine/machine.hpp>

namespace hg {
namespace {

using test::expect_block_reflector;
using test::is_qr;
using test::Matrix;
using test::QrPanelFactors;

/// Trees of narrow panels and few rows a block have several levels for small matrices.
template <class T, int Width, int Rows>
struct Tree {
    using Element = T;
    /// One of these kernels serves.
    static constexpr bool kOptimised = std::is_same_v<T, double> && Width == 8;
    static kernels::QrTree parameters() {
        return {.type = element_type_of<T>(), .width = Width, .rows = Rows};
    }
};

template <class Tree>
using TallPanelTest = std::conditional_t<Tree::kOptimised, test::Optimised<test::MachineSuite<testing::Test>>,
                                         test::MachineSuite<testing::Test>>;

template <class Tree>
class TallPanelNumerics : public TallPanelTest<Tree> {
  protected:
    using TallPanelTest<Tree>::machine_;
    using T = typename Tree::Element;

    /// That of NVIDIA devices if it is one.
    static kernels::QrTree tree() {
        kernels::QrTree tree = Tree::parameters();
        constexpr int kCapability = 80;
        tree.portable = machine_->target().devices[0].traits.nvidia_capability < kCapability;
        return tree;
    }
    static std::int64_t width() { return Tree::parameters().width; }
    static std::int64_t block() { return Tree::parameters().rows; }

    static QrPanelFactors<T> factor(const Matrix<T>& A) {
        constexpr ElementType type = element_type_of<T>();
        const std::int64_t m = A.rows, n = A.cols;
        ProgramBuilder builder(machine_->target());
        TallPanel panel(builder, 0, tree());
        QrPanelFactors<T> f{{A, std::vector<T>(static_cast<std::size_t>(n))},
                            {Layout::col_major, m, n, 0, 1},
                            {Layout::col_major, n, n, 0, 1}};
        const RegisterId a = builder.reg(0, type, m, n, staggered_window_ld(m, type));
        const RegisterId V = builder.reg(0, type, m, n, staggered_window_ld(m, type));
        const RegisterId tau = builder.reg(0, type, n, 1);
        const ParameterId A_in_memory = builder.matrix("A", type, m, n);
        builder.load(a, {A_in_memory, 0, 0, m, n});
        const BlockReflector Q = panel.append(a, V, tau);
        builder.store({A_in_memory, 0, 0, m, n}, a);
        builder.store({builder.matrix("V", type, m, n), 0, 0, m, n}, V);
        builder.store({builder.matrix("tau", type, n, 1), 0, 0, n, 1}, tau);
        builder.store({builder.matrix("T", type, n, n), 0, 0, n, n}, Q.T);
        Bindings bindings;
        bindings.matrix("A", f.factors.data.data(), f.factors.ld);
        bindings.matrix("V", f.V.data.data(), f.V.ld);
        bindings.matrix("tau", f.tau.data(), n);
        bindings.matrix("T", f.triangle.data.data(), f.triangle.ld);
        machine_->run(std::move(builder).finish(), bindings);
        return f;
    }

    /// The factors are good ones, and R is LAPACK's with its signs.
    static void check(const Matrix<T>& A) {
        const QrPanelFactors<T> got = factor(A);
        EXPECT_TRUE(is_qr<T>(A, got));
        expect_block_reflector(got);
        Matrix<T> expected = A;
        std::vector<T> tau(static_cast<std::size_t>(A.cols));
        cpu_geqrf<T>(A.rows, A.cols, expected.data.data(), expected.ld, tau.data());
        const double bound =
            100 * std::sqrt(static_cast<double>(A.rows)) * std::numeric_limits<RealOf<T>>::epsilon();
        for (std::int64_t j = 0; j < A.cols; ++j) {
            double norm = 0;
            for (std::int64_t i = 0; i <= j; ++i)
                norm = std::hypot(norm, static_cast<double>(std::abs(expected(i, j))));
            for (std::int64_t i = 0; i <= j; ++i)
                ASSERT_LE(std::abs(got.factors(i, j) - expected(i, j)), bound * norm)
                    << i << ", " << j << " of " << A.rows << "x" << A.cols;
            const auto at = static_cast<std::size_t>(j);
            ASSERT_LE(std::abs(got.tau[at] - tau[at]), bound) << j;
        }
    }
};

using Trees = testing::Types<Tree<double, 8, 32>, Tree<float, 8, 32>, Tree<double, 32, 256>,
                             Tree<std::complex<double>, 8, 32>, Tree<std::complex<float>, 8, 32>,
                             Tree<std::complex<double>, 16, 256>>;
TYPED_TEST_SUITE(TallPanelNumerics, Trees);

/// One block, several, levels with a last block of fewer rows than columns.
TYPED_TEST(TallPanelNumerics, LapacksFactors) {
    using Element = typename TypeParam::Element;
    const std::int64_t w = this->width(), b = this->block();
    for (const std::int64_t m : {b, b + 1, 2 * b - 3, 5 * b, 9 * b + w - 2, 40 * b + 1})
        for (const std::int64_t n : {std::int64_t{1}, w - 3, w})
            this->check(Matrix<Element>(Layout::col_major, m, n, 3, static_cast<unsigned>(m + n)));
    this->check(Matrix<Element>(Layout::col_major, w, w, 0, 3));
}

/// Columns from 1 down to 1e-8 of that, and rows likewise; and first rows that are nearly all of A.
TYPED_TEST(TallPanelNumerics, Graded) {
    using Element = typename TypeParam::Element;
    Matrix<Element> columns(Layout::col_major, 7 * this->block() + 5, this->width(), 0, 4);
    Matrix<Element> rows = columns, rising = columns, top = columns;
    for (std::int64_t j = 0; j < columns.cols; ++j)
        for (std::int64_t i = 0; i < columns.rows; ++i) {
            const double down = 8.0 * static_cast<double>(i) / static_cast<double>(columns.rows);
            columns(i, j) *= static_cast<RealOf<Element>>(
                std::pow(10.0, -8.0 * static_cast<double>(j) / static_cast<double>(columns.cols)));
            rows(i, j) *= static_cast<RealOf<Element>>(std::pow(10.0, -down));
            rising(i, j) *= static_cast<RealOf<Element>>(std::pow(10.0, down - 8));
            if (i >= top.cols) top(i, j) *= static_cast<RealOf<Element>>(1e-12);
        }
    for (const Matrix<Element>& A : {columns, rows, rising, top}) this->check(A);
}

/// Every second column is the one before; some are zero; a block is zero.
TYPED_TEST(TallPanelNumerics, RankDeficient) {
    using Element = typename TypeParam::Element;
    Matrix<Element> twice(Layout::col_major, 5 * this->block() + 3, this->width(), 0, 5);
    Matrix<Element> zeros = twice, block = twice;
    for (std::int64_t i = 0; i < twice.rows; ++i) {
        for (std::int64_t j = 1; j < twice.cols; j += 2) twice(i, j) = twice(i, j - 1);
        for (const std::int64_t j : {0, 3}) zeros(i, j) = 0;
        for (std::int64_t j = 0; j < twice.cols; ++j)
            if (i < this->block()) block(i, j) = 0;
    }
    for (const Matrix<Element>& A : {twice, zeros, block}) {
        const QrPanelFactors<Element> f = this->factor(A);
        EXPECT_TRUE(is_qr<Element>(A, f));
        expect_block_reflector(f);
    }
    this->check(block);
    EXPECT_EQ(this->factor(zeros).tau[0], Element{0});
}

/// As LAPACK has it: nothing to reflect is no reflection.
TYPED_TEST(TallPanelNumerics, FirstColumnsThatAreTriangular) {
    using Element = typename TypeParam::Element;
    for (const std::int64_t triangular : {std::int64_t{3}, this->width()}) {
        Matrix<Element> A(Layout::col_major, 3 * this->block() + 2, this->width(), 0, 6);
        for (std::int64_t j = 0; j < triangular; ++j)
            for (std::int64_t i = j; i < A.rows; ++i)
                A(i, j) = i == j ? Element{std::real(A(i, j))} : Element{0};
        const QrPanelFactors<Element> f = this->factor(A);
        EXPECT_TRUE(is_qr<Element>(A, f));
        expect_block_reflector(f);
        for (std::int64_t j = 0; j < triangular; ++j) {
            EXPECT_EQ(f.tau[static_cast<std::size_t>(j)], Element{0});
            for (std::int64_t i = 0; i < A.rows; ++i) ASSERT_EQ(f.factors(i, j), A(i, j)) << i << ", " << j;
        }
        this->check(A);
    }
    Matrix<Element> zero(Layout::col_major, 3 * this->block(), 4, 0, 6);
    zero.data.assign(zero.data.size(), 0);
    const QrPanelFactors<Element> f = this->factor(zero);
    EXPECT_EQ(f.factors.data, zero.data);
    EXPECT_EQ(f.tau, std::vector<Element>(4));
}

/// What is small beside the diagonal is still reflected, though reflections by 2 on several levels cancel.
TYPED_TEST(TallPanelNumerics, NearlyTriangular) {
    using Element = typename TypeParam::Element;
    using Real = RealOf<Element>;
    const Real small = sizeof(Real) == 8 ? Real(1e-10) : Real(1e-5);
    Matrix<Element> A(Layout::col_major, 17 * this->block(), this->width(), 0, 7);
    for (std::int64_t j = 0; j < A.cols; ++j)
        for (std::int64_t i = j + 1; i < A.rows; ++i) A(i, j) *= small;
    for (std::int64_t j = 0; j < A.cols; ++j) A(j, j) += Real{4};
    this->check(A);
}

TYPED_TEST(TallPanelNumerics, ColumnsOfAnyScale) {
    using Element = typename TypeParam::Element;
    using Real = RealOf<Element>;
    const double most = sizeof(Real) == 8 ? 1e300 : 1e36;
    Matrix<Element> A(Layout::col_major, 4 * this->block() + 9, 6, 0, 2);
    const double scales[] = {1, most, 1 / most, 1, most, 1 / most};
    for (std::int64_t j = 0; j < A.cols; ++j)
        for (std::int64_t i = 0; i < A.rows; ++i) A(i, j) *= static_cast<Real>(scales[j]);
    EXPECT_TRUE(is_qr<Element>(A, this->factor(A)));
}

/// Wherever it stands, and in R from its column on. A block's V is of no use, so neither is that of other
/// columns.
TYPED_TEST(TallPanelNumerics, WhatIsNotFiniteSpreads) {
    using Element = typename TypeParam::Element;
    for (const Element bad :
         {test::not_a_number<Element>(), Element{std::numeric_limits<RealOf<Element>>::infinity()}})
        for (const std::int64_t row : {std::int64_t{0}, 3 * this->block() - 1}) {
            Matrix<Element> A(Layout::col_major, 3 * this->block(), 5, 0, 4);
            A(row, 2) = bad;
            const QrPanelFactors<Element> f = this->factor(A);
            for (std::int64_t j = 2; j < A.cols; ++j) {
                EXPECT_FALSE(is_finite(f.factors(j, j))) << j;
                EXPECT_FALSE(is_finite(f.factors(A.rows - 1, j))) << j;
                EXPECT_FALSE(is_finite(f.tau[static_cast<std::size_t>(j)])) << j;
            }
        }
}

}  // namespace
}  // namespace hg
