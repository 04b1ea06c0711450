#include "sparse/matrix/duplicates.hpp"

#include <complex>

#include "sparse/matrix/prefix_sum.hpp"

namespace hg::sparse {
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

}  // namespace

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
        for_rows(arrays.row_start.span(), [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t i = first; i < last; ++i)
                sum_row(column, arrays.value.data(), start[i], start[i + 1], to + made.row_start[i],
                        made.value.data() + made.row_start[i]);
        });
    });
    return made;
}

template CsrArrays<float> summed_duplicates(CsrArrays<float>);
template CsrArrays<double> summed_duplicates(CsrArrays<double>);
template CsrArrays<std::complex<float>> summed_duplicates(CsrArrays<std::complex<float>>);
template CsrArrays<std::complex<double>> summed_duplicates(CsrArrays<std::complex<double>>);

}  // namespace hg::sparse
