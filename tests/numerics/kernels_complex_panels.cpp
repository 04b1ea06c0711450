// Panels of complex elements: the kernels of one work-group and of several, and tournaments.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <memory>

#include "kernels/lu/lu_panel.hpp"
#include "kernels/lu/lu_tournament.hpp"
#include "kernels/lu/row_moves.hpp"
#include "support/complex_samples.hpp"
#include "support/lu_runs.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

using test::InstructionRun;
using test::Matrix;

/// The kernel of one work-group (Groups 0) or a portable one of Groups work-groups, for rows of Width elements.
template <class T, int Groups, int Width>
struct ComplexPanel {
    using Element = T;
    static constexpr int kGroups = Groups;
    static constexpr int kWidth = Width;
    static constexpr int kItems = 128;

    static InstructionPtr instruction() {
        constexpr ElementType type = element_type_of<T>();
        if (Groups == 0) return lu_panel(type);
        return lu_panel(CooperativePanel{.type = type,
                                         .width = Width,
                                         .items = kItems,
                                         .rows_per_item = 2,
                                         .groups = Groups,
                                         .portable = true});
    }
    static std::int64_t most_rows() { return Groups == 0 ? 1 << 20 : 2 * kItems * Groups; }
};

template <class K>
class ComplexLuPanel : public testing::Test {
  protected:
    using Number = typename K::Element;
    struct Result {
        Matrix<Number> lu;
        Matrix<std::int32_t> moves;
    };

    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test::test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }

    void SetUp() override {
        const DeviceTraits& device = machine_->target().devices[0].traits;
        if (!device.is_host && device.compute_units < K::kGroups)
            GTEST_SKIP() << "the device has fewer compute units than the kernel has groups";
    }

    static Result factor(const Matrix<Number>& a) {
        Result result{a, {Layout::col_major, 2 * a.cols, 3, 0, 1}};
        Matrix<std::int32_t> scratch(Layout::col_major, lu_scratch_elements(), 1, 0, 1);
        std::fill(scratch.data.begin(), scratch.data.end(), 0);
        InstructionRun(*machine_)
            .in_out(result.lu)
            .out(result.moves)
            .in_out(scratch)
            .run(K::instruction(), {3.0});
        return result;
    }

    /// The list says what its first column says, and |P A - L U| <= 3 eps sqrt(n) |L| |U|.
    static void expect_factors(const Matrix<Number>& a, const Result& f) {
        auto list = f.moves;
        list_moves(list.data.data(), list.ld, a.cols);
        for (std::int64_t e = 0; e < list.rows; ++e) {
            ASSERT_EQ(f.moves(e, 1), list(e, 1)) << e;
            if (list(e, 1) >= 0) {
                ASSERT_EQ(f.moves(e, 2), list(e, 2)) << e;
            }
        }
        Matrix<Number> moved = a;
        for (std::int64_t j = 0; j < a.cols; ++j)
            for (std::int64_t c = 0; c < a.cols; ++c) std::swap(moved(j, c), moved(f.moves(j, 0), c));
        double error = 0, l = static_cast<double>(a.cols), u = 0;
        for (std::int64_t j = 0; j < a.cols; ++j)
            for (std::int64_t i = 0; i < a.rows; ++i) {
                std::complex<double> rest = test::wide(moved(i, j));
                for (std::int64_t p = 0; p <= std::min(i, j); ++p)
                    rest -= (p == i ? 1.0 : test::wide(f.lu(i, p))) * test::wide(f.lu(p, j));
                error += std::norm(rest);
                (i > j ? l : u) += std::norm(test::wide(f.lu(i, j)));
                if (i > j) {
                    ASSERT_LE(std::abs(test::wide(f.lu(i, j))), 1.4143) << i << ", " << j;
                }
            }
        EXPECT_LE(std::sqrt(error),
                  3 * test::epsilon_of<Number>() * std::sqrt(static_cast<double>(a.cols) * l * u))
            << a.rows << " x " << a.cols;
        EXPECT_TRUE(f.lu.gaps_untouched());
    }

    static std::unique_ptr<Machine> machine_;
};
template <class K>
std::unique_ptr<Machine> ComplexLuPanel<K>::machine_;

using C32 = std::complex<float>;
using C64 = std::complex<double>;
using ComplexPanels =
    testing::Types<ComplexPanel<C64, 0, 32>, ComplexPanel<C32, 0, 64>, ComplexPanel<C64, 1, 4>,
                   ComplexPanel<C32, 1, 8>, ComplexPanel<C64, 2, 16>, ComplexPanel<C32, 2, 16>>;
TYPED_TEST_SUITE(ComplexLuPanel, ComplexPanels);

