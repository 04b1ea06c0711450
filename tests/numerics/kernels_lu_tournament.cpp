#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <set>
#include <type_traits>

#include "kernels/lu/lu_host.hpp"
#include "kernels/lu/lu_tournament.hpp"
#include "kernels/lu/row_moves.hpp"
#include "support/complex_samples.hpp"
#include "support/lu_runs.hpp"
#include "support/pocl_optimiser.hpp"
#include "support/shared_devices.hpp"

namespace hg::kernels {
namespace {

using test::InstructionRun;
using test::Matrix;
using Numbers = Matrix<std::int32_t>;

Numbers numbers(std::int64_t rows, std::int64_t cols) {
    return {Layout::col_major, rows, cols, 0, 1};
}

/// PoCL optimises the kernels of double elements.
template <class T>
using TournamentTest =
    std::conditional_t<std::is_same_v<T, double>, test::Optimised<test::MachineTest>, test::MachineTest>;

template <class T>
class Tournament : public TournamentTest<T> {
  protected:
    using TournamentTest<T>::machine_;
    static constexpr ElementType kType = element_type_of<T>();

    /// The sets of candidates after the leaf and after each round, on the device.
    static std::vector<Numbers> elections(const Matrix<T>& a) {
        std::vector<Numbers> all{numbers(a.cols, leaf_sets(a.rows))};
        InstructionRun(*machine_, 1).in(a).out(all.back()).run(tournament_leaf(kType));
        while (all.back().cols > 1) {
            Numbers winners = numbers(a.cols, round_sets(all.back().cols, a.cols));
            InstructionRun(*machine_, 1).in(a).in(all.back()).out(winners).run(tournament_round(kType));
            all.push_back(winners);
        }
        return all;
    }

    /// The same by the host implementations.
    static std::vector<Numbers> elections_on_host(Matrix<T> a) {
        std::vector<Numbers> all{numbers(a.cols, leaf_sets(a.rows))};
        test::run_on_host(tournament_leaf(kType), {}, a, all.back());
        while (all.back().cols > 1) {
            Numbers winners = numbers(a.cols, round_sets(all.back().cols, a.cols));
            test::run_on_host(tournament_round(kType), {}, a, all.back(), winners);
            all.push_back(winners);
        }
        return all;
    }

    /// Winners of all rounds, the same on device and host; the last set.
    static Numbers winners(const Matrix<T>& a) {
        const auto got = elections(a);
        const auto wanted = elections_on_host(a);
        for (std::size_t r = 0; r < wanted.size(); ++r)
            EXPECT_EQ(got[r].data, wanted[r].data) << a.rows << "x" << a.cols << ", round " << r;
        return got.back();
    }

    static Numbers moves(const Numbers& last) {
        Numbers result = numbers(2 * last.rows, 3);
        InstructionRun(*machine_).in(last).out(result).run(tournament_moves());
        return result;
    }

    static std::vector<std::int32_t> partial_pivots(Matrix<T> a) {
        std::vector<std::int32_t> pivots(static_cast<std::size_t>(a.cols));
        factor_panel(a.rows, a.cols, a.data.data(), a.ld, pivots.data());
        return pivots;
    }

