#pragma once

#include <span>

#include "host_blas/element_arithmetic.hpp"
#include "sparse/matrix/buckets.hpp"
#include "sparse/matrix/csr.hpp"

namespace hg::sparse {

/// The transposed matrix of arrays whose indices are in range; columns may stand in any order and repeat.
/// Nonzeros of a row of the result stand by ascending columns, and those of one element in the order in which
/// they came.
template <class Column, Element T>
CsrArrays<T> transpose(std::int64_t rows, std::int64_t cols, std::span<const std::int64_t> row_start,
                       const Column* column, const T* value, bool conjugated) {
    const std::int64_t nonzeros = row_start.back();
    CsrArrays<T> made = unset_csr<T>(cols, rows, nonzeros);
    const std::int64_t parts = parts_for_buckets(nonzeros, cols);
    const auto visit = [&](std::int64_t part, const auto& take) {
        for (auto i = first_row_of_share(row_start, part, parts);
             i < first_row_of_share(row_start, part + 1, parts); ++i)
            for (auto k = row_start[static_cast<std::size_t>(i)];
                 k < row_start[static_cast<std::size_t>(i + 1)]; ++k)
                take(static_cast<std::int64_t>(column[k]), i, k);
    };
    with_columns(made, [&]<class To>(To* to) {
        const auto place = [&](std::int64_t position, std::int64_t i, std::int64_t k) {
            to[position] = static_cast<To>(i);
            made.value[position] = conjugated_if(conjugated, value[k]);
        };
        into_buckets(cols, parts, visit, place, made.row_start.data());
    });
    return made;
}

/// The same for arrays of one's own.
template <Element T>
CsrArrays<T> transpose(const CsrArrays<T>& arrays) {
    return with_columns(arrays, [&](const auto* column) {
        return transpose(arrays.rows, arrays.cols, arrays.row_start.span(), column, arrays.value.data(),
                         false);
    });
}

}  // namespace hg::sparse
