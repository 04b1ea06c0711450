#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/qr/qr_panel.hpp"
#include "kernels/qr/qr_tree.hpp"
#include "support/lu_runs.hpp"
#include "support/qr_samples.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

using test::expect_block_reflector;
using test::InstructionRun;
using test::is_nan;
using test::is_qr;
using test::Matrix;
using test::not_a_number;
using test::QrPanelFactors;

/// Which kernel: the one chosen for a machine's first device (Groups 0), or a cooperative one: of one
/// work-group it runs anywhere, of two if the device has as many compute units. Rows 0: they stay in memory.
template <class T, int Groups, int Rows = 2>
struct Kernel {
    using Element = T;
    static constexpr int kGroups = Groups;

    static InstructionPtr choose(const Machine& machine, std::int64_t rows) {
        constexpr ElementType type = element_type_of<T>();
        if (Groups == 0) return qr_panel(machine.target().devices[0], type, rows).instruction;
        return qr_panel(CooperativePanel{.type = type,
                                         .width = 16,
                                         .items = 128,
                                         .rows_per_item = Rows,
                                         .groups = Groups,
                                         .portable = true});
    }
    static std::int64_t most_rows() { return Groups == 0 || Rows == 0 ? 1 << 20 : Groups * 128 * Rows; }
};

template <class K>
class QrPanelKernel : public test::MachineTest {
  protected:
    using T = typename K::Element;

    void SetUp() override {
        const DeviceTraits& device = machine_->target().devices[0].traits;
        if (!device.is_host && device.compute_units < K::kGroups)
            GTEST_SKIP() << "the device has fewer compute units than the kernel has groups";
    }

    static QrPanelFactors<T> factor(const Matrix<T>& a) {
        Matrix<T> tau(Layout::col_major, a.cols, 1, 0, 1);
        QrPanelFactors<T> f{
            {a, {}}, {Layout::col_major, a.rows, a.cols, 0, 1}, {Layout::col_major, a.cols, a.cols, 0, 1}};
        Matrix<std::int32_t> scratch(Layout::col_major, qr_scratch_elements(element_type_of<T>()), 1, 0, 1);
        std::fill(scratch.data.begin(), scratch.data.end(), 0);
        InstructionRun(*machine_, 5)
            .in_out(f.factors)
            .out(f.V)
            .out(tau)
            .out(f.triangle)
            .in_out(scratch)
            .run(K::choose(*machine_, a.rows), {3.0});
        f.tau.assign(tau.data.begin(), tau.data.end());
        return f;
    }
};

using PanelKernels =
    testing::Types<Kernel<double, 0>, Kernel<float, 0>, Kernel<double, 1>, Kernel<float, 1>,
                   Kernel<double, 2>, Kernel<float, 2>, Kernel<double, 1, 0>, Kernel<double, 2, 0>,
                   Kernel<float, 2, 0>, Kernel<std::complex<double>, 0>, Kernel<std::complex<float>, 0>,
                   Kernel<std::complex<double>, 2, 1>, Kernel<std::complex<float>, 1>,
                   Kernel<std::complex<double>, 2, 0>>;
TYPED_TEST_SUITE(QrPanelKernel, PanelKernels);

TYPED_TEST(QrPanelKernel, FactorsPanels) {
    using Element = typename TypeParam::Element;
    for (const auto& [m, n] :
         {std::pair<std::int64_t, std::int64_t>{1, 1}, {16, 16}, {17, 5}, {100, 9}, {128, 16}, {200, 16}}) {
        if (m > TypeParam::most_rows()) continue;
        const Matrix<Element> a(Layout::col_major, m, n, 1, static_cast<unsigned>(m + n));
        const QrPanelFactors<Element> f = this->factor(a);
        EXPECT_TRUE(is_qr<Element>(a, f));
        expect_block_reflector(f);
    }
}

TYPED_TEST(QrPanelKernel, ColumnsOfAnyScale) {
    using Element = typename TypeParam::Element;
    Matrix<Element> a(Layout::col_major, 90, 6, 0, 2);
    using Real = RealOf<Element>;
    const double most = sizeof(Real) == 8 ? 1e300 : 1e36;
    const double scales[] = {1, most, 1 / most, 1, most, 1 / most};
    for (std::int64_t j = 0; j < a.cols; ++j)
        for (std::int64_t i = 0; i < a.rows; ++i) a(i, j) *= static_cast<Real>(scales[j]);
    EXPECT_TRUE(is_qr<Element>(a, this->factor(a)));
}

/// As LAPACK has it: nothing to reflect is no reflection.
TYPED_TEST(QrPanelKernel, ColumnsThatAreZeroBelowTheDiagonal) {
    using Element = typename TypeParam::Element;
    Matrix<Element> a(Layout::col_major, 40, 8, 0, 3);
    for (std::int64_t i = 0; i < a.rows; ++i) a(i, 2) = 0, a(i, 0) = i == 0 ? Element{-2} : Element{0};
    const QrPanelFactors<Element> f = this->factor(a);
    EXPECT_EQ(f.tau[0], Element{0});
    EXPECT_EQ(f.factors(0, 0), Element{-2});
    EXPECT_EQ(f.tau[2], Element{0});
    EXPECT_TRUE(is_qr<Element>(a, f));
    expect_block_reflector(f);
}

