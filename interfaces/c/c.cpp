#include "blas/call/letters.hpp"
#include "interfaces/c/guard.hpp"
#include <hg/blas/gemm.hpp>
#include <hg/blas/session.hpp>
#include <hg/blas/trsm.hpp>
#include <hg/hg.h>
#include <hg/lapack/dsgesv.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrf.hpp>
#include <hg/lapack/getrs.hpp>

namespace {

using namespace hg::interfaces;

/// The routines of BLAS in C++ have the layout as first argument.
constexpr int kLayout = 1;

template <class T>
std::int64_t gemm(char transa, char transb, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
                  const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta, T* C,
                  std::int64_t ldc) noexcept {
    return guarded(kLayout, [=] {
        hg::gemm<T>(hg::Layout::col_major, hg::op_of(transa), hg::op_of(transb), m, n, k, alpha, A, lda, B,
                    ldb, beta, C, ldc);
        return 0;
    });
}

template <class T>
std::int64_t trsm(char side, char uplo, char transa, char diag, std::int64_t m, std::int64_t n, T alpha,
                  const T* A, std::int64_t lda, T* B, std::int64_t ldb) noexcept {
    return guarded(kLayout, [=] {
        hg::trsm<T>(hg::Layout::col_major, hg::side_of(side), hg::uplo_of(uplo), hg::op_of(transa),
                    hg::diag_of(diag), m, n, alpha, A, lda, B, ldb);
        return 0;
    });
}

template <class T>
std::int64_t getrf(std::int64_t m, std::int64_t n, T* A, std::int64_t lda, std::int64_t* ipiv) noexcept {
    return guarded(0, [=] { return hg::getrf<T>(m, n, A, lda, ipiv); });
}

template <class T>
std::int64_t getrs(char trans, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda,
                   const std::int64_t* ipiv, T* B, std::int64_t ldb) noexcept {
    return guarded(0, [=] {
        hg::getrs<T>(hg::op_of(trans), n, nrhs, A, lda, ipiv, B, ldb);
        return 0;
    });
}

template <class T>
std::int64_t gesv(std::int64_t n, std::int64_t nrhs, T* A, std::int64_t lda, std::int64_t* ipiv, T* B,
                  std::int64_t ldb) noexcept {
    return guarded(0, [=] { return hg::gesv<T>(n, nrhs, A, lda, ipiv, B, ldb); });
}

}  // namespace

const char* hg_last_error(void) {
    return last_error().c_str();
}

int64_t hg_trim(void) {
    return guarded(0, [] {
        hg::Session::global().trim();
        return 0;
    });
}

int64_t hg_dgemm(char transa, char transb, int64_t m, int64_t n, int64_t k, double alpha, const double* A,
                 int64_t lda, const double* B, int64_t ldb, double beta, double* C, int64_t ldc) {
    return gemm<double>(transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

int64_t hg_sgemm(char transa, char transb, int64_t m, int64_t n, int64_t k, float alpha, const float* A,
                 int64_t lda, const float* B, int64_t ldb, float beta, float* C, int64_t ldc) {
    return gemm<float>(transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

int64_t hg_dtrsm(char side, char uplo, char transa, char diag, int64_t m, int64_t n, double alpha,
                 const double* A, int64_t lda, double* B, int64_t ldb) {
    return trsm<double>(side, uplo, transa, diag, m, n, alpha, A, lda, B, ldb);
}

int64_t hg_strsm(char side, char uplo, char transa, char diag, int64_t m, int64_t n, float alpha,
                 const float* A, int64_t lda, float* B, int64_t ldb) {
    return trsm<float>(side, uplo, transa, diag, m, n, alpha, A, lda, B, ldb);
}

int64_t hg_dgetrf(int64_t m, int64_t n, double* A, int64_t lda, int64_t* ipiv) {
    return getrf<double>(m, n, A, lda, ipiv);
}

int64_t hg_sgetrf(int64_t m, int64_t n, float* A, int64_t lda, int64_t* ipiv) {
    return getrf<float>(m, n, A, lda, ipiv);
}

int64_t hg_dgetrs(char trans, int64_t n, int64_t nrhs, const double* A, int64_t lda, const int64_t* ipiv,
                  double* B, int64_t ldb) {
    return getrs<double>(trans, n, nrhs, A, lda, ipiv, B, ldb);
}

int64_t hg_sgetrs(char trans, int64_t n, int64_t nrhs, const float* A, int64_t lda, const int64_t* ipiv,
                  float* B, int64_t ldb) {
    return getrs<float>(trans, n, nrhs, A, lda, ipiv, B, ldb);
}

int64_t hg_dgesv(int64_t n, int64_t nrhs, double* A, int64_t lda, int64_t* ipiv, double* B, int64_t ldb) {
    return gesv<double>(n, nrhs, A, lda, ipiv, B, ldb);
}

int64_t hg_sgesv(int64_t n, int64_t nrhs, float* A, int64_t lda, int64_t* ipiv, float* B, int64_t ldb) {
    return gesv<float>(n, nrhs, A, lda, ipiv, B, ldb);
}

int64_t hg_dsgesv(int64_t n, int64_t nrhs, double* A, int64_t lda, int64_t* ipiv, const double* B,
                  int64_t ldb, double* X, int64_t ldx, int64_t* iter) {
    return guarded(0, [=] { return hg::dsgesv(n, nrhs, A, lda, ipiv, B, ldb, X, ldx, iter); });
}
