#include <gtest/gtest.h>

#include <vector>

#include "runtime/machine/staging/transfer_piece.hpp"

namespace hg {
namespace {

HostRectangle tile(std::int64_t rows, std::int64_t cols) {
    HostRectangle rectangle;
    rectangle.rows = rows;
    rectangle.cols = cols;
    rectangle.ld = rows + 3;
    return rectangle;
}

/// Pieces of at most `most` bytes, one size after the other; checks that they follow each other to the end.
std::vector<TransferPiece> cut(const HostRectangle& rectangle, const std::vector<std::int64_t>& most) {
    std::vector<TransferPiece> pieces;
    const std::int64_t column_bytes = rectangle.rows * rectangle.element_size;
    std::int64_t end = 0;
    for (PieceCursor cursor(rectangle); !cursor.at_end();) {
        EXPECT_EQ(cursor.left(), rectangle.bytes() - end);
        const std::int64_t size = most[pieces.size() % most.size()];
        const TransferPiece piece = cursor.next(size);
        EXPECT_LE(piece.bytes(), size);
        EXPECT_GT(piece.bytes(), 0);
        EXPECT_EQ(piece.offset, end);
        EXPECT_EQ(piece.offset, piece.first_column * column_bytes + piece.first_byte);
        EXPECT_TRUE(piece.columns == 1 || (piece.first_byte == 0 && piece.column_bytes == column_bytes));
        end += piece.bytes();
        EXPECT_EQ(piece.last, end == rectangle.bytes());
        // Another device that asks for the same bytes gets the same piece.
        const TransferPiece again = cursor.next(piece.bytes());
        EXPECT_EQ(again.bytes(), piece.bytes());
        EXPECT_EQ(again.columns, piece.columns);
        pieces.push_back(piece);
        cursor.pass(piece);
    }
    EXPECT_EQ(end, rectangle.bytes());
    return pieces;
}

TEST(PieceCursor, TakesWholeColumnsWhereTheyFit) {
    const std::vector<TransferPiece> pieces = cut(tile(100, 10), {2500});
    ASSERT_EQ(pieces.size(), 4U);
    EXPECT_EQ(pieces[0].columns, 3);
    EXPECT_EQ(pieces[3].columns, 1);
}

TEST(PieceCursor, CutsColumnsThatDoNotFit) {
    const std::vector<TransferPiece> pieces = cut(tile(100, 2), {300});
    ASSERT_EQ(pieces.size(), 6U);
    EXPECT_EQ(pieces[0].bytes(), 296);  // between two elements
    EXPECT_EQ(pieces[2].bytes(), 800 - 2 * 296);
    EXPECT_EQ(pieces[3].first_column, 1);
}

TEST(PieceCursor, CutsWithSizesThatChange) {
    for (const std::vector<std::int64_t>& most : std::vector<std::vector<std::int64_t>>{
             {8}, {8, 80}, {800, 8, 3000}, {500, 1000, 2000, 7000}, {100000}})
        for (const std::int64_t rows : {1, 7, 100})
            for (const std::int64_t cols : {1, 2, 9}) cut(tile(rows, cols), most);
}

TEST(PieceCursor, IsAtTheEndOfAnEmptyTile) {
    EXPECT_TRUE(PieceCursor(tile(0, 4)).at_end());
    EXPECT_TRUE(PieceCursor(tile(4, 0)).at_end());
}

}  // namespace
}  // namespace hg
