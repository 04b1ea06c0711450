#include "blas/call/routine_call.hpp"
#include "lapack/solve/gesv_call.hpp"
#include <hg/lapack/async.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrs.hpp>

namespace hg {

template <class T>
std::int64_t GesvCall<T>::perform(Session& session) const {
    const std::int64_t info = getrf<T>(session, n, n, A, lda, ipiv, options);
    if (info == 0) getrs<T>(session, Op::none, n, nrhs, A, lda, ipiv, B, ldb);
    return info;
}

template struct GesvCall<float>;
template struct GesvCall<double>;

template <class T>
std::int64_t gesv(Session& session, std::int64_t n, std::int64_t nrhs, T* A, std::int64_t lda,
                  std::int64_t* ipiv, T* B, std::int64_t ldb, const LuOptions& options) {
    return routine_call(&session, GesvCall<T>{n, nrhs, A, lda, ipiv, B, ldb, options});
}

template <class T>
std::int64_t gesv(std::int64_t n, std::int64_t nrhs, T* A, std::int64_t lda, std::int64_t* ipiv, T* B,
                  std::int64_t ldb, const LuOptions& options) {
    return routine_call(nullptr, GesvCall<T>{n, nrhs, A, lda, ipiv, B, ldb, options});
}

template <class T>
Call gesv_async(Session& session, std::int64_t n, std::int64_t nrhs, T* A, std::int64_t lda,
                std::int64_t* ipiv, T* B, std::int64_t ldb, const LuOptions& options) {
    return routine_call_async(&session, GesvCall<T>{n, nrhs, A, lda, ipiv, B, ldb, options});
}

template <class T>
Call gesv_async(std::int64_t n, std::int64_t nrhs, T* A, std::int64_t lda, std::int64_t* ipiv, T* B,
                std::int64_t ldb, const LuOptions& options) {
    return routine_call_async(nullptr, GesvCall<T>{n, nrhs, A, lda, ipiv, B, ldb, options});
}

template std::int64_t gesv<float>(Session&, std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t*,
                                  float*, std::int64_t, const LuOptions&);
template std::int64_t gesv<double>(Session&, std::int64_t, std::int64_t, double*, std::int64_t, std::int64_t*,
                                   double*, std::int64_t, const LuOptions&);
template std::int64_t gesv<float>(std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t*, float*,
                                  std::int64_t, const LuOptions&);
template std::int64_t gesv<double>(std::int64_t, std::int64_t, double*, std::int64_t, std::int64_t*, double*,
                                   std::int64_t, const LuOptions&);

template Call gesv_async<float>(Session&, std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t*,
                                float*, std::int64_t, const LuOptions&);
template Call gesv_async<double>(Session&, std::int64_t, std::int64_t, double*, std::int64_t, std::int64_t*,
                                 double*, std::int64_t, const LuOptions&);
template Call gesv_async<float>(std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t*, float*,
                                std::int64_t, const LuOptions&);
template Call gesv_async<double>(std::int64_t, std::int64_t, double*, std::int64_t, std::int64_t*, double*,
                                 std::int64_t, const LuOptions&);

std::int64_t dgesv(std::int64_t n, std::int64_t nrhs, double* A, std::int64_t lda, std::int64_t* ipiv,
                   double* B, std::int64_t ldb, const LuOptions& options) {
    return gesv<double>(n, nrhs, A, lda, ipiv, B, ldb, options);
}

std::int64_t sgesv(std::int64_t n, std::int64_t nrhs, float* A, std::int64_t lda, std::int64_t* ipiv,
                   float* B, std::int64_t ldb, const LuOptions& options) {
    return gesv<float>(n, nrhs, A, lda, ipiv, B, ldb, options);
}

Call dgesv_async(std::int64_t n, std::int64_t nrhs, double* A, std::int64_t lda, std::int64_t* ipiv,
                 double* B, std::int64_t ldb, const LuOptions& options) {
    return gesv_async<double>(n, nrhs, A, lda, ipiv, B, ldb, options);
}

Call sgesv_async(std::int64_t n, std::int64_t nrhs, float* A, std::int64_t lda, std::int64_t* ipiv, float* B,
                 std::int64_t ldb, const LuOptions& options) {
    return gesv_async<float>(n, nrhs, A, lda, ipiv, B, ldb, options);
}

}  // namespace hg
