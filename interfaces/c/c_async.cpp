#include <memory>
#include <string>

#include "blas/call/letters.hpp"
#include "interfaces/c/guard.hpp"
#include <hg/blas/async.hpp>
#include <hg/hg.h>
#include <hg/lapack/async.hpp>

struct hg_call {
    hg::Call call;
    int hidden = 0;  ///< arguments of the C++ function that have no counterpart
};

namespace {

using namespace hg::interfaces;

constexpr int kLayout = 1;

/// Hands out the handle of a call that `submit` returns; `arguments` are those of the C function.
template <class Submit>
std::int64_t submitted(int hidden, int arguments, hg_call** call, const Submit& submit) noexcept {
    return guarded(0, [&] {
        hg::require_argument(call != nullptr, "hg", arguments, "call", "must not be null");
        *call = nullptr;  // NOLINT(clang-analyzer-core.NullDereference): require_argument() threw for null
        return guarded(hidden, [&] {
            auto handle = std::make_unique<hg_call>();
            handle->hidden = hidden;
            handle->call = submit();
            *call = handle.release();
            return 0;
        });
    });
}

template <class T>
std::int64_t gemm(char transa, char transb, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
                  const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta, T* C, std::int64_t ldc,
                  hg_call** call) noexcept {
    return submitted(kLayout, 14, call, [=] {
        return hg::gemm_async<T>(hg::Layout::col_major, hg::op_of(transa), hg::op_of(transb), m, n, k, alpha,
                                 A, lda, B, ldb, beta, C, ldc);
    });
}

template <class T>
std::int64_t trsm(char side, char uplo, char transa, char diag, std::int64_t m, std::int64_t n, T alpha,
                  const T* A, std::int64_t lda, T* B, std::int64_t ldb, hg_call** call) noexcept {
    return submitted(kLayout, 12, call, [=] {
        return hg::trsm_async<T>(hg::Layout::col_major, hg::side_of(side), hg::uplo_of(uplo),
                                 hg::op_of(transa), hg::diag_of(diag), m, n, alpha, A, lda, B, ldb);
    });
}

template <class T>
std::int64_t getrf(std::int64_t m, std::int64_t n, T* A, std::int64_t lda, std::int64_t* ipiv,
                   hg_call** call) noexcept {
    return submitted(0, 6, call, [=] { return hg::getrf_async<T>(m, n, A, lda, ipiv); });
}

template <class T>
std::int64_t getrs(char trans, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda,
                   const std::int64_t* ipiv, T* B, std::int64_t ldb, hg_call** call) noexcept {
    return submitted(0, 9, call,
                     [=] { return hg::getrs_async<T>(hg::op_of(trans), n, nrhs, A, lda, ipiv, B, ldb); });
}

template <class T>
std::int64_t gesv(std::int64_t n, std::int64_t nrhs, T* A, std::int64_t lda, std::int64_t* ipiv, T* B,
                  std::int64_t ldb, hg_call** call) noexcept {
    return submitted(0, 8, call, [=] { return hg::gesv_async<T>(n, nrhs, A, lda, ipiv, B, ldb); });
}

}  // namespace

int64_t hg_wait(hg_call** call) {
    if (call == nullptr) return 0;
    const std::unique_ptr<hg_call> held(std::exchange(*call, nullptr));
    if (!held) return 0;
    return guarded(held->hidden, [&] { return held->call.wait(); });
}

int hg_test(const hg_call* call) {
    return call == nullptr || call->call.test() ? 1 : 0;
}

int64_t hg_dgemm_async(char transa, char transb, int64_t m, int64_t n, int64_t k, double alpha,
                       const double* A, int64_t lda, const double* B, int64_t ldb, double beta, double* C,
                       int64_t ldc, hg_call** call) {
    return gemm<double>(transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc, call);
}

int64_t hg_sgemm_async(char transa, char transb, int64_t m, int64_t n, int64_t k, float alpha, const float* A,
                       int64_t lda, const float* B, int64_t ldb, float beta, float* C, int64_t ldc,
                       hg_call** call) {
    return gemm<float>(transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc, call);
}

int64_t hg_dtrsm_async(char side, char uplo, char transa, char diag, int64_t m, int64_t n, double alpha,
                       const double* A, int64_t lda, double* B, int64_t ldb, hg_call** call) {
    return trsm<double>(side, uplo, transa, diag, m, n, alpha, A, lda, B, ldb, call);
}

int64_t hg_strsm_async(char side, char uplo, char transa, char diag, int64_t m, int64_t n, float alpha,
                       const float* A, int64_t lda, float* B, int64_t ldb, hg_call** call) {
    return trsm<float>(side, uplo, transa, diag, m, n, alpha, A, lda, B, ldb, call);
}

int64_t hg_dgetrf_async(int64_t m, int64_t n, double* A, int64_t lda, int64_t* ipiv, hg_call** call) {
    return getrf<double>(m, n, A, lda, ipiv, call);
}

int64_t hg_sgetrf_async(int64_t m, int64_t n, float* A, int64_t lda, int64_t* ipiv, hg_call** call) {
    return getrf<float>(m, n, A, lda, ipiv, call);
}

int64_t hg_dgetrs_async(char trans, int64_t n, int64_t nrhs, const double* A, int64_t lda,
                        const int64_t* ipiv, double* B, int64_t ldb, hg_call** call) {
    return getrs<double>(trans, n, nrhs, A, lda, ipiv, B, ldb, call);
}

int64_t hg_sgetrs_async(char trans, int64_t n, int64_t nrhs, const float* A, int64_t lda, const int64_t* ipiv,
                        float* B, int64_t ldb, hg_call** call) {
    return getrs<float>(trans, n, nrhs, A, lda, ipiv, B, ldb, call);
}

int64_t hg_dgesv_async(int64_t n, int64_t nrhs, double* A, int64_t lda, int64_t* ipiv, double* B, int64_t ldb,
                       hg_call** call) {
    return gesv<double>(n, nrhs, A, lda, ipiv, B, ldb, call);
}

int64_t hg_sgesv_async(int64_t n, int64_t nrhs, float* A, int64_t lda, int64_t* ipiv, float* B, int64_t ldb,
                       hg_call** call) {
    return gesv<float>(n, nrhs, A, lda, ipiv, B, ldb, call);
}

int64_t hg_dsgesv_async(int64_t n, int64_t nrhs, double* A, int64_t lda, int64_t* ipiv, const double* B,
                        int64_t ldb, double* X, int64_t ldx, int64_t* iter, hg_call** call) {
    return submitted(0, 11, call,
                     [=] { return hg::dsgesv_async(n, nrhs, A, lda, ipiv, B, ldb, X, ldx, iter); });
}
