#include "sparse/solve/solver_blocks.hpp"

#include <algorithm>
#include <atomic>
#include <complex>
#include <limits>

#include "sparse/matrix/first_fault.hpp"
#include "sparse/matrix/matrix_columns.hpp"
#include "sparse/solve/halo.hpp"

namespace hg::sparse {
namespace {

constexpr bool keeps_sums(SparseFormat format) noexcept {
    return format == SparseFormat::csr || format == SparseFormat::sell || format == SparseFormat::ell;
}

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
    const std::int64_t first = place(rows.first + kPlaceUnit - 1);
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

#define HG_INSTANTIATE(T)                                                                               \
    template std::vector<RowRange> solver_blocks(const SparseMatrix<T>&, const RowRange&, SparseFormat, \
                                                 const BlockLimits&);                                   \
    template BlockColumns block_columns(const SparseMatrix<T>&, const RowRange&, const ColumnRanges&);
HG_INSTANTIATE(float)
HG_INSTANTIATE(double)
HG_INSTANTIATE(std::complex<float>)
HG_INSTANTIATE(std::complex<double>)
#undef HG_INSTANTIATE

}  // namespace hg::sparse
