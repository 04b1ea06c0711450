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

template std::int64_t factor_cholesky(std::int64_t, double*, std::int64_t, std::int64_t);
template std::int64_t factor_cholesky(std::int64_t, float*, std::int64_t, std::int64_t);

}  // namespace hg::kernels
