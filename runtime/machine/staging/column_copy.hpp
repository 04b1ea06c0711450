#pragma once

#include <cstddef>
#include <cstdint>

namespace hg {

/// A copy of `columns` pieces of `column_bytes` each, the pieces `from_stride` and `to_stride` bytes apart.
struct ColumnCopy {
    std::byte* to = nullptr;
    std::int64_t to_stride = 0;
    const std::byte* from = nullptr;
    std::int64_t from_stride = 0;
    std::int64_t column_bytes = 0;
    std::int64_t columns = 0;
    /// Write past the caches: for what nobody reads soon.
    bool streaming = false;

    [[nodiscard]] std::int64_t bytes() const noexcept { return column_bytes * columns; }
};

/// Does the copy in the calling thread.
void copy_columns(const ColumnCopy& copy) noexcept;

/// A copy cut into pieces of about equal size that several threads can do at once: groups of short columns,
/// or parts of long ones.
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
