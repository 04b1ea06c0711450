#include "blas/call/routine_call.hpp"
#include "blas/level3/triangle/trsm_call.hpp"
#include <hg/blas/async.hpp>
#include <hg/blas/trsm.hpp>

namespace hg {

template <class T>
void trsm(Session& session, Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m,
          std::int64_t n, T alpha, const T* A, std::int64_t lda, T* B, std::int64_t ldb) {
    routine_call(&session, layout, TrsmCall<T>{{side, uplo, op, diag, m, n, alpha, A, lda, B, ldb}});
}

template <class T>
void trsm(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m, std::int64_t n, T alpha,
          const T* A, std::int64_t lda, T* B, std::int64_t ldb) {
    routine_call(nullptr, layout, TrsmCall<T>{{side, uplo, op, diag, m, n, alpha, A, lda, B, ldb}});
}

template <class T>
Call trsm_async(Session& session, Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m,
                std::int64_t n, T alpha, const T* A, std::int64_t lda, T* B, std::int64_t ldb) {
    return routine_call_async(&session, layout,
                              TrsmCall<T>{{side, uplo, op, diag, m, n, alpha, A, lda, B, ldb}});
}

template <class T>
Call trsm_async(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m, std::int64_t n,
                T alpha, const T* A, std::int64_t lda, T* B, std::int64_t ldb) {
    return routine_call_async(nullptr, layout,
                              TrsmCall<T>{{side, uplo, op, diag, m, n, alpha, A, lda, B, ldb}});
}

template void trsm<float>(Session&, Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, float,
                          const float*, std::int64_t, float*, std::int64_t);
template void trsm<double>(Session&, Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, double,
                           const double*, std::int64_t, double*, std::int64_t);
template void trsm<float>(Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, float, const float*,
                          std::int64_t, float*, std::int64_t);
template void trsm<double>(Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, double, const double*,
                           std::int64_t, double*, std::int64_t);

template Call trsm_async<float>(Session&, Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, float,
                                const float*, std::int64_t, float*, std::int64_t);
template Call trsm_async<double>(Session&, Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, double,
                                 const double*, std::int64_t, double*, std::int64_t);
template Call trsm_async<float>(Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, float, const float*,
                                std::int64_t, float*, std::int64_t);
template Call trsm_async<double>(Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, double,
                                 const double*, std::int64_t, double*, std::int64_t);

void dtrsm(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m, std::int64_t n,
           double alpha, const double* A, std::int64_t lda, double* B, std::int64_t ldb) {
    trsm<double>(layout, side, uplo, op, diag, m, n, alpha, A, lda, B, ldb);
}

void strsm(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m, std::int64_t n, float alpha,
           const float* A, std::int64_t lda, float* B, std::int64_t ldb) {
    trsm<float>(layout, side, uplo, op, diag, m, n, alpha, A, lda, B, ldb);
}

Call dtrsm_async(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m, std::int64_t n,
                 double alpha, const double* A, std::int64_t lda, double* B, std::int64_t ldb) {
    return trsm_async<double>(layout, side, uplo, op, diag, m, n, alpha, A, lda, B, ldb);
}

Call strsm_async(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m, std::int64_t n,
                 float alpha, const float* A, std::int64_t lda, float* B, std::int64_t ldb) {
    return trsm_async<float>(layout, side, uplo, op, diag, m, n, alpha, A, lda, B, ldb);
}

}  // namespace hg
