#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/lu/lu_panel.hpp"
#include "kernels/lu/row_moves.hpp"
#include "support/lu_runs.hpp"

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

/// Which kernel: the one chosen for a machine's first device (Groups 0), or a cooperative one: of one
/// work-group it runs anywhere, of two where the device has as many compute units.
template <class T, int Groups>
struct Kernel {
    using Element = T;
    static constexpr int kGroups = Groups;

    static LuPanel choose(const Machine& machine, std::int64_t rows) {
        constexpr ElementType type = element_type_of<T>();
        if (Groups == 0) return lu_panel(machine.target().devices[0], type, rows);
        const CooperativePanel panel{.type = type,
                                     .width = Groups == 1 ? 8 : 16,
                                     .items = items(),
                                     .rows_per_item = 2,
                                     .groups = Groups,
                                     .portable = true};
        return {panel.width, lu_panel(panel)};
    }
    static std::int64_t most_rows() { return Groups == 0 ? 1 << 20 : Groups * items() * 2; }

  private:
    static constexpr int items() { return Groups == 1 && sizeof(T) == 8 ? 800 : 256 / std::max(Groups, 1); }
};

template <class K>
class LuPanelKernel : public testing::Test {
  protected:
    using T = typename K::Element;

    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test::test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }

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

    static std::unique_ptr<Machine> machine_;
};
template <class K>
std::unique_ptr<Machine> LuPanelKernel<K>::machine_;

using PanelKernels = testing::Types<Kernel<double, 0>, Kernel<float, 0>, Kernel<double, 1>, Kernel<float, 1>,
                                    Kernel<double, 2>, Kernel<float, 2>>;
TYPED_TEST_SUITE(LuPanelKernel, PanelKernels);

/// A with the rows interchanged as column 0 of the moves says.
template <class T>
Matrix<T> interchanged(Matrix<T> a, const Matrix<std::int32_t>& moves) {
    for (std::int64_t j = 0; j < a.cols; ++j)
        for (std::int64_t c = 0; c < a.cols; ++c) std::swap(a(j, c), a(moves(j, 0), c));
    return a;
}

/// The columns 1 and 2 say what column 0 says, and |P A - L U| <= 3 eps sqrt(n) |L| |U|, |l| <= 1.
template <class T>
void expect_factored(const Matrix<T>& a, const Factored<T>& f) {
    const std::string what = std::to_string(a.rows) + "x" + std::to_string(a.cols);
    for (std::int64_t j = 0; j < a.cols; ++j) {
        ASSERT_GE(f.moves(j, 0), j) << what;
        ASSERT_LT(f.moves(j, 0), a.rows) << what;
    }
    auto list = f.moves;
    list_moves(list.data.data(), list.ld, a.cols);
    for (std::int64_t e = 0; e < list.rows; ++e) {
        ASSERT_EQ(f.moves(e, 1), list(e, 1)) << what << ", entry " << e;
        if (list(e, 1) >= 0) {
            ASSERT_EQ(f.moves(e, 2), list(e, 2)) << what << ", entry " << e;
        }
    }
    Matrix<T> rest = interchanged(a, f.moves);
    Matrix<T> l = f.lu;
    Matrix<T> u = f.lu;
    for (std::int64_t j = 0; j < a.cols; ++j)
        for (std::int64_t i = 0; i < a.rows; ++i) {
            if (i > j) u(i, j) = 0;
            if (i <= j) l(i, j) = i == j;
            ASSERT_LE(std::fabs(l(i, j)), T{1} + 2 * std::numeric_limits<T>::epsilon()) << what;
        }
    for (std::int64_t j = 0; j < a.cols; ++j)
        for (std::int64_t i = 0; i < a.rows; ++i) {
            long double sum = 0;
            for (std::int64_t p = 0; p <= std::min(i, j); ++p)
                sum += static_cast<long double>(l(i, p)) * u(p, j);
            rest(i, j) = static_cast<T>(rest(i, j) - sum);
        }
    const double bound = 3 * static_cast<double>(std::numeric_limits<T>::epsilon()) *
                         std::sqrt(static_cast<double>(a.cols)) * l.norm() * u.norm();
    EXPECT_LE(rest.norm(), bound) << what;
    EXPECT_TRUE(f.lu.gaps_untouched()) << what;
}

