#include "sparse/solve/solver_blocks.hpp"

#include <algorithm>

#include "host_blas/each_element.hpp"
#include "sparse/matrix/first_fault.hpp"
#include "sparse/matrix/matrix_columns.hpp"

namespace hg::sparse {
namespace {

/// Rows between two ranges that are not worth a transfer of their own.
constexpr std::int64_t kSmallGap = 4096;

/// The rows about the middle one that need no elements but those of the device's own rows.
template <Element T>
RowRange inner_rows(const SparseMatrix<T>& A, const RowRange& own) {
    const std::int64_t middle = own.first + own.size() / 2;
    return with_columns(A, [&](const auto* column) -> RowRange {
        const auto needs_others = [&](std::int64_t row) {
            const std::int64_t first = A.row_start()[static_cast<std::size_t>(row)];
            const std::int64_t last = A.row_start()[static_cast<std::size_t>(row) + 1];
            return first < last && (column[first] < own.first || column[last - 1] >= own.last);
        };
        const std::int64_t before =
            first_fault(middle - own.first, [&](std::int64_t i) { return needs_others(middle - 1 - i); });
        const std::int64_t behind =
            first_fault(own.last - middle, [&](std::int64_t i) { return needs_others(middle + i); });
        return {middle - before, middle + behind};
    });
}

/// Without rows at the ends, so that it begins and ends where blocks may.
RowRange between_blocks(const RowRange& rows, const RowRange& own) {
    const auto place = [&](std::int64_t row) {
        return own.first + (row - own.first) / kPlaceUnit * kPlaceUnit;
    };
    const std::int64_t first = std::min(own.last, place(rows.first + kPlaceUnit - 1));
    const std::int64_t last = rows.last == own.last ? own.last : place(rows.last);
    return {first, std::max(first, last)};
}

}  // namespace

template <Element T>
std::vector<RowRange> solver_blocks(const SparseMatrix<T>& A, const RowRange& own, SparseFormat format,
                                    const BlockLimits& limits) {
    const auto nonzeros = [&](const RowRange& rows) {
        return A.row_start()[static_cast<std::size_t>(rows.last)] -
               A.row_start()[static_cast<std::size_t>(rows.first)];
    };
    RowRange inner = own;
    if (own.size() < A.rows() && keeps_sums(format)) {
        inner = between_blocks(inner_rows(A, own), own);
        if (nonzeros(inner) < std::max(limits.least_inner, nonzeros(own) / 2)) inner = own;
    }
    std::vector<RowRange> blocks;
    for (const RowRange& rows : {inner, RowRange{own.first, inner.first}, RowRange{inner.last, own.last}})
        for (const RowRange& block : row_blocks(A.row_start(), rows, limits.most, kPlaceUnit))
            blocks.push_back(block);
    return blocks;
}

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

#define HG_INSTANTIATE(T)                                                                               \
    template std::vector<RowRange> solver_blocks(const SparseMatrix<T>&, const RowRange&, SparseFormat, \
                                                 const BlockLimits&);
HG_FOR_EACH_ELEMENT(HG_INSTANTIATE)
#undef HG_INSTANTIATE

}  // namespace hg::sparse
