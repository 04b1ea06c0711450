#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hg::sparse {

/// Places of vectors begin at multiples of this many elements: windows may begin there, whatever the elements
/// are.
inline constexpr std::int64_t kPlaceUnit = 16;

/// Neighbouring columns of a matrix.
struct ColumnRange {
    std::int64_t first = 0, last = 0;  ///< up to last - 1
    std::int64_t place = 0;            ///< of the first one among those of all ranges

    [[nodiscard]] std::int64_t size() const noexcept { return last - first; }
    [[nodiscard]] bool holds(std::int64_t column) const noexcept { return column >= first && column < last; }
};

/// Columns that a device has elements of x for, in ascending order: they stand side by side there.
class ColumnRanges {
  public:
    ColumnRanges() = default;
    /// Columns from `first` to `last` - 1.
    ColumnRanges(std::int64_t first, std::int64_t last) : ranges_{{first, last, 0}} {}

    /// Adds columns behind the last range. Their place is a multiple of `alignment`.
    void add(std::int64_t first, std::int64_t last, std::int64_t alignment) {
        const std::int64_t place = (size() + alignment - 1) / alignment * alignment;
        ranges_.push_back({first, last, place});
    }

    [[nodiscard]] const std::vector<ColumnRange>& ranges() const noexcept { return ranges_; }
    /// Places of all columns, and those between ranges.
    [[nodiscard]] std::int64_t size() const noexcept {
        return ranges_.empty() ? 0 : ranges_.back().place + ranges_.back().size();
    }
    /// The range that holds a column, or the first one behind it; end() if there is none.
    [[nodiscard]] std::vector<ColumnRange>::const_iterator find(std::int64_t column) const noexcept {
        return std::partition_point(ranges_.begin(), ranges_.end(),
                                    [=](const ColumnRange& range) { return range.last <= column; });
    }

  private:
    std::vector<ColumnRange> ranges_;
};

}  // namespace hg::sparse
