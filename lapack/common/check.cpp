#include "lapack/common/check.hpp"

#include <complex>

#include "blas/call/operands.hpp"
#include "lapack/lu/getrf_call.hpp"
#include "lapack/qr/geqrf_call.hpp"
#include "lapack/qr/orgqr_call.hpp"
#include "lapack/qr/ormqr_call.hpp"
#include "lapack/refine/dsgesv_call.hpp"
#include "lapack/solve/gels_call.hpp"
#include "lapack/solve/gesv_call.hpp"
#include "lapack/solve/getrs_call.hpp"

namespace hg {
namespace {

// Checks look at whether a pointer is null, and at nothing behind it.

template <class T>
T* writable(const T* data) noexcept {
    return const_cast<T*>(data);
}

std::int64_t* pivots(const void* ipiv) noexcept {
    return static_cast<std::int64_t*>(const_cast<void*>(ipiv));
}

}  // namespace

template <class T>
void check_getrf(std::int64_t m, std::int64_t n, const T* A, std::int64_t lda, const void* ipiv,
                 Pivoting pivoting) {
    check_arguments(GetrfCall<T>{m, n, writable(A), lda, pivots(ipiv), {pivoting}});
}

template <class T>
void check_getrs(Op op, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda, const T* B,
                 std::int64_t ldb) {
    check_arguments(GetrsCall<T>{op, n, nrhs, A, lda, nullptr, writable(B), ldb});
}

template <class T>
void check_gesv(std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda, const void* ipiv, const T* B,
                std::int64_t ldb, Pivoting pivoting) {
    check_arguments(GesvCall<T>{n, nrhs, writable(A), lda, pivots(ipiv), writable(B), ldb, {pivoting}});
}

void check_dsgesv(std::int64_t n, std::int64_t nrhs, const double* A, std::int64_t lda, const void* ipiv,
                  const double* B, std::int64_t ldb, const double* X, std::int64_t ldx,
                  const std::int64_t* iter) {
    check_arguments(
        DsgesvCall{n, nrhs, writable(A), lda, pivots(ipiv), B, ldb, writable(X), ldx, writable(iter)});
}

void check_zcgesv(std::int64_t n, std::int64_t nrhs, const std::complex<double>* A, std::int64_t lda,
                  const void* ipiv, const std::complex<double>* B, std::int64_t ldb,
                  const std::complex<double>* X, std::int64_t ldx, const std::int64_t* iter) {
    check_arguments(
        ZcgesvCall{n, nrhs, writable(A), lda, pivots(ipiv), B, ldb, writable(X), ldx, writable(iter)});
}

template <class T>
void check_geqrf(std::int64_t m, std::int64_t n, const T* A, std::int64_t lda, const T* tau) {
    check_arguments(GeqrfCall<T>{m, n, writable(A), lda, writable(tau)});
}

template <class T>
void check_ormqr(Side side, Op op, std::int64_t m, std::int64_t n, std::int64_t k, const T* A,
                 std::int64_t lda, const T* tau, const T* C, std::int64_t ldc) {
    check_arguments(OrmqrCall<T>{side, op, m, n, k, A, lda, tau, writable(C), ldc});
}

template <class T>
void check_orgqr(std::int64_t m, std::int64_t n, std::int64_t k, const T* A, std::int64_t lda, const T* tau) {
    check_arguments(OrgqrCall<T>{m, n, k, writable(A), lda, tau});
}

template <class T>
void check_gels(Op op, std::int64_t m, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda,
                const T* B, std::int64_t ldb) {
    check_arguments(GelsCall<T>{op, m, n, nrhs, writable(A), lda, writable(B), ldb});
}

#define HG_INSTANTIATE(T)                                                                                    \
    template void check_getrf(std::int64_t, std::int64_t, const T*, std::int64_t, const void*, Pivoting);    \
    template void check_getrs(Op, std::int64_t, std::int64_t, const T*, std::int64_t, const T*,              \
                              std::int64_t);                                                                 \
    template void check_gesv(std::int64_t, std::int64_t, const T*, std::int64_t, const void*, const T*,      \
                             std::int64_t, Pivoting);                                                        \
    template void check_geqrf(std::int64_t, std::int64_t, const T*, std::int64_t, const T*);                 \
    template void check_ormqr(Side, Op, std::int64_t, std::int64_t, std::int64_t, const T*, std::int64_t,    \
                              const T*, const T*, std::int64_t);                                             \
    template void check_orgqr(std::int64_t, std::int64_t, std::int64_t, const T*, std::int64_t, const T*);   \
    template void check_gels(Op, std::int64_t, std::int64_t, std::int64_t, const T*, std::int64_t, const T*, \
                             std::int64_t);
HG_INSTANTIATE(float)
HG_INSTANTIATE(double)
HG_INSTANTIATE(std::complex<float>)
HG_INSTANTIATE(std::complex<double>)
#undef HG_INSTANTIATE

}  // namespace hg