TYPED_TEST(LuPanelKernel, FactorsPanelsOfAnyShape) {
    using Element = typename TypeParam::Element;
    for (const auto& [m, wanted] : {std::array<std::int64_t, 2>{1, 1},
                                    {2, 1},
                                    {9, 9},
                                    {64, 64},
                                    {65, 64},
                                    {300, 64},
                                    {1000, 8},
                                    {1537, 33},
                                    {700, 1}}) {
        if (m > TypeParam::most_rows()) continue;
        const std::int64_t n = std::min(wanted, TypeParam::choose(*this->machine_, m).width);
        const Matrix<Element> a(Layout::col_major, m, n, 2, static_cast<unsigned>(m + n));
        expect_factored(a, this->factor(a));
    }
}

TYPED_TEST(LuPanelKernel, TakesTheFirstOfEqualPivots) {
    using Element = typename TypeParam::Element;
    Matrix<Element> a(Layout::col_major, 477, 8, 0, 1);
    for (std::int64_t j = 0; j < a.cols; ++j)
        for (std::int64_t i = 0; i < a.rows; ++i) a(i, j) = (i * 7 + j * j * 5) % 11 < 5 ? -1 : 1;
    const auto f = this->factor(a);
    expect_factored(a, f);
    // All magnitudes are 1: no row moves in step 0; the following steps make small integers, which are exact.
    EXPECT_EQ(f.moves(0, 0), 0);
    Matrix<Element> work = a;
    for (std::int64_t j = 0; j < 3; ++j) {
        std::int64_t best = j;
        for (std::int64_t i = j; i < a.rows; ++i)
            if (std::fabs(work(i, j)) > std::fabs(work(best, j))) best = i;
        EXPECT_EQ(f.moves(j, 0), best) << "column " << j;
        for (std::int64_t c = 0; c < a.cols; ++c) std::swap(work(j, c), work(best, c));
        for (std::int64_t i = j + 1; i < a.rows; ++i)
            for (std::int64_t c = a.cols - 1; c >= j; --c) work(i, c) -= work(i, j) / work(j, j) * work(j, c);
    }
}

TYPED_TEST(LuPanelKernel, GoesOnAfterAPivotOfZero) {
    using Element = typename TypeParam::Element;
    Matrix<Element> a(Layout::col_major, 400, 8, 0, 1);
    for (std::int64_t i = 0; i < a.rows; ++i) a(i, 0) = a(i, 5) = 0;
    const auto f = this->factor(a);
    expect_factored(a, f);
    EXPECT_EQ(f.moves(0, 0), 0);
    EXPECT_EQ(f.lu(0, 0), 0);
    EXPECT_EQ(f.lu(5, 5), 0);
    EXPECT_NE(f.lu(6, 6), 0);

    for (auto& x : a.data) x = 0;
    const auto zero = this->factor(a);
    expect_factored(a, zero);
    for (std::int64_t j = 0; j < a.cols; ++j) EXPECT_EQ(zero.moves(j, 0), j);
}

TYPED_TEST(LuPanelKernel, NeverMindsNanAndInfinity) {
    using Element = typename TypeParam::Element;
    using limits = std::numeric_limits<Element>;
    Matrix<Element> a(Layout::col_major, 500, 8, 0, 1);
    a(17, 3) = limits::quiet_NaN();
    const auto one = this->factor(a);
    for (std::int64_t j = 0; j < 3; ++j)
        for (std::int64_t i = 0; i < a.rows; ++i) EXPECT_FALSE(std::isnan(one.lu(i, j))) << i << "," << j;
    a(40, 2) = limits::infinity();
    for (std::int64_t i = 0; i < a.rows; ++i) a(i, 5) = limits::quiet_NaN();
    const auto many = this->factor(a);
    for (std::int64_t j = 0; j < a.cols; ++j) {
        EXPECT_GE(many.moves(j, 0), j);
        EXPECT_LT(many.moves(j, 0), a.rows);
    }
    EXPECT_EQ(many.moves(2, 0), 40) << "infinity is the largest of all";
}

TYPED_TEST(LuPanelKernel, DividesByTinyPivots) {
    using Element = typename TypeParam::Element;
    using limits = std::numeric_limits<Element>;
    Matrix<Element> a(Layout::col_major, 50, 1, 0, 1);
    for (std::int64_t i = 0; i < a.rows; ++i) a(i, 0) = static_cast<Element>(i % 9) * limits::denorm_min();
    const auto f = this->factor(a);
    EXPECT_EQ(f.moves(0, 0), 8);
    for (std::int64_t i = 1; i < a.rows; ++i) EXPECT_LE(f.lu(i, 0), 1) << i;
    EXPECT_EQ(f.lu(4, 0), Element{0.5});
}

}  // namespace
}  // namespace hg::kernels
