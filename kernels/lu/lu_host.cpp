#include "kernels/lu/lu_host.hpp"

#include <algorithm>
#include <complex>
#include <limits>
#include <utility>

#include "host_blas/cpu_blas.hpp"
#include "host_blas/element_arithmetic.hpp"
#include "host_blas/product/host_trsm.hpp"

namespace hg::kernels {
namespace {

/// Panels of so few columns are factored column by column.
constexpr std::int64_t kNarrow = 8;

template <class T>
void interchange(std::int64_t first_row, std::int64_t pivots, const std::int32_t* rows, std::int64_t n, T* a,
                 std::int64_t lda) {
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = first_row; i < first_row + pivots; ++i)
            if (rows[i] != i) std::swap(a[i + j * lda], a[rows[i] + j * lda]);
}

/// The first row from `first` on with the largest magnitude; NaN counts as zero.
template <class T>
std::int64_t pivot_row(std::int64_t first, std::int64_t m, const T* column) {
    std::int64_t best = first;
    PartOf<T> largest = 0;
    for (std::int64_t i = first; i < m; ++i)
        if (magnitude(column[i]) > largest) {
            largest = magnitude(column[i]);
            best = i;
        }
    return best;
}

/// Divides by a pivot, through its reciprocal if that is a normal number, as LAPACK does.
template <class T>
void divide(std::int64_t count, T* x, T pivot) {
    if (magnitude(pivot) >= std::numeric_limits<PartOf<T>>::min()) {
        const T reciprocal = T{1} / pivot;
        for (std::int64_t i = 0; i < count; ++i) x[i] *= reciprocal;
    } else if (pivot != T{0}) {
        for (std::int64_t i = 0; i < count; ++i) x[i] /= pivot;
    }
}

/// Factors columns [j, j + n) of rows [j, m); interchanges whole rows of these columns alone.
template <class T>
void factor_narrow(std::int64_t m, std::int64_t j, std::int64_t n, T* a, std::int64_t lda,
                   std::int32_t* pivots) {
    for (std::int64_t c = j; c < j + n; ++c) {
        T* column = a + c * lda;
        pivots[c] = static_cast<std::int32_t>(pivot_row(c, m, column));
        interchange(c, 1, pivots, n, a + j * lda, lda);
        divide(m - c - 1, column + c + 1, column[c]);
        for (std::int64_t x = c + 1; x < j + n; ++x) {
            T* other = a + x * lda;
            for (std::int64_t i = c + 1; i < m; ++i) other[i] -= column[i] * other[c];
        }
    }
}

template <class T>
void factor_recursively(std::int64_t m, std::int64_t j, std::int64_t n, T* a, std::int64_t lda,
                        std::int32_t* pivots) {
    if (n <= kNarrow) return factor_narrow(m, j, n, a, lda, pivots);
    const std::int64_t left = n / 2;
    const std::int64_t right = n - left;
    const std::int64_t middle = j + left;
    T* right_columns = a + middle * lda;
    factor_recursively(m, j, left, a, lda, pivots);
    interchange(j, left, pivots, right, right_columns, lda);
    solve_lower_unit_on_host(left, right, a + j + j * lda, lda, right_columns + j, lda);
    cpu_gemm<T>(false, false, m - middle, right, left, T{-1}, a + middle + j * lda, lda, right_columns + j,
                lda, T{1}, right_columns + middle, lda);
    factor_recursively(m, middle, right, a, lda, pivots);
    interchange(middle, right, pivots, left, a + j * lda, lda);
}

/// Zeros are not divided by, and BLAS may multiply by reciprocals, which subnormal numbers do not have.
template <class T>
bool has_tiny_pivot(std::int64_t k, const T* u, std::int64_t ldu) {
    for (std::int64_t i = 0; i < k; ++i)
        if (magnitude(u[i + i * ldu]) < std::numeric_limits<PartOf<T>>::min()) return true;
    return false;
}

/// A := A inv(U), column by column, without division by zeros.
template <class T>
void solve_right_by_columns(std::int64_t m, std::int64_t k, const T* u, std::int64_t ldu, T* a,
                            std::int64_t lda) {
    for (std::int64_t c = 0; c < k; ++c) {
        T* column = a + c * lda;
        for (std::int64_t p = 0; p < c; ++p)
            for (std::int64_t i = 0; i < m; ++i) column[i] -= a[i + p * lda] * u[p + c * ldu];
        divide(m, column, u[c + c * ldu]);
    }
}

}  // namespace

template <class T>
void solve_lower_unit_on_host(std::int64_t k, std::int64_t n, const T* l, std::int64_t ldl, T* b,
                              std::int64_t ldb) {
    host_trsm<T>({.unit = true}, k, n, l, ldl, b, ldb);
}

template <class T>
void solve_right_upper_on_host(std::int64_t m, std::int64_t k, const T* u, std::int64_t ldu, T* a,
                               std::int64_t lda) {
    if (has_tiny_pivot(k, u, ldu)) return solve_right_by_columns(m, k, u, ldu, a, lda);
    cpu_trsm<T>({.right = true, .upper = true}, m, k, T{1}, u, ldu, a, lda);
}

template <class T>
void factor_panel(std::int64_t m, std::int64_t n, T* a, std::int64_t lda, std::int32_t* pivots) {
    factor_recursively(m, 0, n, a, lda, pivots);
}

template <class T>
void factor_diagonal(std::int64_t n, T* a, std::int64_t lda) {
    for (std::int64_t j = 0; j < n; ++j) {
        T* column = a + j * lda;
        divide(n - j - 1, column + j + 1, column[j]);
        for (std::int64_t c = j + 1; c < n; ++c)
            for (std::int64_t i = j + 1; i < n; ++i) a[i + c * lda] -= column[i] * a[j + c * lda];
    }
}

#define HG_INSTANTIATE(T)                                                                           \
    template void factor_panel(std::int64_t, std::int64_t, T*, std::int64_t, std::int32_t*);        \
    template void factor_diagonal(std::int64_t, T*, std::int64_t);                                  \
    template void solve_lower_unit_on_host(std::int64_t, std::int64_t, const T*, std::int64_t, T*,  \
                                           std::int64_t);                                           \
    template void solve_right_upper_on_host(std::int64_t, std::int64_t, const T*, std::int64_t, T*, \
                                            std::int64_t);
HG_INSTANTIATE(double)
HG_INSTANTIATE(float)
HG_INSTANTIATE(std::complex<double>)
HG_INSTANTIATE(std::complex<float>)
#undef HG_INSTANTIATE

}  // namespace hg::kernels
