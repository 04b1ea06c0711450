#include <algorithm>
#include <bit>
#include <complex>
#include <utility>

#include "sparse/matrix/buckets.hpp"
#include "sparse/matrix/check_csr.hpp"
#include "sparse/matrix/fingerprint.hpp"
#include "sparse/matrix/prefix_sum.hpp"
#include "sparse/matrix/row_lengths.hpp"
#include "sparse/matrix/transpose.hpp"
#include <hg/sparse/sparse_matrix.hpp>

namespace hg {
namespace sparse {
namespace {

/// Elements of a row that differ in their columns.
template <class Column>
std::int64_t distinct(const Column* column, std::int64_t first, std::int64_t last) noexcept {
    std::int64_t count = first < last ? 1 : 0;
    for (std::int64_t k = first + 1; k < last; ++k) count += column[k] != column[k - 1] ? 1 : 0;
    return count;
}

/// Writes one row of the result, from `to` on.
template <class Column, Element T>
void sum_row(const Column* column, const T* value, std::int64_t first, std::int64_t last, Column* to_column,
             T* to_value) noexcept {
    std::int64_t to = -1;
    for (std::int64_t k = first; k < last; ++k) {
        if (k > first && column[k] == column[k - 1]) {
            to_value[to] += value[k];
            continue;
        }
        ++to;
        to_column[to] = column[k];
        to_value[to] = value[k];
    }
}

/// The same matrix with each element once: the sum of those of its place, in their order. Rows must be
/// sorted.
template <Element T>
CsrArrays<T> summed_duplicates(CsrArrays<T> arrays) {
    const std::int64_t* start = arrays.row_start.data();
    HostArray<std::int64_t> row_start(arrays.rows + 1);
    const std::int64_t nonzeros = with_columns(arrays, [&](const auto* column) {
        const auto length = [&](std::int64_t i) { return distinct(column, start[i], start[i + 1]); };
        return prefix_sum(arrays.rows, length, row_start.data());
    });
    if (nonzeros == arrays.value.size()) return arrays;
    CsrArrays<T> made = unset_csr<T>(arrays.rows, arrays.cols, nonzeros);
    made.row_start = std::move(row_start);
    with_columns(made, [&]<class Column>(Column* to) {
        const Column* column = nullptr;
        if constexpr (sizeof(Column) == sizeof(std::int32_t))
            column = arrays.column.data();
        else
            column = arrays.wide_column.data();
        for_each_row(arrays.row_start.span(), [&](std::int64_t i) {
            sum_row(column, arrays.value.data(), start[i], start[i + 1], to + made.row_start[i],
                    made.value.data() + made.row_start[i]);
        });
    });
    return made;
}

/// Calls visit(part, take) as into_buckets() wants it, for entries with these keys.
template <class Index>
auto by_keys(const Index* key, std::int64_t entries, std::int64_t parts) {
    return [=](std::int64_t part, const auto& take) {
        const std::int64_t last = begin_of_share(part + 1, parts, entries);
        for (auto k = begin_of_share(part, parts, entries); k < last; ++k)
            take(static_cast<std::int64_t>(key[k]), k);
    };
}

template <class Index>
void check_coo(std::int64_t rows, std::int64_t cols, std::span<const Index> row,
               std::span<const Index> column, std::size_t values) {
    check_size("from_coo", rows, cols);
    require_argument(row.size() == values && column.size() == values, "from_coo", 5, "value",
                     "there are " + std::to_string(values) + " values, " + std::to_string(row.size()) +
                         " rows and " + std::to_string(column.size()) +
                         " columns; each nonzero has one of each");
    check_indices("from_coo", 3, "row", row, rows);
    check_indices("from_coo", 4, "column", column, cols);
}

/// Elements by ascending columns, those of one column in the order in which they came. Columns are sorted by
/// one digit after the other, the last one first. A digit has about as many values as there are elements, so
/// counts take no more memory than those.
template <class Index>
HostArray<std::int64_t> sorted_by_column(std::int64_t cols, std::span<const Index> column) {
    constexpr int kLeastBits = 16;
    const auto entries = static_cast<std::int64_t>(column.size());
    const int bits = std::max(kLeastBits, static_cast<int>(std::bit_width(column.size())));
    const std::int64_t mask = (std::int64_t{1} << bits) - 1, buckets = std::min(cols, mask + 1);
    const std::int64_t parts = parts_for_buckets(entries, buckets);
    HostArray<std::int64_t> order, start(buckets + 1);
    int shift = 0;
    std::int64_t largest = cols - 1;  // of what is left of the columns
    do {
        HostArray<std::int64_t> next(entries);
        const auto visit = [&](std::int64_t part, const auto& take) {
            const std::int64_t last = begin_of_share(part + 1, parts, entries);
            for (auto i = begin_of_share(part, parts, entries); i < last; ++i) {
                const std::int64_t k = shift == 0 ? i : order[i];
                take((static_cast<std::int64_t>(column[static_cast<std::size_t>(k)]) >> shift) & mask, k);
            }
        };
        const auto place = [&](std::int64_t position, std::int64_t k) { next[position] = k; };
        into_buckets(buckets, parts, visit, place, start.data());
        order = std::move(next);
        largest >>= bits;
        shift += bits;
    } while (largest > 0);
    return order;
}

/// Rows sorted by columns, of elements in any order; those of one place stay in their order. Throws what
/// from_coo() throws, but for elements that repeat. First by columns, then by rows: both keep the order of
/// equal keys, as in a radix sort.
template <Element T, class Index>
CsrArrays<T> csr_of_coo(std::int64_t rows, std::int64_t cols, std::span<const Index> row,
                        std::span<const Index> column, std::span<const T> value) {
    check_coo(rows, cols, row, column, value.size());
    const auto entries = static_cast<std::int64_t>(value.size());
    const HostArray<std::int64_t> by_column = sorted_by_column(cols, column);
    HostArray<Index> rows_by_column(entries);
    for_each_index(entries,
                   [&](std::int64_t i) { rows_by_column[i] = row[static_cast<std::size_t>(by_column[i])]; });
    CsrArrays<T> made = unset_csr<T>(rows, cols, entries);
    const std::int64_t parts = parts_for_buckets(entries, rows);
    with_columns(made, [&]<class To>(To* to) {
        const auto place = [&](std::int64_t position, std::int64_t i) {
            const auto k = static_cast<std::size_t>(by_column[i]);
            to[position] = static_cast<To>(column[k]);
            made.value[position] = value[k];
        };
        into_buckets(rows, parts, by_keys(rows_by_column.data(), entries, parts), place,
                     made.row_start.data());
    });
    return made;
}

/// Copies of what from_csr() is given, checked but for the order within rows.
template <Element T, class Index>
CsrArrays<T> copied_csr(std::int64_t rows, std::int64_t cols, std::span<const Index> row_start,
                        std::span<const Index> column, std::span<const T> value) {
    check_size("from_csr", rows, cols);
    const auto nonzeros = static_cast<std::int64_t>(value.size());
    require_argument(column.size() == value.size(), "from_csr", 5, "value",
                     "there are " + std::to_string(nonzeros) + " values and " +
                         std::to_string(column.size()) + " columns; each nonzero has one of both");
    check_row_start("from_csr", rows, row_start, nonzeros);
    check_indices("from_csr", 4, "column", column, cols);
    CsrArrays<T> made = unset_csr<T>(rows, cols, nonzeros);
    for_each_index(rows + 1,
                   [&](std::int64_t i) { made.row_start[i] = row_start[static_cast<std::size_t>(i)]; });
    with_columns(made, [&]<class To>(To* to) {
        for_each_index(nonzeros, [&](std::int64_t k) {
            to[k] = static_cast<To>(column[static_cast<std::size_t>(k)]);
            made.value[k] = value[static_cast<std::size_t>(k)];
        });
    });
    return made;
}

/// One array of columns, of the width that the number of columns asks for.
template <Element T>
void check_arrays(const CsrArrays<T>& arrays) {
    check_size("adopt", arrays.rows, arrays.cols);
    const std::int64_t nonzeros = arrays.value.size();
    const bool wide = has_wide_columns(arrays.cols);
    require_argument((wide ? arrays.wide_column.size() : arrays.column.size()) == nonzeros &&
                         (wide ? arrays.column.size() : arrays.wide_column.size()) == 0,
                     "adopt", 1, "arrays",
                     std::string(wide ? "wide_column" : "column") +
                         " alone must have a column for each of the " + std::to_string(nonzeros) + " values");
    check_row_start("adopt", arrays.rows, arrays.row_start.span(), nonzeros);
    if (wide)
        check_indices("adopt", 4, "column", arrays.wide_column.span(), arrays.cols);
    else
        check_indices("adopt", 4, "column", arrays.column.span(), arrays.cols);
    check_order("adopt", arrays, false);
}

/// The same with ascending columns; equal ones stay in their order. To transpose twice does that, unless the
/// transposed matrix has too many rows.
template <Element T>
CsrArrays<T> sorted_rows(const CsrArrays<T>& arrays) {
    const std::int64_t nonzeros = arrays.value.size();
    if (arrays.cols <= most_rows(nonzeros)) return transpose(transpose(arrays));
    HostArray<std::int64_t> row(nonzeros), column(nonzeros);
    with_columns(arrays, [&](const auto* from) {
        for_rows(arrays.row_start.span(), [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t i = first; i < last; ++i)
                for (std::int64_t k = arrays.row_start[i]; k < arrays.row_start[i + 1]; ++k)
                    row[k] = i, column[k] = from[k];
        });
    });
    const auto read = [](const auto& array) { return array.span(); };
    return csr_of_coo(arrays.rows, arrays.cols, read(row), read(column), arrays.value.span());
}

}  // namespace
}  // namespace sparse

