#include "blas/call/routine_call.hpp"
#include "lapack/solve/getrs_call.hpp"
#include <hg/lapack/async.hpp>
#include <hg/lapack/getrs.hpp>

namespace hg {

template <class T>
void getrs(Session& session, Op op, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda,
           const std::int64_t* ipiv, T* B, std::int64_t ldb) {
    routine_call(&session, GetrsCall<T>{op, n, nrhs, A, lda, ipiv, B, ldb});
}

template <class T>
void getrs(Op op, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda, const std::int64_t* ipiv,
           T* B, std::int64_t ldb) {
    routine_call(nullptr, GetrsCall<T>{op, n, nrhs, A, lda, ipiv, B, ldb});
}

template <class T>
Call getrs_async(Session& session, Op op, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda,
                 const std::int64_t* ipiv, T* B, std::int64_t ldb) {
    return routine_call_async(&session, GetrsCall<T>{op, n, nrhs, A, lda, ipiv, B, ldb});
}

template <class T>
Call getrs_async(Op op, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda,
                 const std::int64_t* ipiv, T* B, std::int64_t ldb) {
    return routine_call_async(nullptr, GetrsCall<T>{op, n, nrhs, A, lda, ipiv, B, ldb});
}

template void getrs<float>(Session&, Op, std::int64_t, std::int64_t, const float*, std::int64_t,
                           const std::int64_t*, float*, std::int64_t);
template void getrs<double>(Session&, Op, std::int64_t, std::int64_t, const double*, std::int64_t,
                            const std::int64_t*, double*, std::int64_t);
template void getrs<float>(Op, std::int64_t, std::int64_t, const float*, std::int64_t, const std::int64_t*,
                           float*, std::int64_t);
template void getrs<double>(Op, std::int64_t, std::int64_t, const double*, std::int64_t, const std::int64_t*,
                            double*, std::int64_t);

template Call getrs_async<float>(Session&, Op, std::int64_t, std::int64_t, const float*, std::int64_t,
                                 const std::int64_t*, float*, std::int64_t);
template Call getrs_async<double>(Session&, Op, std::int64_t, std::int64_t, const double*, std::int64_t,
                                  const std::int64_t*, double*, std::int64_t);
template Call getrs_async<float>(Op, std::int64_t, std::int64_t, const float*, std::int64_t,
                                 const std::int64_t*, float*, std::int64_t);
template Call getrs_async<double>(Op, std::int64_t, std::int64_t, const double*, std::int64_t,
                                  const std::int64_t*, double*, std::int64_t);

void dgetrs(Op op, std::int64_t n, std::int64_t nrhs, const double* A, std::int64_t lda,
            const std::int64_t* ipiv, double* B, std::int64_t ldb) {
    getrs<double>(op, n, nrhs, A, lda, ipiv, B, ldb);
}

void sgetrs(Op op, std::int64_t n, std::int64_t nrhs, const float* A, std::int64_t lda,
            const std::int64_t* ipiv, float* B, std::int64_t ldb) {
    getrs<float>(op, n, nrhs, A, lda, ipiv, B, ldb);
}

Call dgetrs_async(Op op, std::int64_t n, std::int64_t nrhs, const double* A, std::int64_t lda,
                  const std::int64_t* ipiv, double* B, std::int64_t ldb) {
    return getrs_async<double>(op, n, nrhs, A, lda, ipiv, B, ldb);
}

Call sgetrs_async(Op op, std::int64_t n, std::int64_t nrhs, const float* A, std::int64_t lda,
                  const std::int64_t* ipiv, float* B, std::int64_t ldb) {
    return getrs_async<float>(op, n, nrhs, A, lda, ipiv, B, ldb);
}

}  // namespace hg
