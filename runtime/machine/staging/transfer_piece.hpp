#pragma once

#include <algorithm>
#include <cstdint>

#include <hg/runtime/machine/device.hpp>

namespace hg {

/// A part of a host tile that fits into a chunk: some columns, or some bytes of one column.
struct TransferPiece {
    std::int64_t offset = 0;  ///< its first byte in the tile, counted column by column without gaps
    std::int64_t first_column = 0;
    std::int64_t columns = 0;
    std::int64_t first_byte = 0;  ///< the first byte of each column
    std::int64_t column_bytes = 0;
    bool last = false;

    [[nodiscard]] std::int64_t bytes() const noexcept { return column_bytes * columns; }
};

/// Divides a tile into pieces in the order of its bytes.
class PieceCursor {
  public:
    explicit PieceCursor(const HostRectangle& tile) noexcept
        : column_bytes_(tile.rows * tile.element_size), columns_(tile.cols) {}

    [[nodiscard]] bool at_end() const noexcept { return left() == 0; }
    /// Returns the number of bytes in the remaining pieces.
    [[nodiscard]] std::int64_t left() const noexcept {
        return column_bytes_ == 0 ? 0 : (columns_ - column_) * column_bytes_ - byte_;
    }
    /// Returns the next piece, of at most `most` bytes (at least 8); it consists of whole columns if one
    /// fits.
    [[nodiscard]] TransferPiece next(std::int64_t most) const noexcept {
        TransferPiece piece;
        piece.offset = column_ * column_bytes_ + byte_;
        piece.first_column = column_;
        piece.first_byte = byte_;
        const bool whole = byte_ == 0 && most >= column_bytes_;
        piece.columns = whole ? std::min(most / column_bytes_, columns_ - column_) : 1;
        // Parts end between elements.
        piece.column_bytes = whole ? column_bytes_ : std::min(most / 8 * 8, column_bytes_ - byte_);
        piece.last = piece.bytes() == left();
        return piece;
    }
    void pass(const TransferPiece& piece) noexcept {
        byte_ = piece.first_byte + piece.column_bytes;
        column_ = piece.first_column + piece.columns - 1;
        if (byte_ == column_bytes_) {
            byte_ = 0;
            ++column_;
        }
    }

  private:
    std::int64_t column_bytes_;
    std::int64_t columns_;
    std::int64_t column_ = 0;
    std::int64_t byte_ = 0;
};

}  // namespace hg
