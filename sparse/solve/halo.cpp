#include "sparse/solve/halo.hpp"

#include <algorithm>

namespace hg::sparse {
namespace {

/// Rows between two ranges that are not worth a transfer of their own.
constexpr std::int64_t kSmallGap = 4096;

}  // namespace

ColumnRanges with_own_rows(const ColumnRanges& needed, const RowRange& own) {
    ColumnRanges all;
    const auto add = [&](std::int64_t first, std::int64_t last) {
        if (first < last) all.add(first, last, kPlaceUnit);
    };
    for (const ColumnRange& range : needed.ranges()) add(range.first, std::min(range.last, own.first));
    add(own.first, own.last);
    for (const ColumnRange& range : needed.ranges()) add(std::max(range.first, own.last), range.last);
    return all;
}

const ColumnRange& own_range(const DeviceRows& device) {
    return *device.columns.find(device.rows.first);
}

std::vector<RowRange> rows_for_others(const std::vector<DeviceRows>& devices, std::size_t d) {
    const RowRange& own = devices[d].rows;
    std::vector<RowRange> needed;
    for (std::size_t other = 0; other < devices.size(); ++other) {
        if (other == d) continue;
        for (const ColumnRange& range : devices[other].columns.ranges()) {
            const RowRange common{std::max(range.first, own.first), std::min(range.last, own.last)};
            if (common.first >= common.last) continue;
            const std::int64_t begin = (common.first - own.first) / kPlaceUnit * kPlaceUnit;
            needed.push_back({own.first + begin, common.last});
        }
    }
    std::ranges::sort(needed, {}, &RowRange::first);
    std::vector<RowRange> joined;
    for (const RowRange& range : needed)
        if (joined.empty() || range.first > joined.back().last + kSmallGap)
            joined.push_back(range);
        else
            joined.back().last = std::max(joined.back().last, range.last);
    return joined;
}

}  // namespace hg::sparse
