// Panels of LU factorizations: the kernel chosen for a device, and cooperative ones of one work-group and of
// two.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "kernels/lu/lu_panel.hpp"
#include "kernels/lu/row_moves.hpp"
#include "support/complex_samples.hpp"
#include "support/lu_runs.hpp"
#include "support/pocl_optimiser.hpp"
#include "support/shared_devices.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

using test::InstructionRun;
using test::Matrix;

/// A panel and what a kernel made of it.
template <class T>
struct Factored {
    Matrix<T> lu;
    Matrix<std::int32_t> moves;
};

/// Which kernel: the one chosen for a machine's first device, or of complex elements that of one work-group
/// (Groups 0); or a cooperative one: of one work-group it runs anywhere, of two where the device has as many
/// compute units.
template <class T, int Groups>
struct Kernel {
    using Element = T;
    static constexpr int kGroups = Groups;
    static constexpr ElementType kType = element_type_of<T>();

    static LuPanel choose(const Machine& machine, std::int64_t rows) {
        if (Groups == 0 && is_complex(kType)) return {sizeof(T) == 16 ? 32 : 64, lu_panel(kType)};
        if (Groups == 0) return lu_panel(machine.target().devices[0], kType, rows);
        const CooperativePanel panel{.type = kType,
                                     .width = Groups == 2       ? 16
                                              : sizeof(T) == 16 ? 4
                                                                : 8,
                                     .items = items(),
                                     .rows_per_item = 2,
                                     .groups = Groups,
                                     .portable = true};
        return {panel.width, lu_panel(panel)};
    }
    static std::int64_t most_rows() { return Groups == 0 ? 1 << 20 : Groups * items() * 2; }

  private:
    static constexpr int items() {
        if (is_complex(kType)) return 128;
        return Groups == 1 && sizeof(T) == 8 ? 800 : 256 / std::max(Groups, 1);
    }
};

/// PoCL optimises real kernels, as it does where factorizations of users run them.
template <class T>
using PanelTest = std::conditional_t<RealElement<T>, test::Optimised<test::MachineTest>, test::MachineTest>;

template <class K>
class LuPanelKernel : public PanelTest<typename K::Element> {
  protected:
    using PanelTest<typename K::Element>::machine_;
    using T = typename K::Element;
    using Real = RealOf<T>;
    using limits = std::numeric_limits<Real>;

    void SetUp() override {
        const DeviceTraits& device = machine_->target().devices[0].traits;
        if (!device.is_host && device.compute_units < K::kGroups)
            GTEST_SKIP() << "the device has fewer compute units than the kernel has groups";
    }

    static Factored<T> factor(const Matrix<T>& a) {
        Factored<T> result{a, {Layout::col_major, 2 * a.cols, 3, 0, 1}};
        Matrix<std::int32_t> scratch(Layout::col_major, lu_scratch_elements(), 1, 0, 1);
        std::fill(scratch.data.begin(), scratch.data.end(), 0);
        const auto choice = K::choose(*machine_, a.rows);
        EXPECT_LE(a.cols, choice.width);
        InstructionRun(*machine_)
            .in_out(result.lu)
            .out(result.moves)
            .in_out(scratch)
            .run(choice.instruction, {3.0});
        return result;
    }
    /// Random, as wide as every kernel takes.
    static Matrix<T> panel_of(std::int64_t rows) {
        const std::int64_t width = std::min<std::int64_t>(8, K::choose(*machine_, rows).width);
        return {Layout::col_major, std::min(rows, K::most_rows()), width, 0, 1};
    }
    /// A real number or, of complex elements, an imaginary one.
    static T on_axis(Real x) {
        if constexpr (RealElement<T>)
            return x;
        else
            return {0, x};
    }
    static Real magnitude(T x) { return std::fabs(std::real(x)) + std::fabs(std::imag(x)); }

    static void expect_factored(const Matrix<T>& a, const Factored<T>& f);
    static void expect_moves(const Matrix<T>& a, const Factored<T>& f);
};

/// The columns 1 and 2 say what column 0 says.
template <class K>
void LuPanelKernel<K>::expect_moves(const Matrix<T>& a, const Factored<T>& f) {
    for (std::int64_t j = 0; j < a.cols; ++j) {
        ASSERT_GE(f.moves(j, 0), j);
        ASSERT_LT(f.moves(j, 0), a.rows);
    }
    auto list = f.moves;
    list_moves(list.data.data(), list.ld, a.cols);
    for (std::int64_t e = 0; e < list.rows; ++e) {
        ASSERT_EQ(f.moves(e, 1), list(e, 1)) << "entry " << e;
        if (list(e, 1) >= 0) {
            ASSERT_EQ(f.moves(e, 2), list(e, 2)) << "entry " << e;
        }
    }
}

