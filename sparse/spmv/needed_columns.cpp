#include "sparse/spmv/needed_columns.hpp"

#include <algorithm>
#include <atomic>
#include <complex>
#include <limits>
#include <vector>

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

/// Which groups of columns have nonzeros in the rows.
template <Element T>
std::vector<char> used_groups(const SparseMatrix<T>& A, const RowRange& rows) {
    std::vector<char> used(static_cast<std::size_t>((A.cols() + kColumnsTogether - 1) / kColumnsTogether), 0);
    const std::int64_t first = A.row_start()[static_cast<std::size_t>(rows.first)];
    const std::int64_t last = A.row_start()[static_cast<std::size_t>(rows.last)];
    with_columns(A, [&](const auto* column) {
        for_ranges(last - first, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t k = first + begin; k < first + end; ++k) {
                std::atomic_ref group(used[static_cast<std::size_t>(column[k] / kColumnsTogether)]);
                if (group.load(std::memory_order_relaxed) == 0) group.store(1, std::memory_order_relaxed);
            }
        });
    });
    return used;
}

/// The ranges of used groups with at least `gap` columns between them.
ColumnRanges ranges_of(const std::vector<char>& used, std::int64_t cols, std::int64_t gap) {
    ColumnRanges ranges;
    std::int64_t first = -1, last = -1;
    for (std::size_t group = 0; group < used.size(); ++group) {
        if (used[group] == 0) continue;
        const std::int64_t begin = static_cast<std::int64_t>(group) * kColumnsTogether;
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
    const std::vector<char> used = used_groups(A, rows);
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
        for_ranges(rows.size(), [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = rows.first + begin; i < rows.first + end; ++i) {
                const std::int64_t first = A.row_start()[static_cast<std::size_t>(i)];
                const std::int64_t last = A.row_start()[static_cast<std::size_t>(i) + 1];
                if (first == last) continue;
                lower_to(least, column[first]);
                lower_to(least_from_end, -1 - static_cast<std::int64_t>(column[last - 1]));
            }
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
HG_INSTANTIATE(float)
HG_INSTANTIATE(double)
HG_INSTANTIATE(std::complex<float>)
HG_INSTANTIATE(std::complex<double>)
#undef HG_INSTANTIATE

}  // namespace hg::sparse
