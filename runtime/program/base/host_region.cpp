#include "runtime/program/base/host_region.hpp"

#include <algorithm>

namespace hg {
namespace {

std::uintptr_t address(const HostRegion& region) noexcept {
    return reinterpret_cast<std::uintptr_t>(region.data);
}

/// The bytes from the first to the last one.
std::uintptr_t extent(const HostRegion& region) noexcept {
    return static_cast<std::uintptr_t>(region.extent());
}

/// Returns whether [a, a + a_size) and [b, b + b_size) overlap.
template <class Number>
bool ranges_meet(Number a, Number a_size, Number b, Number b_size) noexcept {
    return a < b + b_size && b < a + a_size;
}

}  // namespace

bool overlap(const HostRegion& a, const HostRegion& b) noexcept {
    if (a.empty() || b.empty()) return false;
    if (address(b) < address(a)) return overlap(b, a);
    if (!ranges_meet(address(a), extent(a), address(b), extent(b))) return false;
    if (a.columns == 1 && b.columns == 1) return true;
    // A region with one column can have any stride, so use that of the other.
    const std::int64_t stride = a.columns > 1 ? a.stride : b.stride;
    const bool same = b.columns == 1 || b.stride == stride;
    if (!same || std::max(a.column_bytes, b.column_bytes) > stride) return true;
    // Relative to a, b begins at byte `row` of column `col`. If its columns extend beyond the stride, the
    // rest of each is at the top of the next column.
    const auto distance = static_cast<std::int64_t>(address(b) - address(a));
    const std::int64_t row = distance % stride;
    const std::int64_t col = distance / stride;
    const auto meets = [&](std::int64_t first_row, std::int64_t first_col) {
        return ranges_meet<std::int64_t>(0, a.column_bytes, first_row, b.column_bytes) &&
               ranges_meet<std::int64_t>(0, a.columns, first_col, b.columns);
    };
    return meets(row, col) || meets(row - stride, col + 1);
}

bool conflict(std::span<const HostRegion> a, std::span<const HostRegion> b) noexcept {
    return std::any_of(a.begin(), a.end(), [&](const HostRegion& x) {
        return std::any_of(b.begin(), b.end(),
                           [&](const HostRegion& y) { return (x.writes || y.writes) && overlap(x, y); });
    });
}

}  // namespace hg
