#pragma once

#include <cstddef>

/// C := alpha op(A) op(B) + beta C by plain loops, column-major.
template <class T>
void plain_gemm(bool transpose_a, bool transpose_b, std::size_t m, std::size_t n, std::size_t k, T alpha,
                const T* a, std::size_t lda, const T* b, std::size_t ldb, T beta, T* c, std::size_t ldc) {
    for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = 0; i < m; ++i) {
            T sum = 0;
            for (std::size_t p = 0; p < k; ++p)
                sum += (transpose_a ? a[p + i * lda] : a[i + p * lda]) *
                       (transpose_b ? b[j + p * ldb] : b[p + j * ldb]);
            T& element = c[i + j * ldc];
            element = alpha * sum + (beta != 0 ? beta * element : 0);
        }
}
