#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "kernels/elementwise/copy.hpp"
#include "kernels/lu/lu_solve.hpp"
#include "kernels/lu/row_moves.hpp"
#include "support/lu_runs.hpp"
#include "support/pocl_optimiser.hpp"

namespace hg::kernels {
namespace {

using test::InstructionRun;
using test::Matrix;

template <class T>
class KernelLu : public test::Optimised<test::MachineTest> {};
/// PoCL takes ten seconds to optimise long lists of rows to swap.
template <class T>
class KernelRowSwaps : public test::MachineTest {};

using Types = testing::Types<double, float>;
TYPED_TEST_SUITE(KernelLu, Types);
TYPED_TEST_SUITE(KernelRowSwaps, Types);

/// w random interchanges below `rows` and their list.
Matrix<std::int32_t> random_moves(std::int64_t width, std::int64_t rows, unsigned seed) {
    Matrix<std::int32_t> moves(Layout::col_major, 2 * width, 3, 0, seed);
    std::mt19937 random(seed);
    for (std::int64_t i = 0; i < width; ++i)
        moves(i, 0) =
            static_cast<std::int32_t>(std::uniform_int_distribution<std::int64_t>(i, rows - 1)(random));
    list_moves(moves.data.data(), moves.ld, width);
    return moves;
}

/// Lists of panels of `width` columns, `columns` in all, side by side.
Matrix<std::int32_t> random_lists(std::int64_t width, std::int64_t columns, std::int64_t rows) {
    const std::int64_t lists = (columns + width - 1) / width;
    Matrix<std::int32_t> all(Layout::col_major, 2 * width, 3 * lists, 1, 7);
    for (std::int64_t s = 0; s < lists; ++s) {
        const std::int64_t own = std::min(width, columns - s * width);
        const auto moves = random_moves(own, rows - s * width, static_cast<unsigned>(s + 1));
        for (std::int64_t c = 0; c < 3; ++c)
            for (std::int64_t e = 0; e < 2 * own; ++e) all(e, 3 * s + c) = moves(e, c);
    }
    return all;
}

/// A with the interchanges of all lists made one by one.
template <class T>
Matrix<T> interchanged(Matrix<T> a, const Matrix<std::int32_t>& lists, std::int64_t columns) {
    const std::int64_t width = lists.rows / 2;
    for (std::int64_t j = 0; j < columns; ++j) {
        const std::int64_t s = j / width;
        const std::int64_t p = s * width + lists(j - s * width, 3 * s);
        for (std::int64_t c = 0; c < a.cols; ++c) std::swap(a(j, c), a(p, c));
    }
    return a;
}

TYPED_TEST(KernelRowSwaps, RowsAreSwappedForwardAndBackward) {
    struct Case {
        std::int64_t width, columns, rows, n;
    };
    for (const Case& c : {Case{1, 1, 1, 3}, Case{1, 1, 5, 1}, Case{8, 8, 8, 70}, Case{16, 61, 100, 9},
                          Case{64, 200, 1000, 37}, Case{300, 300, 900, 5}, Case{1024, 1024, 3000, 3},
                          Case{1100, 1100, 2000, 5}, Case{4096, 4096, 5000, 2}}) {
        const auto lists = random_lists(c.width, c.columns, c.rows);
        const Matrix<TypeParam> a(Layout::col_major, c.rows, c.n, 2, 3);
        const auto scalars = [&](double backward) {
            return std::vector<Scalar>{static_cast<double>(c.columns), backward};
        };
        const auto instruction = swap_rows(element_type_of<TypeParam>(), c.width);
        Matrix<TypeParam> got = a;
        InstructionRun(*this->machine_).in(lists).in_out(got).run(instruction, scalars(0));
        EXPECT_EQ(got.data, interchanged(a, lists, c.columns).data) << c.columns << " of " << c.width;
        InstructionRun(*this->machine_).in(lists).in_out(got).run(instruction, scalars(1));
        EXPECT_EQ(got.data, a.data) << c.columns << " of " << c.width << ", backward";
    }
}

TYPED_TEST(KernelLu, OneListDoesWhatAllDo) {
    for (const auto& [width, columns, rows] : {std::array<std::int64_t, 3>{16, 61, 61},
                                               {64, 200, 1000},
                                               {8, 8, 20},
                                               {128, 1024, 5000},
                                               {64, 1100, 1200}}) {
        const auto lists = random_lists(width, columns, rows);
        Matrix<std::int32_t> merged(Layout::col_major, 2 * columns, 3, 0, 1);
        InstructionRun(*this->machine_)
            .in(lists)
            .out(merged)
            .run(merge_moves(), {static_cast<double>(columns)});
        const Matrix<TypeParam> a(Layout::col_major, rows, 3, 0, 3);
        const Matrix<TypeParam> wanted = interchanged(a, lists, columns);
        EXPECT_EQ(interchanged(a, merged, columns).data, wanted.data) << "column 0";
        std::vector<bool> taken(static_cast<std::size_t>(rows));
        Matrix<TypeParam> moved = a;
        for (std::int64_t e = 0; e < merged.rows; ++e) {
            if (merged(e, 1) < 0) continue;
            EXPECT_FALSE(taken[static_cast<std::size_t>(merged(e, 1))]) << "two rows go to one";
            taken[static_cast<std::size_t>(merged(e, 1))] = true;
            for (std::int64_t j = 0; j < a.cols; ++j) moved(merged(e, 1), j) = a(merged(e, 2), j);
        }
        EXPECT_EQ(moved.data, wanted.data) << "columns 1 and 2";
    }
}

TYPED_TEST(KernelLu, CopiesAnyLeadingDimension) {
    for (const auto& [m, n] : {std::array<std::int64_t, 2>{1, 1}, {64, 3}, {63, 5}, {1000, 7}, {2, 300}})
        for (const std::int64_t gap : {0, 1, 4}) {
            const Matrix<TypeParam> source(Layout::col_major, m, n, 0, 1);
            Matrix<TypeParam> target(Layout::col_major, m, n, 3, 2);
            InstructionRun(*this->machine_, gap)
                .in(source)
                .out(target)
                .run(copy(element_type_of<TypeParam>()));
            for (std::int64_t j = 0; j < n; ++j)
                for (std::int64_t i = 0; i < m; ++i) ASSERT_EQ(target(i, j), source(i, j));
            EXPECT_TRUE(target.gaps_untouched());
        }
}

/// |wanted - got| <= factor eps |scale| in the Frobenius norm.
template <class T>
void expect_small(const Matrix<T>& difference, double scale, double factor, const std::string& what) {
    EXPECT_LE(difference.norm(), factor * static_cast<double>(std::numeric_limits<T>::epsilon()) * scale)
        << what;
}

TYPED_TEST(KernelLu, SolvesWithUnitLowerTriangles) {
    using T = TypeParam;
    for (const auto& [k, n] :
         {std::array<std::int64_t, 2>{1, 1}, {5, 3}, {32, 32}, {33, 9}, {130, 21}, {512, 6}}) {
        Matrix<T> l(Layout::col_major, k, k, 0, 1);
        for (std::int64_t j = 0; j < k; ++j)
            for (std::int64_t i = 0; i <= j; ++i) l(i, j) = std::numeric_limits<T>::quiet_NaN();
        const Matrix<T> b(Layout::col_major, k, n, 1, 2);
        Matrix<T> x = b;
        InstructionRun(*this->machine_).in(l).in_out(x).run(solve_lower_unit(element_type_of<T>()));
        // Backward error: |L x - b| <= eps k |L| |x|, for each column.
        for (std::int64_t c = 0; c < n; ++c)
            for (std::int64_t i = 0; i < k; ++i) {
                long double sum = x(i, c), size = std::fabs(x(i, c));
                for (std::int64_t p = 0; p < i; ++p) {
                    sum += static_cast<long double>(l(i, p)) * x(p, c);
                    size += std::fabs(static_cast<long double>(l(i, p)) * x(p, c));
                }
                const auto eps = static_cast<long double>(std::numeric_limits<T>::epsilon());
                ASSERT_LE(std::fabs(sum - b(i, c)), static_cast<long double>(k) * eps * size)
                    << k << " " << i;
            }
    }
}

TYPED_TEST(KernelLu, DiagonalBlockAndBlocksBelowWithoutPivoting) {
    using T = TypeParam;
    const std::int64_t largest = sizeof(T) == 8 ? 64 : 128;
    for (const std::int64_t n :
         {std::int64_t{1}, std::int64_t{7}, std::int64_t{16}, std::int64_t{50}, largest}) {
        const std::int64_t m = 3 * n + 130;
        Matrix<T> a(Layout::col_major, n, n, 0, 1);
        for (std::int64_t i = 0; i < n; ++i) a(i, i) += static_cast<T>(n);
        const Matrix<T> below(Layout::col_major, m, n, 1, 2);
        Matrix<T> lu = a;
        Matrix<T> l_below = below;
        InstructionRun(*this->machine_).in_out(lu).run(lu_diagonal(element_type_of<T>()));
        InstructionRun(*this->machine_).in(lu).in_out(l_below).run(solve_right_upper(element_type_of<T>()));
        Matrix<T> rest = a;
        Matrix<T> rest_below = below;
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t p = 0; p <= j; ++p) {
                for (std::int64_t i = p; i < n; ++i) rest(i, j) -= (i == p ? T{1} : lu(i, p)) * lu(p, j);
                for (std::int64_t i = 0; i < m; ++i) rest_below(i, j) -= l_below(i, p) * lu(p, j);
            }
        expect_small(rest, a.norm(), 10 * std::sqrt(static_cast<double>(n)), "diagonal block");
        expect_small(rest_below, below.norm(), 10 * std::sqrt(static_cast<double>(n)), "blocks below");
    }
}

}  // namespace
}  // namespace hg::kernels