template <Element T>
SparseMatrix<T>::SparseMatrix() {
    CsrArrays<T> empty = sparse::unset_csr<T>(0, 0, 0);
    empty.row_start[0] = 0;
    arrays_ = std::make_shared<const CsrArrays<T>>(std::move(empty));
}

template <Element T>
SparseMatrix<T> SparseMatrix<T>::mended(CsrArrays<T> arrays, SparseInput input) {
    if (input.sort) arrays = sparse::sorted_rows(arrays);
    sparse::check_order("from_csr", arrays, input.sum_duplicates);
    if (input.sum_duplicates) arrays = sparse::summed_duplicates(std::move(arrays));
    return SparseMatrix(std::make_shared<const CsrArrays<T>>(std::move(arrays)));
}

template <Element T>
SparseMatrix<T> SparseMatrix<T>::from_csr(std::int64_t rows, std::int64_t cols,
                                          std::span<const std::int32_t> row_start,
                                          std::span<const std::int32_t> column, std::span<const T> value,
                                          SparseInput input) {
    return mended(sparse::copied_csr(rows, cols, row_start, column, value), input);
}

template <Element T>
SparseMatrix<T> SparseMatrix<T>::from_csr(std::int64_t rows, std::int64_t cols,
                                          std::span<const std::int64_t> row_start,
                                          std::span<const std::int64_t> column, std::span<const T> value,
                                          SparseInput input) {
    return mended(sparse::copied_csr(rows, cols, row_start, column, value), input);
}

