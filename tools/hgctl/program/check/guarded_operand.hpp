#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <hg/runtime/program/element.hpp>

namespace hgctl {

/// Rows and columns that lie before and behind an operand.
struct GuardZones {
    static constexpr std::int64_t rows_before = 64;
    static constexpr std::int64_t rows_behind = 65;
    static constexpr std::int64_t cols_before = 4;
    static constexpr std::int64_t cols_behind = 64;
};

/// The contents of an operand with a guard zone on each side, as a column-major matrix.
class GuardedOperand {
  public:
    /// Fills the guard zones and the operand with a pattern: NaN, or 0x68676867 in integers.
    GuardedOperand(hg::ElementType type, std::int64_t rows, std::int64_t cols);

    [[nodiscard]] hg::ElementType type() const noexcept { return type_; }
    [[nodiscard]] std::int64_t rows() const noexcept { return rows_; }
    [[nodiscard]] std::int64_t cols() const noexcept { return cols_; }
    /// With the guard zones.
    [[nodiscard]] std::int64_t outer_rows() const noexcept { return outer_rows_; }
    [[nodiscard]] std::int64_t outer_cols() const noexcept {
        return GuardZones::cols_before + cols_ + GuardZones::cols_behind;
    }

    [[nodiscard]] std::byte* data() noexcept { return bytes_.data(); }
    [[nodiscard]] const std::byte* data() const noexcept { return bytes_.data(); }
    /// Bytes of element (i, j) of the operand; it may lie in a guard zone.
    [[nodiscard]] std::span<std::byte> element(std::int64_t i, std::int64_t j);
    [[nodiscard]] std::span<const std::byte> element(std::int64_t i, std::int64_t j) const;
    [[nodiscard]] bool is_inside(std::int64_t i, std::int64_t j) const noexcept {
        return i >= 0 && i < rows_ && j >= 0 && j < cols_;
    }
    /// True if the element holds the pattern: nothing has been written to it.
    [[nodiscard]] bool is_pattern(std::int64_t i, std::int64_t j) const;
    /// The element's parts, as doubles; one if it is real.
    [[nodiscard]] std::vector<double> number(std::int64_t i, std::int64_t j) const;

    /// Fills the operand, and its guard zones if `with_zones`, with numbers in [-1, 1), or integers in
    /// [0, `below`).
    void fill_random(std::uint64_t seed, std::int64_t below, bool with_zones = false);
    /// Copies rows x cols elements without gaps between columns.
    void fill(const std::byte* elements);

    /// Calls `visit(i, j)` for each element, also in the guard zones.
    template <class Visit>
    void each(Visit visit) const {
        for (std::int64_t j = -GuardZones::cols_before; j < cols_ + GuardZones::cols_behind; ++j)
            for (std::int64_t i = -GuardZones::rows_before; i < outer_rows_ - GuardZones::rows_before; ++i)
                visit(i, j);
    }

  private:
    [[nodiscard]] std::size_t first_byte(std::int64_t i, std::int64_t j) const noexcept;

    hg::ElementType type_;
    std::int64_t rows_, cols_;
    std::int64_t outer_rows_;
    std::vector<std::byte> pattern_;  ///< of one element
    std::vector<std::byte> bytes_;
};

}  // namespace hgctl
