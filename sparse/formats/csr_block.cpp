#include "sparse/formats/csr_block.hpp"

#include <algorithm>
#include <atomic>
#include <string>

#include "host_blas/each_element.hpp"
#include "sparse/matrix/matrix_columns.hpp"
#include "sparse/matrix/row_shares.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::sparse {
namespace {

void check_fits_device(const char* what, std::int64_t count) {
    if (count > kMostOnDevice)
        throw Error(ErrorCode::invalid_argument, "a block of " + std::to_string(count) + " " + what +
                                                     " is too large for a device; it may have " +
                                                     std::to_string(kMostOnDevice));
}

/// Sets the columns of nonzeros by their places. Returns false if one lies beyond the ranges.
template <class Column>
bool place_columns(const ColumnRanges& columns, const Column* from, std::int64_t count,
                   std::int32_t* to) noexcept {
    ColumnRange at;  // the last one found: neighbours lie in one range
    for (std::int64_t k = 0; k < count; ++k) {
        if (!at.holds(from[k])) {
            const auto found = columns.find(from[k]);
            if (found == columns.ranges().end() || !found->holds(from[k])) return false;
            at = *found;
        }
        to[k] = static_cast<std::int32_t>(at.place + (from[k] - at.first));
    }
    return true;
}

}  // namespace

template <Element T>
CsrBlock<T> csr_block(const SparseMatrix<T>& A, const RowRange& rows, const ColumnRanges& columns) {
    const auto starts = A.row_start().subspan(static_cast<std::size_t>(rows.first),
                                              static_cast<std::size_t>(rows.size()) + 1);
    const std::int64_t first = starts.front(), nonzeros = starts.back() - first;
    CsrBlock<T> made;
    made.rows = rows.size();
    made.cols = columns.size();
    check_fits_device("rows", made.rows);
    check_fits_device("columns", made.cols);
    check_fits_device("nonzeros", nonzeros);
    made.row_start = HostArray<std::int32_t>(made.rows + 1);
    made.column = HostArray<std::int32_t>(nonzeros);
    made.value = HostArray<T>(nonzeros);
    for_each_index(made.rows + 1, [&](std::int64_t i) {
        made.row_start[i] = static_cast<std::int32_t>(starts[static_cast<std::size_t>(i)] - first);
    });
    std::atomic<bool> inside{true};
    with_columns(A, [&](const auto* column) {
        for_ranges(nonzeros, [&](std::int64_t begin, std::int64_t end) {
            if (!place_columns(columns, column + first + begin, end - begin, made.column.data() + begin))
                inside = false;
            std::copy_n(A.values().data() + first + begin, end - begin, made.value.data() + begin);
        });
    });
    if (!inside) throw Error(ErrorCode::invalid_argument, "a block has nonzeros beyond its columns");
    return made;
}

#define HG_INSTANTIATE(T) \
    template CsrBlock<T> csr_block(const SparseMatrix<T>&, const RowRange&, const ColumnRanges&);
HG_FOR_EACH_ELEMENT(HG_INSTANTIATE)
#undef HG_INSTANTIATE

}  // namespace hg::sparse
