#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace hg {

/// A rectangle of the caller's memory, and how it is touched: `columns` stretches of `column_bytes` bytes,
/// the first at `data`, each `stride` bytes after the one before it.
struct HostRegion {
    const void* data = nullptr;
    std::int64_t column_bytes = 0;
    std::int64_t columns = 0;
    std::int64_t stride = 0;
    bool writes = false;

    [[nodiscard]] bool empty() const noexcept { return data == nullptr || column_bytes <= 0 || columns <= 0; }
};

/// True if the regions share a byte. Exact for one stretch, and for equal strides, if tiles
/// of one matrix lie between each other; with different strides, regions whose addresses
/// interleave count as sharing.
bool overlap(const HostRegion& a, const HostRegion& b) noexcept;

/// True if a region of one list and a region of the other overlap and one of them is written: what touches
/// them must keep its order.
bool conflict(std::span<const HostRegion> a, std::span<const HostRegion> b) noexcept;

}  // namespace hg
