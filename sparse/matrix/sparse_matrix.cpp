#include <complex>
#include <utility>

#include "sparse/matrix/check_csr.hpp"
#include "sparse/matrix/duplicates.hpp"
#include "sparse/matrix/fingerprint.hpp"
#include "sparse/matrix/from_coo.hpp"
#include "sparse/matrix/row_lengths.hpp"
#include "sparse/matrix/transpose.hpp"
#include <hg/sparse/sparse_matrix.hpp>

namespace hg {
namespace {

/// Copies of what from_csr() is given, checked but for the order within rows.
template <Element T, class Index>
CsrArrays<T> copied_csr(std::int64_t rows, std::int64_t cols, std::span<const Index> row_start,
                        std::span<const Index> column, std::span<const T> value) {
    sparse::check_size("from_csr", rows, cols);
    const auto nonzeros = static_cast<std::int64_t>(value.size());
    require_argument(column.size() == value.size(), "from_csr", 5, "value",
                     "there are " + std::to_string(nonzeros) + " values and " +
                         std::to_string(column.size()) + " columns; each nonzero has one of both");
    sparse::check_row_start("from_csr", rows, row_start, nonzeros);
    sparse::check_indices("from_csr", 4, "column", column, cols);
    CsrArrays<T> made = sparse::unset_csr<T>(rows, cols, nonzeros);
    sparse::for_ranges(rows + 1, [&](std::int64_t first, std::int64_t last) {
        std::copy(row_start.data() + first, row_start.data() + last, made.row_start.data() + first);
    });
    sparse::with_columns(made, [&]<class To>(To* to) {
        sparse::for_ranges(nonzeros, [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t k = first; k < last; ++k)
                to[k] = static_cast<To>(column[static_cast<std::size_t>(k)]);
            std::copy(value.data() + first, value.data() + last, made.value.data() + first);
        });
    });
    return made;
}

/// One array of columns, of the width that the number of columns asks for.
template <Element T>
void check_arrays(const CsrArrays<T>& arrays) {
    sparse::check_size("adopt", arrays.rows, arrays.cols);
    const std::int64_t nonzeros = arrays.value.size();
    const bool wide = sparse::has_wide_columns(arrays.cols);
    require_argument((wide ? arrays.wide_column.size() : arrays.column.size()) == nonzeros &&
                         (wide ? arrays.column.size() : arrays.wide_column.size()) == 0,
                     "adopt", 1, "arrays",
                     std::string(wide ? "wide_column" : "column") +
                         " alone must have a column for each of the " + std::to_string(nonzeros) + " values");
    sparse::check_row_start("adopt", arrays.rows, arrays.row_start.span(), nonzeros);
    if (wide)
        sparse::check_indices("adopt", 4, "column", arrays.wide_column.span(), arrays.cols);
    else
        sparse::check_indices("adopt", 4, "column", arrays.column.span(), arrays.cols);
    sparse::check_order("adopt", arrays, false);
}

/// The same with ascending columns; equal ones stay in their order. To transpose twice does that, unless the
/// transposed matrix has too many rows.
template <Element T>
CsrArrays<T> sorted_rows(const CsrArrays<T>& arrays) {
    const std::int64_t nonzeros = arrays.value.size();
    if (arrays.cols <= sparse::most_rows(nonzeros)) return sparse::transpose(sparse::transpose(arrays));
    HostArray<std::int64_t> row(nonzeros), column(nonzeros);
    sparse::with_columns(arrays, [&](const auto* from) {
        sparse::for_rows(arrays.row_start.span(), [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t i = first; i < last; ++i)
                for (std::int64_t k = arrays.row_start[i]; k < arrays.row_start[i + 1]; ++k)
                    row[k] = i, column[k] = from[k];
        });
    });
    const auto read = [](const auto& array) { return array.span(); };
    return sparse::csr_of_coo(arrays.rows, arrays.cols, read(row), read(column), arrays.value.span());
}

}  // namespace

template <Element T>
SparseMatrix<T>::SparseMatrix() {
    CsrArrays<T> empty = sparse::unset_csr<T>(0, 0, 0);
    empty.row_start[0] = 0;
    arrays_ = std::make_shared<const CsrArrays<T>>(std::move(empty));
}

template <Element T>
SparseMatrix<T> SparseMatrix<T>::mended(CsrArrays<T> arrays, SparseInput input) {
    if (input.sort) arrays = sorted_rows(arrays);
    sparse::check_order("from_csr", arrays, input.sum_duplicates);
    if (input.sum_duplicates) arrays = sparse::summed_duplicates(std::move(arrays));
    return SparseMatrix(std::make_shared<const CsrArrays<T>>(std::move(arrays)));
}

template <Element T>
SparseMatrix<T> SparseMatrix<T>::from_csr(std::int64_t rows, std::int64_t cols,
                                          std::span<const std::int32_t> row_start,
                                          std::span<const std::int32_t> column, std::span<const T> value,
                                          SparseInput input) {
    return mended(copied_csr(rows, cols, row_start, column, value), input);
}

template <Element T>
SparseMatrix<T> SparseMatrix<T>::from_csr(std::int64_t rows, std::int64_t cols,
                                          std::span<const std::int64_t> row_start,
                                          std::span<const std::int64_t> column, std::span<const T> value,
                                          SparseInput input) {
    return mended(copied_csr(rows, cols, row_start, column, value), input);
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
    check_arrays(arrays);
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
