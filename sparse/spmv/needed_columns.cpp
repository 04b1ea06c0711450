#include "sparse/spmv/needed_columns.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <vector>

#include "host_blas/each_element.hpp"
#include "sparse/matrix/first_fault.hpp"
#include "sparse/matrix/matrix_columns.hpp"
#include "sparse/matrix/row_shares.hpp"

namespace hg::sparse {
namespace {

/// Neighbouring columns that are told apart no further.
constexpr std::int64_t kColumnsTogether = 512;
/// Columns without nonzeros that are moved rather than to begin another transfer, at first.
constexpr std::int64_t kGap = 1 << 15;
constexpr std::size_t kMostRanges = 64;

/// The groups of the columns of some nonzeros, in ascending order. There are more groups than nonzeros.
template <class Column>
std::vector<std::int64_t> groups_of(const Column* column, std::int64_t first, std::int64_t last) {
    std::vector<std::int64_t> groups(static_cast<std::size_t>(last - first));
    std::transform(column + first, column + last, groups.begin(),
                   [](Column j) { return j / kColumnsTogether; });
    std::sort(groups.begin(), groups.end());
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
    return groups;
}

/// Which groups of columns have nonzeros in the rows, in ascending order.
template <Element T>
std::vector<std::int64_t> used_groups(const SparseMatrix<T>& A, const RowRange& rows) {
    const std::int64_t first = A.row_start()[static_cast<std::size_t>(rows.first)];
    const std::int64_t last = A.row_start()[static_cast<std::size_t>(rows.last)];
    const std::int64_t groups = (A.cols() + kColumnsTogether - 1) / kColumnsTogether;
    if (groups > last - first)
        return with_columns(A, [&](const auto* column) { return groups_of(column, first, last); });
    std::vector<char> used(static_cast<std::size_t>(groups), 0);
    with_columns(A, [&](const auto* column) {
        for_each_index(last - first, [&](std::int64_t k) {
            std::atomic_ref group(used[static_cast<std::size_t>(column[first + k] / kColumnsTogether)]);
            if (group.load(std::memory_order_relaxed) == 0) group.store(1, std::memory_order_relaxed);
        });
    });
    std::vector<std::int64_t> found;
    for (std::size_t group = 0; group < used.size(); ++group)
        if (used[group] != 0) found.push_back(static_cast<std::int64_t>(group));
    return found;
}

/// The ranges of used groups with at least `gap` columns between them.
ColumnRanges ranges_of(const std::vector<std::int64_t>& used, std::int64_t cols, std::int64_t gap) {
    ColumnRanges ranges;
    std::int64_t first = -1, last = -1;
    for (const std::int64_t group : used) {
        const std::int64_t begin = group * kColumnsTogether;
        if (first >= 0 && begin - last > gap) {
            ranges.add(first, last, kColumnsTogether);
            first = -1;
        }
        if (first < 0) first = begin;
        last = std::min(cols, begin + kColumnsTogether);
    }
    if (first < 0) last = std::min<std::int64_t>(cols, 1), first = 0;
    ranges.add(first, last, kColumnsTogether);
    return ranges;
}

}  // namespace

template <Element T>
ColumnRanges needed_columns(const SparseMatrix<T>& A, const RowRange& rows) {
    const std::vector<std::int64_t> used = used_groups(A, rows);
    std::int64_t gap = kGap;
    ColumnRanges ranges = ranges_of(used, A.cols(), gap);
    while (ranges.ranges().size() > kMostRanges) ranges = ranges_of(used, A.cols(), gap *= 2);
    return ranges;
}

template <Element T>
BlockColumns block_columns(const SparseMatrix<T>& A, const RowRange& rows, const ColumnRanges& of_device) {
    std::atomic<std::int64_t> least{std::numeric_limits<std::int64_t>::max()};
    std::atomic<std::int64_t> least_from_end{0};  // -1 - column
    with_columns(A, [&](const auto* column) {
        for_each_index(rows.size(), [&](std::int64_t i) {
            const std::int64_t first = A.row_start()[static_cast<std::size_t>(rows.first + i)];
            const std::int64_t last = A.row_start()[static_cast<std::size_t>(rows.first + i) + 1];
            if (first == last) return;
            lower_to(least, column[first]);
            lower_to(least_from_end, -1 - static_cast<std::int64_t>(column[last - 1]));
        });
    });
    if (least_from_end == 0) least = of_device.ranges().front().first, least_from_end = -1 - least;
    const auto found = of_device.find(least);
    const std::int64_t offset = (least - found->first) / kPlaceUnit * kPlaceUnit;
    BlockColumns made{.first_place = found->place + offset, .columns = {}};
    const std::int64_t first_column = found->first + offset, end = -least_from_end;
    for (auto range = found; range != of_device.ranges().end() && range->first < end; ++range)
        made.columns.add(std::max(range->first, first_column), std::min(range->last, end), kPlaceUnit);
    return made;
}

#define HG_INSTANTIATE(T)                                                          \
    template ColumnRanges needed_columns(const SparseMatrix<T>&, const RowRange&); \
    template BlockColumns block_columns(const SparseMatrix<T>&, const RowRange&, const ColumnRanges&);
HG_FOR_EACH_ELEMENT(HG_INSTANTIATE)
#undef HG_INSTANTIATE

}  // namespace hg::sparse
