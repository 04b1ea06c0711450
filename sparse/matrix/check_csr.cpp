#include "sparse/matrix/check_csr.hpp"

#include <complex>

#include "sparse/matrix/first_fault.hpp"

namespace hg::sparse {
namespace {

using std::to_string;

std::string element_at(std::int64_t row, std::int64_t column) {
    return "element (" + to_string(row) + ", " + to_string(column) + ")";
}

/// The first place of a row where a column does not follow the one before it.
template <class Column>
std::int64_t first_out_of_order(const Column* column, std::int64_t first, std::int64_t last,
                                bool may_repeat) noexcept {
    for (std::int64_t k = first + 1; k < last; ++k)
        if (column[k] < column[k - 1] || (column[k] == column[k - 1] && !may_repeat)) return k;
    return last;
}

}  // namespace

void check_range(const char* routine, int argument, const char* name, std::int64_t value, std::int64_t least,
                 std::int64_t most) {
    if (value >= least && value <= most) return;
    require_argument(false, routine, argument, name,
                     std::string(name) + " = " + to_string(value) + " must be from " + to_string(least) +
                         " to " + to_string(most));
}

void check_size(const char* routine, std::int64_t rows, std::int64_t cols) {
    check_range(routine, 1, "rows", rows, 0, kMostRows);
    check_range(routine, 2, "cols", cols, 0, kMostRows);
}

std::string rows_needed(std::int64_t nonzeros) {
    return "at most " + to_string(most_rows(nonzeros)) + " rows are taken for " + to_string(nonzeros) +
           " elements: hg keeps a number for each row";
}

void check_rows(const char* routine, int number, const char* name, std::int64_t rows, std::int64_t nonzeros) {
    if (rows <= most_rows(nonzeros)) return;
    require_argument(false, routine, number, name,
                     "makes " + to_string(rows) + " rows; " + rows_needed(nonzeros));
}

template <class Index>
void check_row_start(const char* routine, std::int64_t rows, std::span<const Index> row_start,
                     std::int64_t nonzeros) {
    const auto size = static_cast<std::int64_t>(row_start.size());
    const auto require = [&](bool holds, const auto& condition) {
        if (!holds) require_argument(false, routine, 3, "row_start", condition());
    };
    require(size == rows + 1, [&] {
        return "row_start has " + to_string(size) + " elements; a matrix of " + to_string(rows) +
               " rows needs one more than it has rows";
    });
    require(row_start[0] == 0, [&] { return "row_start[0] = " + to_string(row_start[0]) + " must be 0"; });
    const auto at = [&](std::int64_t i) {
        return static_cast<std::int64_t>(row_start[static_cast<std::size_t>(i)]);
    };
    const std::int64_t fault = first_fault(rows, [&](std::int64_t i) { return at(i + 1) < at(i); });
    require(fault == rows, [&] {
        return "row_start[" + to_string(fault + 1) + "] = " + to_string(at(fault + 1)) +
               " is less than row_start[" + to_string(fault) + "] = " + to_string(at(fault));
    });
    require(at(rows) == nonzeros, [&] {
        return "row_start ends with " + to_string(at(rows)) + "; there are " + to_string(nonzeros) +
               " values";
    });
}

template <class Index>
void check_indices(const char* routine, int argument, const char* what, std::span<const Index> index,
                   std::int64_t count) {
    const auto size = static_cast<std::int64_t>(index.size());
    const auto at = [&](std::int64_t k) {
        return static_cast<std::int64_t>(index[static_cast<std::size_t>(k)]);
    };
    const std::int64_t fault = first_fault(size, [&](std::int64_t k) { return at(k) < 0 || at(k) >= count; });
    if (fault == size) return;
    require_argument(false, routine, argument, what,
                     std::string(what) + "[" + to_string(fault) + "] = " + to_string(at(fault)) +
                         " must be 0 or more and less than " + to_string(count));
}

template <Element T>
void check_order(const char* routine, const CsrArrays<T>& arrays, bool may_repeat) {
    with_columns(arrays, [&](const auto* column) {
        const std::int64_t* start = arrays.row_start.data();
        const auto out_of_order = [&](std::int64_t i) {
            return first_out_of_order(column, start[i], start[i + 1], may_repeat);
        };
        const std::int64_t row = first_faulty_row(
            arrays.row_start.span(), [&](std::int64_t i) { return out_of_order(i) < start[i + 1]; });
        if (row == arrays.rows) return;
        const std::int64_t k = out_of_order(row);
        require_argument(
            false, routine, 4, "column",
            column[k] == column[k - 1]
                ? element_at(row, column[k]) + " is given more than once; sum_duplicates adds them"
                : "row " + to_string(row) + " has column " + to_string(column[k]) + " after column " +
                      to_string(column[k - 1]) + "; columns of a row must ascend, or sort must be set");
    });
}

#define HG_INSTANTIATE(Index)                                                                       \
    template void check_row_start(const char*, std::int64_t, std::span<const Index>, std::int64_t); \
    template void check_indices(const char*, int, const char*, std::span<const Index>, std::int64_t);
HG_INSTANTIATE(std::int32_t)
HG_INSTANTIATE(std::int64_t)
#undef HG_INSTANTIATE
template void check_order(const char*, const CsrArrays<float>&, bool);
template void check_order(const char*, const CsrArrays<double>&, bool);
template void check_order(const char*, const CsrArrays<std::complex<float>>&, bool);
template void check_order(const char*, const CsrArrays<std::complex<double>>&, bool);

}  // namespace hg::sparse