/// Beside the moves, |P A - L U| <= 3 eps sqrt(n) |L| |U|, and no multiplier is larger than pivots by their
/// magnitudes make it.
template <class K>
void LuPanelKernel<K>::expect_factored(const Matrix<T>& a, const Factored<T>& f) {
    SCOPED_TRACE(testing::Message() << a.rows << " x " << a.cols);
    using Wide = std::complex<long double>;
    const auto wide = [](T x) { return Wide(std::real(x), std::imag(x)); };
    expect_moves(a, f);
    if (testing::Test::HasFatalFailure()) return;
    Matrix<T> moved = a;
    for (std::int64_t j = 0; j < a.cols; ++j)
        for (std::int64_t c = 0; c < a.cols; ++c) std::swap(moved(j, c), moved(f.moves(j, 0), c));
    const long double largest =
        is_complex(K::kType) ? 1.4143L : 1 + 2 * static_cast<long double>(limits::epsilon());
    long double error = 0, l = static_cast<long double>(a.cols), u = 0;
    for (std::int64_t j = 0; j < a.cols; ++j)
        for (std::int64_t i = 0; i < a.rows; ++i) {
            Wide rest = wide(moved(i, j));
            for (std::int64_t p = 0; p <= std::min(i, j); ++p)
                rest -= (p == i ? Wide(1) : wide(f.lu(i, p))) * wide(f.lu(p, j));
            error += std::norm(rest);
            (i > j ? l : u) += std::norm(wide(f.lu(i, j)));
            if (i > j) {
                ASSERT_LE(std::abs(wide(f.lu(i, j))), largest) << i << ", " << j;
            }
        }
    EXPECT_LE(std::sqrt(error), 3 * static_cast<long double>(limits::epsilon()) *
                                    std::sqrt(static_cast<long double>(a.cols) * l * u));
    EXPECT_TRUE(f.lu.gaps_untouched());
}

TYPED_TEST_SUITE_P(LuPanelKernel);

TYPED_TEST_P(LuPanelKernel, FactorsPanelsOfAnyShape) {
    using Element = typename TypeParam::Element;
    for (const auto& [m, wanted] : {std::array<std::int64_t, 2>{1, 1},
                                    {2, 1},
                                    {9, 9},
                                    {64, 64},
                                    {65, 64},
                                    {200, 3},
                                    {255, 64},
                                    {300, 64},
                                    {511, 16},
                                    {1000, 8},
                                    {1537, 33},
                                    {700, 1}}) {
        if (m > TypeParam::most_rows()) continue;
        const std::int64_t n =
            std::min({m, wanted, static_cast<std::int64_t>(TypeParam::choose(*this->machine_, m).width)});
        const Matrix<Element> a(Layout::col_major, m, n, 2, static_cast<unsigned>(m + n));
        this->expect_factored(a, this->factor(a));
    }
}

/// All magnitudes are 1: no row moves in step 0; the following steps make small integers, which are exact. Of
/// complex elements whose parts have equal sums of magnitudes the uppermost is taken, whatever their moduli.
TYPED_TEST_P(LuPanelKernel, TakesTheFirstOfEqualPivots) {
    using Element = typename TypeParam::Element;
    Matrix<Element> a = this->panel_of(477);
    if constexpr (!RealElement<Element>) {
        const std::array values{Element{3, -4}, Element{0, 7}, Element{-7, 0}, Element{5, 2},
                                Element{6, 0.5}};
        for (std::int64_t i = 0; i < a.rows; ++i)
            a(i, 0) = i < 130 ? Element{1, 2} : values[static_cast<std::size_t>(i % 5)];
        const auto f = this->factor(a);
        this->expect_factored(a, f);
        EXPECT_EQ(f.moves(0, 0), 130);
        return;
    }
    for (std::int64_t j = 0; j < a.cols; ++j)
        for (std::int64_t i = 0; i < a.rows; ++i) a(i, j) = Element((i * 7 + j * j * 5) % 11 < 5 ? -1 : 1);
    const auto f = this->factor(a);
    this->expect_factored(a, f);
    EXPECT_EQ(f.moves(0, 0), 0);
    Matrix<Element> work = a;
    for (std::int64_t j = 0; j < 3; ++j) {
        std::int64_t best = j;
        for (std::int64_t i = j; i < a.rows; ++i)
            if (std::abs(work(i, j)) > std::abs(work(best, j))) best = i;
        EXPECT_EQ(f.moves(j, 0), best) << "column " << j;
        for (std::int64_t c = 0; c < a.cols; ++c) std::swap(work(j, c), work(best, c));
        for (std::int64_t i = j + 1; i < a.rows; ++i)
            for (std::int64_t c = a.cols - 1; c >= j; --c) work(i, c) -= work(i, j) / work(j, j) * work(j, c);
    }
}

