#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <numeric>
#include <vector>

#include "sparse/formats/device_formats.hpp"
#include "sparse/formats/row_order.hpp"
#include "support/sparse_samples.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::sparse {
namespace {

template <class T>
class SparseFormats : public testing::Test {};
TYPED_TEST_SUITE(SparseFormats, test::ElementTypes);

/// Gathers what the places of a format say, in any order.
template <Element T>
struct Collected {
    std::vector<std::int32_t> row, column;
    std::vector<T> value;

    void take(std::int64_t r, std::int32_t j, T v) {
        if (j < 0) {
            EXPECT_EQ(v, T{0});
            return;
        }
        row.push_back(static_cast<std::int32_t>(r));
        column.push_back(j);
        value.push_back(v);
    }
    void take(const EllArrays<T>& ell) {
        for (std::int64_t r = 0; r < ell.rows; ++r)
            for (std::int64_t j = 0; j < ell.width; ++j)
                take(r, ell.column[r + j * ell.rows], ell.value[r + j * ell.rows]);
    }
    void take(const CooArrays<T>& coo) {
        for (std::int64_t k = 0; k < coo.value.size(); ++k) take(coo.row[k], coo.column[k], coo.value[k]);
    }
    void take(const SellArrays<T>& sell) {
        for (std::int64_t slice = 0; slice + 1 < sell.slice_start.size(); ++slice)
            for (std::int64_t k = sell.slice_start[slice]; k < sell.slice_start[slice + 1]; ++k) {
                const std::int64_t p =
                    slice * sell.slice_rows + (k - sell.slice_start[slice]) % sell.slice_rows;
                if (p < sell.rows)
                    take(sell.row_order[p], sell.column[k], sell.value[k]);
                else
                    EXPECT_EQ(sell.column[k], -1);
            }
    }
    SparseMatrix<T> matrix(std::int64_t rows, std::int64_t cols) const {
        return SparseMatrix<T>::from_coo(rows, cols, row, column, value);
    }
};

template <Element T, class Arrays>
bool holds(const SparseMatrix<T>& A, const Arrays& arrays) {
    Collected<T> collected;
    collected.take(arrays);
    return test::same_matrix(A, collected.matrix(A.rows(), A.cols()));
}

TYPED_TEST(SparseFormats, HoldTheNonzerosOfTheMatrix) {
    for (const auto& [name, A] : test::sparse_samples<TypeParam>()) {
        const auto block = csr_block(A);
        EXPECT_TRUE(holds(A, ell_of(block, longest_row(block)))) << name;
        EXPECT_TRUE(holds(A, coo_of(block))) << name;
        for (const std::int64_t slice_rows : {1, 4, 32, 1024})
            for (const std::int64_t window : {1, 2, 64, 100000})
                EXPECT_TRUE(holds(A, sell_of(block, slice_rows, window)))
                    << name << ' ' << slice_rows << ' ' << window;
        for (const std::int64_t width : {std::int64_t{0}, std::int64_t{3}, longest_row(block)}) {
            Collected<TypeParam> both;
            both.take(sell_of(block, 4, 64, width));
            both.take(coo_of(block, width));
            EXPECT_TRUE(test::same_matrix(A, both.matrix(A.rows(), A.cols()))) << name << ' ' << width;
        }
    }
}

TEST(SparseFormat, NonzerosStandInOrder) {
    const auto A = rmat_matrix<double>(8, 6, 1);
    const auto block = csr_block(A);
    const auto coo = coo_of(block);
    for (std::int64_t k = 1; k < coo.value.size(); ++k)
        ASSERT_LT(std::pair(coo.row[k - 1], coo.column[k - 1]), std::pair(coo.row[k], coo.column[k]));
    const auto ell = ell_of(block, 2);
    for (std::int64_t r = 0; r < A.rows(); ++r)
        ASSERT_TRUE(ell.column[r + A.rows()] < 0 || ell.column[r] < ell.column[r + A.rows()]);
}

TEST(SparseFormat, RowsAreSortedWithinWindows) {
    const auto A = rmat_matrix<double>(17, 2, 1);
    const auto block = csr_block(A);
    const auto length = [&](std::int32_t r) { return block.row_start[r + 1] - block.row_start[r]; };
    for (const std::int64_t window : {std::int64_t{1}, std::int64_t{256}, A.rows() / 2 + 3, A.rows()}) {
        const auto order = row_order(block.row_start.span(), window);
        for (std::int64_t first = 0; first < A.rows(); first += window) {
            std::vector<std::int32_t> expected(static_cast<std::size_t>(std::min(window, A.rows() - first)));
            std::iota(expected.begin(), expected.end(), static_cast<std::int32_t>(first));
            std::stable_sort(expected.begin(), expected.end(),
                             [&](std::int32_t a, std::int32_t b) { return length(a) > length(b); });
            ASSERT_TRUE(std::equal(expected.begin(), expected.end(), order.data() + first)) << window;
        }
    }
}

TEST(SparseFormat, SlicesAreAsWideAsTheirLongestRows) {
    const auto A = dense_row_matrix<float>(100, 300, 1, 1, 1);
    const auto block = csr_block(A);
    EXPECT_EQ(sell_of(block, 32, 1).value.size(), 32 * (1 + 300 + 1 + 1));
    EXPECT_EQ(sell_of(block, 32, 100).value.size(), 32 * (300 + 1 + 1 + 1));
    EXPECT_EQ(sell_of(block, 32, 100).row_order[0], 50);
    EXPECT_EQ(ell_of(block, longest_row(block)).value.size(), 100 * 300);
    EXPECT_EQ(coo_of(block, 1).value.size(), 299);
}

TEST(SparseFormat, PartsCountTheirColumnsFromTheFirstOn) {
    const auto A = banded_matrix<double>(50, 2, 1);
    const auto block = csr_block(A, {10, 20}, ColumnRanges(8, 22));
    EXPECT_EQ(block.rows, 10);
    EXPECT_EQ(block.cols, 14);
    EXPECT_EQ(block.column[0], 0);
    EXPECT_EQ(block.row_start[10], 50);
    EXPECT_EQ(block.value[0], A.values()[static_cast<std::size_t>(A.row_start()[10])]);
    EXPECT_THROW((void)csr_block(A, {10, 20}, ColumnRanges(9, 22)), Error);
    EXPECT_THROW((void)csr_block(A, {10, 20}, ColumnRanges(8, 21)), Error);
}

TEST(SparseFormat, ColumnsOfSeveralRangesStandSideBySide) {
    const auto A = block_diagonal_matrix<double>(100, 10, 1);
    ColumnRanges columns;
    columns.add(30, 40, 16);
    columns.add(80, 90, 16);
    EXPECT_EQ(columns.size(), 26);
    const auto block = csr_block(A, {30, 40}, columns);
    EXPECT_EQ(block.column[3], 3);
    EXPECT_EQ(csr_block(A, {80, 90}, columns).column[3], 19);
    EXPECT_THROW((void)csr_block(A, {39, 41}, columns), Error);
}

TEST(SparseFormat, TooManyPlacesAreRefused) {
    CsrBlock<float> block;
    block.rows = 1 << 20;
    block.cols = 1;
    EXPECT_THROW((void)ell_of(block, 1 << 12), Error);
}

}  // namespace
}  // namespace hg::sparse
