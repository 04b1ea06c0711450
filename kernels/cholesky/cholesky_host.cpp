#include "kernels/cholesky/cholesky_host.hpp"

#include <cmath>

namespace hg::kernels {

/// Left-looking, so that columns behind one that fails stay as they were.
template <class T>
std::int64_t factor_cholesky(std::int64_t n, T* a, std::int64_t row_step, std::int64_t col_step) {
    const auto A = [=](std::int64_t i, std::int64_t j) -> T& { return a[i * row_step + j * col_step]; };
    for (std::int64_t j = 0; j < n; ++j) {
        for (std::int64_t p = 0; p < j; ++p) A(j, j) -= A(j, p) * A(j, p);
        if (!(A(j, j) > 0)) return j + 1;
        A(j, j) = std::sqrt(A(j, j));
        for (std::int64_t p = 0; p < j; ++p)
            for (std::int64_t i = j + 1; i < n; ++i) A(i, j) -= A(i, p) * A(j, p);
        for (std::int64_t i = j + 1; i < n; ++i) A(i, j) /= A(j, j);
    }
    return 0;
}

/// L becomes W := L^-1, from its last column on, and W the product W^T W, from its first row on.
template <class T>
void invert_cholesky(std::int64_t n, T* a, std::int64_t row_step, std::int64_t col_step) {
    const auto A = [=](std::int64_t i, std::int64_t j) -> T& { return a[i * row_step + j * col_step]; };
    for (std::int64_t j = n - 1; j >= 0; --j) {
        A(j, j) = 1 / A(j, j);
        for (std::int64_t p = n - 1; p > j; --p) {
            const T factor = -A(p, j) * A(j, j);
            for (std::int64_t i = p + 1; i < n; ++i) A(i, j) += factor * A(i, p);
            A(p, j) = factor * A(p, p);
        }
    }
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j <= i; ++j) {
            T sum = 0;
            for (std::int64_t p = i; p < n; ++p) sum += A(p, i) * A(p, j);
            A(i, j) = sum;
        }
}

template std::int64_t factor_cholesky(std::int64_t, double*, std::int64_t, std::int64_t);
template std::int64_t factor_cholesky(std::int64_t, float*, std::int64_t, std::int64_t);
template void invert_cholesky(std::int64_t, double*, std::int64_t, std::int64_t);
template void invert_cholesky(std::int64_t, float*, std::int64_t, std::int64_t);

}  // namespace hg::kernels
