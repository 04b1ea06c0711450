#pragma once

#include <cstdint>

namespace hg::kernels {

/// C := alpha op(A) op(B) + beta C by three plain loops, column-major. op(A) is m x k, op(B) is k x n, C is
/// m x n; the flags say whether A and B are transposed. Every element of C is a fused multiply-add over k in
/// ascending order from zero, then alpha * sum (+ beta * C): what the kernels compute, bit by bit, on a
/// device with fused multiply-add. With `overwrite` C is not read and beta counts as zero.
template <class T>
void reference_gemm(bool transpose_a, bool transpose_b, std::int64_t m, std::int64_t n, std::int64_t k,
                    T alpha, const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c,
                    std::int64_t ldc, bool overwrite);

extern template void reference_gemm<float>(bool, bool, std::int64_t, std::int64_t, std::int64_t, float,
                                           const float*, std::int64_t, const float*, std::int64_t, float,
                                           float*, std::int64_t, bool);
extern template void reference_gemm<double>(bool, bool, std::int64_t, std::int64_t, std::int64_t, double,
                                            const double*, std::int64_t, const double*, std::int64_t, double,
                                            double*, std::int64_t, bool);

}  // namespace hg::kernels
