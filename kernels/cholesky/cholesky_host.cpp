#include "kernels/cholesky/cholesky_host.hpp"

#include <cmath>
#include <complex>

#include "host_blas/element_arithmetic.hpp"

namespace hg::kernels {

/// Left-looking, so that columns behind one that fails stay as they were.
template <class T>
std::int64_t factor_cholesky(std::int64_t n, T* a, std::int64_t row_step, std::int64_t col_step) {
    const auto A = [=](std::int64_t i, std::int64_t j) -> T& { return a[i * row_step + j * col_step]; };
    for (std::int64_t j = 0; j < n; ++j) {
        PartOf<T> pivot = std::real(A(j, j));
        for (std::int64_t p = 0; p < j; ++p) pivot -= std::norm(A(j, p));
        A(j, j) = pivot;
        if (!(pivot > 0)) return j + 1;
        const PartOf<T> root = std::sqrt(pivot);
        A(j, j) = root;
        for (std::int64_t p = 0; p < j; ++p)
            for (std::int64_t i = j + 1; i < n; ++i) A(i, j) -= A(i, p) * conjugated_if(true, A(j, p));
        for (std::int64_t i = j + 1; i < n; ++i) A(i, j) /= root;
    }
    return 0;
}

/// L becomes W := L^-1, from its last column on, and W the product W^H W, from its first row on.
template <class T>
void invert_cholesky(std::int64_t n, T* a, std::int64_t row_step, std::int64_t col_step) {
    const auto A = [=](std::int64_t i, std::int64_t j) -> T& { return a[i * row_step + j * col_step]; };
    for (std::int64_t j = n - 1; j >= 0; --j) {
        A(j, j) = T{1} / A(j, j);
        for (std::int64_t p = n - 1; p > j; --p) {
            const T factor = -A(p, j) * A(j, j);
            for (std::int64_t i = p + 1; i < n; ++i) A(i, j) += factor * A(i, p);
            A(p, j) = factor * A(p, p);
        }
    }
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j <= i; ++j) {
            T sum = 0;
            for (std::int64_t p = i; p < n; ++p) sum += conjugated_if(true, A(p, i)) * A(p, j);
            A(i, j) = i == j ? T{std::real(sum)} : sum;
        }
}

#define HG_INSTANTIATE(T)                                                                \
    template std::int64_t factor_cholesky(std::int64_t, T*, std::int64_t, std::int64_t); \
    template void invert_cholesky(std::int64_t, T*, std::int64_t, std::int64_t);
HG_INSTANTIATE(double)
HG_INSTANTIATE(float)
HG_INSTANTIATE(std::complex<double>)
HG_INSTANTIATE(std::complex<float>)
#undef HG_INSTANTIATE

}  // namespace hg::kernels
