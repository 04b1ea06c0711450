#pragma once

#include <cmath>
#include <cstdint>

namespace hg {

/// C := alpha op(A) op(B) + beta C by three plain loops, column-major. op(A) is m x k, op(B) is k x n, C is
/// m x n; the flags say whether A and B are transposed. Every element of C is a fused multiply-add over k in
/// ascending order from zero, then alpha * sum (+ beta * C): what the kernels compute, bit by bit, on a
/// device with fused multiply-add. With `overwrite` C is not read and beta counts as zero.
template <class T>
void reference_gemm(bool transpose_a, bool transpose_b, std::int64_t m, std::int64_t n, std::int64_t k,
                    T alpha, const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c,
                    std::int64_t ldc, bool overwrite) {
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i) {
            T sum = 0;
            for (std::int64_t p = 0; p < k; ++p) {
                const T a_ip = transpose_a ? a[p + i * lda] : a[i + p * lda];
                const T b_pj = transpose_b ? b[j + p * ldb] : b[p + j * ldb];
                sum = std::fma(a_ip, b_pj, sum);
            }
            T& element = c[i + j * ldc];
            element = overwrite ? alpha * sum : std::fma(beta, element, alpha * sum);
        }
}

}  // namespace hg
