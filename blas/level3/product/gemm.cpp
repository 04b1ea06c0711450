#include "blas/call/routine_call.hpp"
#include "blas/level3/product/gemm_call.hpp"
#include <hg/blas/async.hpp>
#include <hg/blas/gemm.hpp>

namespace hg {

template <class T>
void gemm(Session& session, Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k,
          T alpha, const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta, T* C,
          std::int64_t ldc) {
    routine_call(&session, layout, GemmCall<T>{{op_a, op_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc}});
}

template <class T>
void gemm(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
          const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta, T* C, std::int64_t ldc) {
    routine_call(nullptr, layout, GemmCall<T>{{op_a, op_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc}});
}

template <class T>
Call gemm_async(Session& session, Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n,
                std::int64_t k, T alpha, const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta,
                T* C, std::int64_t ldc) {
    return routine_call_async(&session, layout,
                              GemmCall<T>{{op_a, op_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc}});
}

template <class T>
Call gemm_async(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
                const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta, T* C, std::int64_t ldc) {
    return routine_call_async(nullptr, layout,
                              GemmCall<T>{{op_a, op_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc}});
}

template void gemm<float>(Session&, Layout, Op, Op, std::int64_t, std::int64_t, std::int64_t, float,
                          const float*, std::int64_t, const float*, std::int64_t, float, float*,
                          std::int64_t);
template void gemm<double>(Session&, Layout, Op, Op, std::int64_t, std::int64_t, std::int64_t, double,
                           const double*, std::int64_t, const double*, std::int64_t, double, double*,
                           std::int64_t);
template void gemm<float>(Layout, Op, Op, std::int64_t, std::int64_t, std::int64_t, float, const float*,
                          std::int64_t, const float*, std::int64_t, float, float*, std::int64_t);
template void gemm<double>(Layout, Op, Op, std::int64_t, std::int64_t, std::int64_t, double, const double*,
                           std::int64_t, const double*, std::int64_t, double, double*, std::int64_t);

template Call gemm_async<float>(Session&, Layout, Op, Op, std::int64_t, std::int64_t, std::int64_t, float,
                                const float*, std::int64_t, const float*, std::int64_t, float, float*,
                                std::int64_t);
template Call gemm_async<double>(Session&, Layout, Op, Op, std::int64_t, std::int64_t, std::int64_t, double,
                                 const double*, std::int64_t, const double*, std::int64_t, double, double*,
                                 std::int64_t);
template Call gemm_async<float>(Layout, Op, Op, std::int64_t, std::int64_t, std::int64_t, float, const float*,
                                std::int64_t, const float*, std::int64_t, float, float*, std::int64_t);
template Call gemm_async<double>(Layout, Op, Op, std::int64_t, std::int64_t, std::int64_t, double,
                                 const double*, std::int64_t, const double*, std::int64_t, double, double*,
                                 std::int64_t);

void dgemm(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k, double alpha,
           const double* A, std::int64_t lda, const double* B, std::int64_t ldb, double beta, double* C,
           std::int64_t ldc) {
    gemm<double>(layout, op_a, op_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

void sgemm(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k, float alpha,
           const float* A, std::int64_t lda, const float* B, std::int64_t ldb, float beta, float* C,
           std::int64_t ldc) {
    gemm<float>(layout, op_a, op_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

Call dgemm_async(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k,
                 double alpha, const double* A, std::int64_t lda, const double* B, std::int64_t ldb,
                 double beta, double* C, std::int64_t ldc) {
    return gemm_async<double>(layout, op_a, op_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

Call sgemm_async(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k, float alpha,
                 const float* A, std::int64_t lda, const float* B, std::int64_t ldb, float beta, float* C,
                 std::int64_t ldc) {
    return gemm_async<float>(layout, op_a, op_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

}  // namespace hg