    static std::vector<std::int32_t> pivots(const Matrix<T>& a) {
        const Numbers list = moves(winners(a));
        return {list.data.begin(), list.data.begin() + a.cols};
    }
};

using ElementTypes = testing::Types<double, float>;
TYPED_TEST_SUITE(Tournament, ElementTypes);

TYPED_TEST(Tournament, ElectsRowsOfPanelsOfAnyShape) {
    const std::int64_t widest = tournament_width(this->kType);
    for (const auto& [m, n] : {std::array<std::int64_t, 2>{1, 1},
                               {7, 7},
                               {257, 9},
                               {widest, widest},
                               {1030, widest},
                               {5000, 33},
                               {3000, widest - 1}}) {
        const Matrix<TypeParam> a(Layout::col_major, m, n, 2, static_cast<unsigned>(m + n));
        const Numbers last = this->winners(a);
        const std::set<std::int32_t> different(last.data.begin(), last.data.end());
        EXPECT_EQ(static_cast<std::int64_t>(different.size()), n);
        EXPECT_GE(*different.begin(), 0);
        EXPECT_LT(*different.rbegin(), m);
    }
}

TYPED_TEST(Tournament, MovesBringWinnersToTheTop) {
    const Matrix<TypeParam> a(Layout::col_major, 700, 33, 0, 5);
    Numbers last = this->winners(a);
    // Winners that are among the first rows already, each in the place of another.
    for (std::int32_t i = 0; i < 20; ++i) last(i, 0) = (i * 7 + 3) % 20;
    for (std::int32_t i = 20; i < 33; ++i) last(i, 0) = 30 + 11 * i;
    Matrix<TypeParam> moved = a;
    const Numbers list = this->moves(last);
    InstructionRun(*this->machine_).in(list).in_out(moved).run(swap_rows(this->kType), {33.0, 0.0});
    for (std::int64_t c = 0; c < a.cols; ++c)
        for (std::int64_t i = 0; i < a.cols; ++i) ASSERT_EQ(moved(i, c), a(last(i, 0), c)) << i;
    Numbers wanted = list;
    list_moves(wanted.data.data(), wanted.ld, 33);
    EXPECT_EQ(list.data, wanted.data);
}

TYPED_TEST(Tournament, OneElectionIsPartialPivoting) {
    const Matrix<TypeParam> a(Layout::col_major, kTournamentRows, 40, 0, 8);
    EXPECT_EQ(this->pivots(a), this->partial_pivots(a));
    // Ties go to the uppermost row, as interchanges have left them.
    Matrix<TypeParam> ties(Layout::col_major, 64, 32, 0, 1);
    for (std::int64_t j = 0; j < ties.cols; ++j)
        for (std::int64_t i = 0; i < ties.rows; ++i)
            ties(i, j) =
                __builtin_popcountll(static_cast<unsigned long long>(i & (2 * j + 1))) % 2 == 0 ? 1 : -1;
    EXPECT_EQ(this->pivots(ties), this->partial_pivots(ties));
}

TYPED_TEST(Tournament, DiffersFromPartialPivotingAndStaysBounded) {
    const std::int64_t n = tournament_width(this->kType);
    Matrix<TypeParam> a(Layout::col_major, 4000, n, 0, 4);
    const auto list = this->moves(this->winners(a));
    const std::vector<std::int32_t> pivots(list.data.begin(), list.data.begin() + n);
    const auto partial = this->partial_pivots(a);
    EXPECT_EQ(pivots[0], partial[0]) << "the largest element of the first column wins all elections";
    EXPECT_NE(pivots, partial);
    InstructionRun(*this->machine_)
        .in(list)
        .in_out(a)
        .run(swap_rows(this->kType), {static_cast<double>(n), 0.0});
    factor_diagonal(n, a.data.data(), a.ld);
    solve_right_upper_on_host(a.rows - n, n, a.data.data(), a.ld, a.data.data() + n, a.ld);
    double largest = 0;
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = j + 1; i < a.rows; ++i)
            largest = std::max(largest, std::fabs(static_cast<double>(a(i, j))));
    EXPECT_GT(largest, 1);
    EXPECT_LT(largest, 50) << "multipliers of random matrices stay small";
}

TYPED_TEST(Tournament, ZeroColumnsAndFewRows) {
    Matrix<TypeParam> a(Layout::col_major, 1030, 12, 0, 1);
    for (std::int64_t i = 0; i < a.rows; ++i) a(i, 0) = a(i, 5) = 0;
    EXPECT_EQ(this->winners(a)(0, 0), 0) << "of equal pivots the uppermost";
    for (auto& x : a.data) x = 0;
    for (std::int32_t j = 0; const std::int32_t row : this->winners(a).data) EXPECT_EQ(row, j++);
    // All candidates of the first column stand in the last, short set.
    a(1029, 0) = 3;
    EXPECT_EQ(this->winners(a)(0, 0), 1029);
    EXPECT_EQ(this->elections(a)[0](11, 4), -1) << "six rows make no twelve candidates";
}

TYPED_TEST(Tournament, NeverMindsNanAndInfinity) {
    using limits = std::numeric_limits<TypeParam>;
    Matrix<TypeParam> a(Layout::col_major, 900, 20, 0, 1);
    a(17, 3) = limits::quiet_NaN();
    a(600, 0) = limits::infinity();
    for (std::int64_t i = 0; i < a.rows; ++i) a(i, 7) = limits::quiet_NaN();
    const Numbers last = this->elections(a).back();
    EXPECT_EQ(last(0, 0), 600) << "infinity is the largest of all";
    const std::set<std::int32_t> different(last.data.begin(), last.data.end());
    EXPECT_EQ(different.size(), 20U);
    EXPECT_GE(*different.begin(), 0);
}

/// Devices elect the rows that hosts do.
template <class T>
void expect_elections_of_hosts(Machine& machine, std::int64_t m, std::int64_t n) {
    constexpr ElementType type = element_type_of<T>();
    Matrix<T> a(Layout::col_major, m, n, 2, static_cast<unsigned>(m));
    Matrix<std::int32_t> got(Layout::col_major, n, leaf_sets(m), 0, 1), wanted = got;
    InstructionRun(machine, 1).in(a).out(got).run(tournament_leaf(type));
    test::run_on_host(tournament_leaf(type), {}, a, wanted);
    EXPECT_EQ(got.data, wanted.data) << m << " x " << n;
}

TEST(ComplexTournament, ElectsTheRowsThatHostsDo) {
    Machine machine(test::test_options());
    for (const auto& [m, n] : {std::pair{7, 7}, {257, 9}, {600, 32}}) {
        expect_elections_of_hosts<std::complex<double>>(machine, m, n);
        expect_elections_of_hosts<std::complex<float>>(machine, m, n);
    }
}

}  // namespace
}  // namespace hg::kernels
