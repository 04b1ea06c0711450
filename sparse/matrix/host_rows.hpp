#pragma once

#include <cstdint>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/sparse/fused_products.hpp"
#include "sparse/matrix/matrix_columns.hpp"
#include "sparse/matrix/row_shares.hpp"

namespace hg::sparse {

/// y := alpha A x + beta y for rows from `first` to `last` - 1, whose elements of y begin at y[first]. alpha is not 0.
template <Element T>
void host_rows(const SparseMatrix<T>& A, std::int64_t first, std::int64_t last, T alpha, const T* x, T beta,
               T* y) {
    const std::int64_t* start = A.row_start().data();
    const T* value = A.values().data();
    with_columns(A, [&](const auto* column) {
        const auto rows = A.row_start().subspan(static_cast<std::size_t>(first),
                                                static_cast<std::size_t>(last - first) + 1);
        for_rows(rows, [=](std::int64_t begin, std::int64_t end) {
            kernels::with_fused_products([=] {
                for (std::int64_t i = first + begin; i < first + end; ++i) {
                    T sum{0};
                    for (std::int64_t k = start[i]; k < start[i + 1]; ++k)
                        sum = multiply_add(value[k], x[column[k]], sum);
                    const T product = multiply(alpha, sum);
                    y[i] = beta == T{0} ? product : scaled_sum(beta, y[i], product);
                }
            });
        });
    });
}

/// y := beta y; beta = 0 does not read it, beta = 1 leaves it.
template <Element T>
void host_scale(T beta, std::int64_t n, T* y) {
    if (beta == T{1}) return;
    for_each_index(n, [=](std::int64_t i) { y[i] = beta == T{0} ? T{0} : multiply(beta, y[i]); });
}

}  // namespace hg::sparse