template <Element T>
SparseMatrix<T> SparseMatrix<T>::from_coo(std::int64_t rows, std::int64_t cols,
                                          std::span<const std::int32_t> row,
                                          std::span<const std::int32_t> column, std::span<const T> value,
                                          bool sum_duplicates) {
    sparse::check_rows("from_coo", 1, "rows", rows, static_cast<std::int64_t>(value.size()));
    CsrArrays<T> arrays = sparse::csr_of_coo(rows, cols, row, column, value);
    return mended(std::move(arrays), {.sum_duplicates = sum_duplicates});
}

template <Element T>
SparseMatrix<T> SparseMatrix<T>::from_coo(std::int64_t rows, std::int64_t cols,
                                          std::span<const std::int64_t> row,
                                          std::span<const std::int64_t> column, std::span<const T> value,
                                          bool sum_duplicates) {
    sparse::check_rows("from_coo", 1, "rows", rows, static_cast<std::int64_t>(value.size()));
    CsrArrays<T> arrays = sparse::csr_of_coo(rows, cols, row, column, value);
    return mended(std::move(arrays), {.sum_duplicates = sum_duplicates});
}

template <Element T>
SparseMatrix<T> SparseMatrix<T>::adopt(CsrArrays<T> arrays) {
    sparse::check_arrays(arrays);
    return SparseMatrix(std::make_shared<const CsrArrays<T>>(std::move(arrays)));
}

template <Element T>
bool SparseMatrix<T>::is_wide() const noexcept {
    return sparse::has_wide_columns(cols());
}

template <Element T>
SparseMatrix<T> SparseMatrix<T>::transposed() const {
    sparse::check_rows("transposed", 1, "A", cols(), nonzeros());
    return SparseMatrix(std::make_shared<const CsrArrays<T>>(sparse::transpose(*arrays_)));
}

template <Element T>
SparseMatrix<T> SparseMatrix<T>::adjoint() const {
    sparse::check_rows("adjoint", 1, "A", cols(), nonzeros());
    return SparseMatrix(
        std::make_shared<const CsrArrays<T>>(sparse::with_columns(*arrays_, [&](const auto* column) {
            return sparse::transpose(rows(), cols(), row_start(), column, values().data(), true);
        })));
}

template <Element T>
SparseStructure SparseMatrix<T>::structure() const {
    return sparse::row_lengths(cols(), row_start());
}

template <Element T>
std::uint64_t SparseMatrix<T>::fingerprint() const {
    return sparse::with_columns(
        *arrays_, [&](const auto* column) { return sparse::fingerprint(cols(), row_start(), column); });
}

template class SparseMatrix<float>;
template class SparseMatrix<double>;
template class SparseMatrix<std::complex<float>>;
template class SparseMatrix<std::complex<double>>;

}  // namespace hg