/// As LAPACK has it: a reflection makes the diagonal of R real. Real numbers stay.
TYPED_TEST(QrPanelKernel, NumbersAboveNothingBecomeReal) {
    using Element = typename TypeParam::Element;
    Matrix<Element> a(Layout::col_major, 3, 3, 0, 3);
    for (std::int64_t j = 0; j < 3; ++j)
        for (std::int64_t i = j; i < 3; ++i)
            a(i, j) = i == j ? test::element_of<Element>({3, 4}) : Element{0};
    a(1, 1) = Element{-2};
    const QrPanelFactors<Element> f = this->factor(a);
    EXPECT_TRUE(is_qr<Element>(a, f));
    expect_block_reflector(f);
    const auto tau = RealElement<Element> ? Element{0} : test::element_of<Element>({1.6, 0.8});
    const double eps = 4 * static_cast<double>(std::numeric_limits<RealOf<Element>>::epsilon());
    for (const std::size_t j : {0U, 2U}) EXPECT_LE(std::abs(f.tau[j] - tau), eps) << j;
    EXPECT_EQ(f.tau[1], Element{0});
    EXPECT_EQ(f.factors(1, 1), Element{-2});
}

TYPED_TEST(QrPanelKernel, NaNSpreadsFromItsColumn) {
    using Element = typename TypeParam::Element;
    Matrix<Element> a(Layout::col_major, 70, 4, 0, 4);
    a(65, 1) = not_a_number<Element>();
    const QrPanelFactors<Element> f = this->factor(a);
    EXPECT_FALSE(is_nan(f.factors(0, 0)));
    EXPECT_TRUE(is_nan(f.factors(1, 1)));
    for (std::int64_t j = 0; j < a.cols; ++j) EXPECT_FALSE(is_nan(f.factors(0, j)) && j != 1) << j;
    // On the host it is the CPU's LAPACK's.
    if (!test::on_host()) {
        EXPECT_TRUE(is_nan(f.factors(3, 3)));
    }
}

/// Blocks of too few rows, too many work-items, columns that do not divide.
TEST(QrTrees, RefuseParametersOfNoKernel) {
    for (const auto& [width, rows] :
         {std::pair{32, 224}, {32, 2048}, {12, 48}, {40, 400}, {8, 8}, {32, 260}, {0, 32}})
        EXPECT_THROW((void)qr_tree_factor({.width = width, .rows = rows}), Error) << width << ", " << rows;
    EXPECT_THROW((void)qr_tree_finish({.type = ElementType::i32}), Error);
    EXPECT_THROW((void)qr_panel(ElementType::i32), Error);
    EXPECT_THROW((void)qr_triangles(ElementType::i32), Error);
}

/// T and R of two blocks for a panel of three are refused.
TEST(QrTrees, RefuseShapesThatDoNotFit) {
    const auto factor = [](std::int64_t m, std::int64_t n, std::int64_t blocks) {
        const std::vector<Register> registers{{ElementType::f64, 0, m, n, m},
                                              {ElementType::f64, 0, m, n, m},
                                              {ElementType::f64, 0, n, blocks * n, n},
                                              {ElementType::f64, 0, blocks * n, n, blocks * n}};
        qr_tree_factor({})->check({registers, {}});
    };
    EXPECT_NO_THROW(factor(600, 32, 3));
    EXPECT_THROW(factor(600, 32, 2), Error);
    EXPECT_THROW(factor(600, 33, 3), Error);
}

template <class T>
class QrTriangles : public testing::Test {};
using TypesOfTriangles = testing::Types<double, std::complex<double>>;
TYPED_TEST_SUITE(QrTriangles, TypesOfTriangles);

/// Diagonal blocks, the last one smaller.
TYPED_TEST(QrTriangles, AreThoseOfTheirBlocks) {
    Machine machine(test::test_options());
    const std::int64_t n = 2 * kQrTriangle + 3;
    const Matrix<TypeParam> G(Layout::col_major, n, n, 0, 7);
    const Matrix<TypeParam> tau(Layout::col_major, n, 1, 0, 8);
    Matrix<TypeParam> T(Layout::col_major, n, n, 0, 9);
    InstructionRun(machine).in(G).in(tau).out(T).run(qr_triangles(element_type_of<TypeParam>()));
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i) {
            const std::int64_t first = j / kQrTriangle * kQrTriangle;
            TypeParam expected = i == j ? tau(j, 0) : TypeParam{0};
            if (i >= first && i < j)
                for (std::int64_t c = i; c < j; ++c) expected -= tau(j, 0) * T(i, c) * G(c, j);
            ASSERT_LE(std::abs(T(i, j) - expected), 1e-12 * (1 + std::abs(expected))) << i << ", " << j;
        }
}

}  // namespace
}  // namespace hg::kernels