TYPED_TEST(ComplexLuPanel, FactorsPanelsOfAnyShape) {
    using T = typename TypeParam::Element;
    for (const auto& [m, wanted] :
         {std::array<std::int64_t, 2>{1, 1}, {2, 1}, {9, 9}, {64, 64}, {200, 3}, {255, 64}, {511, 16}}) {
        const std::int64_t n = std::min({m, wanted, std::int64_t{TypeParam::kWidth}});
        if (m > TypeParam::most_rows()) continue;
        const Matrix<T> a(Layout::col_major, m, n, 2, static_cast<unsigned>(m + n));
        this->expect_factors(a, this->factor(a));
    }
}

/// Of elements whose parts have equal sums of magnitudes the uppermost, whatever their moduli.
TYPED_TEST(ComplexLuPanel, TakesTheFirstOfEqualPivots) {
    using T = typename TypeParam::Element;
    const std::array values{T{3, -4}, T{0, 7}, T{-7, 0}, T{5, 2}, T{6, 0.5}};
    Matrix<T> a(Layout::col_major, std::min<std::int64_t>(300, TypeParam::most_rows()), 4, 0, 1);
    for (std::int64_t i = 0; i < a.rows; ++i)
        a(i, 0) = i < 130 ? T{1, 2} : values[static_cast<std::size_t>(i % 5)];
    const auto f = this->factor(a);
    this->expect_factors(a, f);
    EXPECT_EQ(f.moves(0, 0), 130);
}

TYPED_TEST(ComplexLuPanel, GoesOnAfterAPivotOfZero) {
    using T = typename TypeParam::Element;
    Matrix<T> a(Layout::col_major, 200, 4, 0, 1);
    for (std::int64_t i = 0; i < a.rows; ++i) a(i, 0) = a(i, 2) = 0;
    const auto f = this->factor(a);
    this->expect_factors(a, f);
    EXPECT_EQ(f.moves(0, 0), 0);
    EXPECT_EQ(f.lu(0, 0), T{0});
    EXPECT_EQ(f.lu(2, 2), T{0});
    EXPECT_NE(f.lu(3, 3), T{0});
}

TYPED_TEST(ComplexLuPanel, NeverMindsNanAndInfinity) {
    using T = typename TypeParam::Element;
    using limits = std::numeric_limits<typename T::value_type>;
    Matrix<T> a(Layout::col_major, 200, 4, 0, 1);
    a(17, 2) = {1, limits::quiet_NaN()};
    const auto one = this->factor(a);
    for (std::int64_t j = 0; j < 2; ++j)
        for (std::int64_t i = 0; i < a.rows; ++i) ASSERT_FALSE(test::is_nan(one.lu(i, j))) << i << ", " << j;
    a(17, 2) = {limits::quiet_NaN(), 1};
    a(40, 0) = {0, limits::infinity()};
    EXPECT_EQ(this->factor(a).moves(0, 0), 40) << "infinity is the largest of all";
}

TYPED_TEST(ComplexLuPanel, DividesByTinyPivots) {
    using T = typename TypeParam::Element;
    constexpr auto kTiny = std::numeric_limits<typename T::value_type>::denorm_min();
    Matrix<T> a(Layout::col_major, 50, 1, 0, 1);
    for (std::int64_t i = 0; i < a.rows; ++i)
        a(i, 0) = T{0, static_cast<typename T::value_type>(i % 9) * kTiny};
    const auto f = this->factor(a);
    EXPECT_EQ(f.moves(0, 0), 8);
    EXPECT_EQ(f.lu(4, 0), T{0.5});
    EXPECT_EQ(f.lu(8, 0), T{0});
}

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

/// Devices elect the rows that hosts do.
template <class T>
void expect_elections_of_hosts(Machine& machine, std::int64_t m, std::int64_t n) {
    constexpr ElementType type = element_type_of<T>();
    Matrix<T> a(Layout::col_major, m, n, 2, static_cast<unsigned>(m));
    Matrix<std::int32_t> got(Layout::col_major, n, leaf_sets(m), 0, 1), wanted = got;
    InstructionRun(machine, 1).in(a).out(got).run(tournament_leaf(type));
    const std::array leaf{HostOperand{a.data.data(), m, n, a.ld},
                          HostOperand{wanted.data.data(), n, wanted.cols, wanted.ld}};
    tournament_leaf(type)->host({leaf, {}});
    EXPECT_EQ(got.data, wanted.data) << m << " x " << n;
}

TEST(ComplexTournament, ElectsTheRowsThatHostsDo) {
    Machine machine(test::test_options());
    for (const auto& [m, n] : {std::pair{7, 7}, {257, 9}, {600, 32}}) {
        expect_elections_of_hosts<C64>(machine, m, n);
        expect_elections_of_hosts<C32>(machine, m, n);
    }
}

}  // namespace
}  // namespace hg::kernels
