#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "sparse/files/line_reader.hpp"
#include <hg/sparse/matrix_market.hpp>

namespace hg::sparse {

/// What may be wrong with the line of an element.
enum class EntryFault : std::uint8_t {
    none,
    no_place,   ///< no row and column
    row,        ///< there is no such row
    column,     ///< there is no such column
    no_value,   ///< no number, or one of two
    too_large,  ///< a value that the elements' type does not hold
    left_over,  ///< more text
    diagonal,   ///< of a skew-symmetric matrix, and not 0
    not_real    ///< on the diagonal of a hermitian matrix, by more than rounding
};

/// An element of a file; rows and columns count from 0.
template <Element T>
struct MarketEntry {
    std::int64_t row = 0, column = 0;
    T value{1};
    bool has_remark = false;  ///< on a diagonal, not as the format has it: see check_diagonal()
};

/// The value at the reader's place.
template <Element T>
EntryFault read_value(MarketField field, LineReader& words, T& value) noexcept {
    using Real = RealOf<T>;
    const auto fault_of = [](ReadNumber read) {
        return read == ReadNumber::good   ? EntryFault::none
               : read == ReadNumber::none ? EntryFault::no_value
                                          : EntryFault::too_large;
    };
    const auto read_whole = [&](auto whole) {
        const EntryFault fault = fault_of(words.number(whole));
        value = T(static_cast<Real>(whole));
        return fault;
    };
    if (field == MarketField::pattern) return EntryFault::none;
    if (field == MarketField::integer) return read_whole(std::int64_t{0});
    if (field == MarketField::unsigned_integer) return read_whole(std::uint64_t{0});
    Real real{0}, imaginary{0};
    EntryFault fault = fault_of(words.number(real));
    if (field == MarketField::complex && fault == EntryFault::none) fault = fault_of(words.number(imaginary));
    if constexpr (ComplexElement<T>)
        value = T(real, imaginary);
    else
        value = real;
    return fault;
}

/// What symmetries ask of an element on the diagonal.
template <Element T>
EntryFault check_diagonal(MarketSymmetry symmetry, MarketEntry<T>& entry) noexcept {
    if (symmetry == MarketSymmetry::skew_symmetric) {
        entry.has_remark = true;
        return entry.value == T{0} ? EntryFault::none : EntryFault::diagonal;
    }
    if constexpr (ComplexElement<T>) {
        using Real = RealOf<T>;
        if (symmetry != MarketSymmetry::hermitian || entry.value.imag() == 0) return EntryFault::none;
        const Real rounding = 16 * std::numeric_limits<Real>::epsilon() * std::abs(entry.value.real());
        if (!(std::abs(entry.value.imag()) <= rounding)) return EntryFault::not_real;
        entry.value = entry.value.real();
        entry.has_remark = true;
    }
    return EntryFault::none;
}

/// An element of a file with places, or the value of an array's, whose place is known.
template <Element T>
EntryFault read_entry(const MarketInfo& info, std::string_view line, MarketEntry<T>& entry) noexcept {
    LineReader words(line);
    if (!info.is_array) {
        if (words.number(entry.row) != ReadNumber::good || words.number(entry.column) != ReadNumber::good)
            return EntryFault::no_place;
        if (--entry.row < 0 || entry.row >= info.rows) return EntryFault::row;
        if (--entry.column < 0 || entry.column >= info.cols) return EntryFault::column;
    }
    const EntryFault fault = read_value(info.field, words, entry.value);
    if (fault != EntryFault::none) return fault;
    if (!words.ended()) return EntryFault::left_over;
    return entry.row == entry.column ? check_diagonal(info.symmetry, entry) : EntryFault::none;
}

/// The place of an element of an array, column by column: all of a column, or what is on and below the
/// diagonal, or below it.
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
