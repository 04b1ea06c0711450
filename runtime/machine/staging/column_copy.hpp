#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <hg/runtime/program/location.hpp>

namespace hg {

/// Limits a copy of a triangle's columns to the bytes in the triangle.
struct ColumnClip {
    TilePart part = TilePart::whole;
    std::int64_t element_size = 8;
    std::int64_t first_column = 0;  ///< the copy's first column in the tile
    std::int64_t first_byte = 0;    ///< where the copy's part of each column begins in the tile's column

    struct Range {
        std::int64_t begin, end;
    };
    /// Returns the range of bytes to copy from the copy's column j, which has `column_bytes` bytes.
    [[nodiscard]] Range bytes(std::int64_t j, std::int64_t column_bytes) const noexcept {
        const std::int64_t diagonal = (first_column + j) * element_size - first_byte;
        if (part == TilePart::lower)
            return {std::clamp<std::int64_t>(diagonal, 0, column_bytes), column_bytes};
        if (part == TilePart::upper)
            return {0, std::clamp<std::int64_t>(diagonal + element_size, 0, column_bytes)};
        return {0, column_bytes};
    }
};

/// A copy of `columns` pieces of `column_bytes` each, the pieces `from_stride` and `to_stride` bytes apart.
struct ColumnCopy {
    std::byte* to = nullptr;
    std::int64_t to_stride = 0;
    const std::byte* from = nullptr;
    std::int64_t from_stride = 0;
    std::int64_t column_bytes = 0;
    std::int64_t columns = 0;
    /// Writes bypass the caches; for data that will not be read soon.
    bool streaming = false;
    ColumnClip clip{};

    [[nodiscard]] std::int64_t bytes() const noexcept { return column_bytes * columns; }
};

/// Does the copy in the calling thread.
void copy_columns(const ColumnCopy& copy) noexcept;

/// A copy divided into pieces of about equal size that several threads can copy at once: groups of short
/// columns or parts of long ones.
class ColumnPieces {
  public:
    /// For `threads` threads.
    ColumnPieces(const ColumnCopy& copy, int threads) noexcept;

    [[nodiscard]] std::int64_t count() const noexcept;
    [[nodiscard]] ColumnCopy piece(std::int64_t i) const noexcept;

  private:
    ColumnCopy copy_;
    std::int64_t columns_each_ = 1;
    std::int64_t parts_of_column_ = 1;
};

}  // namespace hg
