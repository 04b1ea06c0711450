#pragma once

#include <cstdint>

#include <hg/sparse/matrix_market.hpp>

namespace hg::sparse {

/// The place of an element of an array, column by column: all of a column, or what is on and below the diagonal, or below it.
class PlaceInArray {
  public:
    /// The place of element number `entry`.
    PlaceInArray(const MarketInfo& info, std::int64_t entry) noexcept
        : rows_(info.rows),
          triangle_(info.symmetry != MarketSymmetry::general),
          skipped_(info.symmetry == MarketSymmetry::skew_symmetric ? 1 : 0) {
        if (rows_ == 0) return;
        // Columns of a triangle differ in length: the last one that begins at `entry` or before it.
        std::int64_t low = 0, high = info.cols;
        while (high - low > 1) {
            const std::int64_t middle = low + (high - low) / 2;
            (begin(middle) <= entry ? low : high) = middle;
        }
        column_ = low;
        row_ = first_row() + entry - begin(low);
    }

    [[nodiscard]] std::int64_t row() const noexcept { return row_; }
    [[nodiscard]] std::int64_t column() const noexcept { return column_; }

    void advance() noexcept {
        if (++row_ < rows_) return;
        ++column_;
        row_ = first_row();
    }

  private:
    [[nodiscard]] std::int64_t first_row() const noexcept { return triangle_ ? column_ + skipped_ : 0; }
    [[nodiscard]] std::int64_t begin(std::int64_t column) const noexcept {
        if (!triangle_) return column * rows_;
        const std::int64_t longest = rows_ - skipped_;
        return column * longest - column * (column - 1) / 2;
    }

    std::int64_t rows_;
    bool triangle_;
    std::int64_t skipped_;  ///< rows from the diagonal on
    std::int64_t row_ = 0, column_ = 0;
};

}  // namespace hg::sparse