TYPED_TEST_P(LuPanelKernel, GoesOnAfterAPivotOfZero) {
    using Element = typename TypeParam::Element;
    Matrix<Element> a = this->panel_of(400);
    const std::int64_t other = a.cols - 2;
    for (std::int64_t i = 0; i < a.rows; ++i) a(i, 0) = a(i, other) = 0;
    const auto f = this->factor(a);
    this->expect_factored(a, f);
    EXPECT_EQ(f.moves(0, 0), 0);
    EXPECT_EQ(f.lu(0, 0), Element{0});
    EXPECT_EQ(f.lu(other, other), Element{0});
    EXPECT_NE(f.lu(other + 1, other + 1), Element{0});
    for (auto& x : a.data) x = 0;
    const auto zero = this->factor(a);
    this->expect_factored(a, zero);
    for (std::int64_t j = 0; j < a.cols; ++j) EXPECT_EQ(zero.moves(j, 0), j);
}

TYPED_TEST_P(LuPanelKernel, NeverMindsNanAndInfinity) {
    using Element = typename TypeParam::Element;
    const Element nan = test::not_a_number<Element>();
    Matrix<Element> a = this->panel_of(500);
    a(17, 2) = nan;
    const auto one = this->factor(a);
    for (std::int64_t j = 0; j < 2; ++j)
        for (std::int64_t i = 0; i < a.rows; ++i) ASSERT_FALSE(test::is_nan(one.lu(i, j))) << i << ", " << j;
    if constexpr (!RealElement<Element>) a(17, 2) = {std::imag(nan), 1};
    a(40, 0) = this->on_axis(std::numeric_limits<RealOf<Element>>::infinity());
    for (std::int64_t i = 0; i < a.rows; ++i) a(i, a.cols - 1) = nan;
    const auto many = this->factor(a);
    this->expect_moves(a, many);
    EXPECT_EQ(many.moves(0, 0), 40) << "infinity is the largest of all";
}

TYPED_TEST_P(LuPanelKernel, DividesByTinyPivots) {
    using Element = typename TypeParam::Element;
    constexpr auto kTiny = std::numeric_limits<RealOf<Element>>::denorm_min();
    Matrix<Element> a(Layout::col_major, 50, 1, 0, 1);
    for (std::int64_t i = 0; i < a.rows; ++i)
        a(i, 0) = this->on_axis(static_cast<RealOf<Element>>(i % 9) * kTiny);
    const auto f = this->factor(a);
    EXPECT_EQ(f.moves(0, 0), 8);
    for (std::int64_t i = 1; i < a.rows; ++i) EXPECT_LE(std::abs(f.lu(i, 0)), 1) << i;
    EXPECT_EQ(f.lu(4, 0), Element{0.5});
    EXPECT_EQ(f.lu(8, 0), Element{0});
}

REGISTER_TYPED_TEST_SUITE_P(LuPanelKernel, FactorsPanelsOfAnyShape, TakesTheFirstOfEqualPivots,
                            GoesOnAfterAPivotOfZero, NeverMindsNanAndInfinity, DividesByTinyPivots);

using RealPanels = testing::Types<Kernel<double, 0>, Kernel<float, 0>, Kernel<double, 1>, Kernel<float, 1>,
                                  Kernel<double, 2>, Kernel<float, 2>>;
using ComplexPanels = testing::Types<Kernel<std::complex<double>, 0>, Kernel<std::complex<float>, 0>,
                                     Kernel<std::complex<double>, 1>, Kernel<std::complex<float>, 1>,
                                     Kernel<std::complex<double>, 2>, Kernel<std::complex<float>, 2>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Real, LuPanelKernel, RealPanels);
INSTANTIATE_TYPED_TEST_SUITE_P(Complex, LuPanelKernel, ComplexPanels);

TEST(ComplexPanelChoice, RowsOfEachKernelFitRegisters) {
    CooperativePanel panel{.type = ElementType::c64, .width = 64, .items = 128};
    EXPECT_THROW((void)lu_panel(panel), Error) << "1 KiB a row";
    panel.width = 32;
    EXPECT_EQ(lu_panel(panel)->name, "lu_panel_c64_w32_i128_r1_g132");
    EXPECT_EQ(parse_lu_panel("lu_panel_c64_w32_i128_r1_g132"), panel);
    DeviceModel gpu;
    gpu.traits.nvidia_capability = 90;
    gpu.traits.compute_units = 132;
    for (const ElementType type : {ElementType::c32, ElementType::c64})
        for (const std::int64_t rows : {100, 10000, 40000, 80000, 150000, 300000}) {
            const LuPanel chosen = lu_panel(gpu, type, rows);
            EXPECT_GT(chosen.instruction->needs.compute_units, 1) << name(type) << ", " << rows;
            EXPECT_LE(chosen.width * size_of(type), 512);
        }
}

}  // namespace
}  // namespace hg::kernels
