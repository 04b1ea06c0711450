#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace hg {

/// A rectangle of the caller's memory, and whether it is written: `columns` columns of `column_bytes` bytes,
/// the first at `data`, each `stride` bytes after the previous one.
struct HostRegion {
    const void* data = nullptr;
    std::int64_t column_bytes = 0;
    std::int64_t columns = 0;
    std::int64_t stride = 0;
    bool writes = false;

    /// Returns the bytes from the first to the last one. The region must not be empty.
    [[nodiscard]] std::int64_t extent() const noexcept { return (columns - 1) * stride + column_bytes; }
    [[nodiscard]] bool empty() const noexcept { return data == nullptr || column_bytes <= 0 || columns <= 0; }
};

/// Returns true if the regions share a byte. Exact for a single column and for equal strides, such as tiles
/// of one matrix. With different strides, regions whose addresses interleave count as overlapping.
bool overlap(const HostRegion& a, const HostRegion& b) noexcept;

/// Returns true if a region of one list and a region of the other overlap and one of them is written, so that
/// the work that touches them must keep its order.
bool conflict(std::span<const HostRegion> a, std::span<const HostRegion> b) noexcept;

}  // namespace hg
