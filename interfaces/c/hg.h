#ifndef HG_LAPACK_COMPAT_HG_H
#define HG_LAPACK_COMPAT_HG_H

/* hg for C, and for all languages that call C: matrix products, triangular solves and linear systems from and
 * to host memory, on all accelerators of the process (HG_DEVICES selects others). Link with hg_lapack.
 *
 * Matrices are column-major. Sizes have 64 bits. Letters are those of BLAS and LAPACK, upper or lower case:
 *   side   'L' or 'R'
 *   uplo   'L' or 'U'
 *   trans  'N', 'T' or 'C'
 *   diag   'N' or 'U'
 * Each function does what the routine of its name in BLAS or LAPACK does. <hg/blas/gemm.hpp>,
 * <hg/blas/trsm.hpp> and the headers in <hg/lapack> say more.
 *
 * All return info:
 *   0   done;
 *   -i  argument i of the function is wrong, counted from 1 as in LAPACK; nothing was touched;
 *   i   (factorizations) the first i with U(i, i) exactly zero; systems are then not solved;
 *   HG_OUT_OF_MEMORY and below: devices failed, or there is not enough memory. Outputs are as the C++ headers
 *       say.
 * hg_last_error() gives the reason in words.
 *
 * Fortran calls the same names with a trailing underscore, in the form that compilers make of
 *
 *   call hg_dgetrf(m, n, a, lda, ipiv, info)
 *   call hg_dgetrs(trans, n, nrhs, a, lda, ipiv, b, ldb, info)
 *   call hg_dgesv(n, nrhs, a, lda, ipiv, b, ldb, info)
 *   call hg_dsgesv(n, nrhs, a, lda, ipiv, b, ldb, x, ldx, work, swork, iter, info)   (work, swork: not used)
 *   call hg_dtrsm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, info)
 *   call hg_dgemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, info)
 *
 * with integers of 32 bits (and s for d). The argument lists are LAPACK's own; the routines of BLAS have info
 * as an additional last argument. The Fortran module `hg` has the functions of this header themselves.
 * Thread-safe. */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HG_OUT_OF_MEMORY = -1001, /* device or host memory does not hold what the call needs */
    HG_BUILD_FAILED = -1002,  /* a kernel does not compile */
    HG_DEVICE_FAILED = -1003, /* a device failed; the next call can succeed */
    HG_DEVICE_LOST = -1004,   /* a device was lost; the next call tries to get it back */
    HG_FAILED = -1005         /* anything else, such as a wrong HG_* variable */
};

/* The last error of a call of this thread, in words; "" if there was none. Valid until the next call of this
 * thread. */
const char* hg_last_error(void);

/* Gives back all memory of the devices that no call uses, so that other processes can use it. The next call
 * takes what it needs. Returns 0 or HG_FAILED. */
int64_t hg_trim(void);

/* C := alpha op(A) op(B) + beta C */
int64_t hg_dgemm(char transa, char transb, int64_t m, int64_t n, int64_t k, double alpha, const double* A,
                 int64_t lda, const double* B, int64_t ldb, double beta, double* C, int64_t ldc);
int64_t hg_sgemm(char transa, char transb, int64_t m, int64_t n, int64_t k, float alpha, const float* A,
                 int64_t lda, const float* B, int64_t ldb, float beta, float* C, int64_t ldc);

/* B := alpha op(A)^-1 B (side 'L') or B := alpha B op(A)^-1 (side 'R'); A is triangular */
int64_t hg_dtrsm(char side, char uplo, char transa, char diag, int64_t m, int64_t n, double alpha,
                 const double* A, int64_t lda, double* B, int64_t ldb);
int64_t hg_strsm(char side, char uplo, char transa, char diag, int64_t m, int64_t n, float alpha,
                 const float* A, int64_t lda, float* B, int64_t ldb);

/* A = P L U with partial pivoting; ipiv holds min(m, n) rows, counted from 1 */
int64_t hg_dgetrf(int64_t m, int64_t n, double* A, int64_t lda, int64_t* ipiv);
int64_t hg_sgetrf(int64_t m, int64_t n, float* A, int64_t lda, int64_t* ipiv);

/* B := op(A)^-1 B with the factors of A */
int64_t hg_dgetrs(char trans, int64_t n, int64_t nrhs, const double* A, int64_t lda, const int64_t* ipiv,
                  double* B, int64_t ldb);
int64_t hg_sgetrs(char trans, int64_t n, int64_t nrhs, const float* A, int64_t lda, const int64_t* ipiv,
                  float* B, int64_t ldb);

/* B := A^-1 B; A becomes its factors */
int64_t hg_dgesv(int64_t n, int64_t nrhs, double* A, int64_t lda, int64_t* ipiv, double* B, int64_t ldb);
int64_t hg_sgesv(int64_t n, int64_t nrhs, float* A, int64_t lda, int64_t* ipiv, float* B, int64_t ldb);

/* X := A^-1 B by a single precision factorization and refinement; iter < 0 says why double precision was
 * needed */
int64_t hg_dsgesv(int64_t n, int64_t nrhs, double* A, int64_t lda, int64_t* ipiv, const double* B,
                  int64_t ldb, double* X, int64_t ldx, int64_t* iter);

/* The same as calls that return at once: *call becomes the handle of the call. hg_wait() waits for the call
 * and frees the handle. Calls that touch the same memory are done in the order in which they were submitted.
 * All others overlap. Until a call has ended, its matrices must stay where they are and must not be touched.
 *
 * These functions return 0, -i, or HG_OUT_OF_MEMORY and below, as above. If they do not return 0, nothing was
 * submitted and *call is null. Argument `call` counts as the last one. */
typedef struct hg_call hg_call;

/* Waits for a call and frees its handle; *call becomes null. Returns info of the call. 0 if *call is null. */
int64_t hg_wait(hg_call** call);
/* 1 if the call has ended, so that hg_wait() returns at once, else 0. 1 if `call` is null. */
int hg_test(const hg_call* call);

int64_t hg_dgemm_async(char transa, char transb, int64_t m, int64_t n, int64_t k, double alpha,
                       const double* A, int64_t lda, const double* B, int64_t ldb, double beta, double* C,
                       int64_t ldc, hg_call** call);
int64_t hg_sgemm_async(char transa, char transb, int64_t m, int64_t n, int64_t k, float alpha, const float* A,
                       int64_t lda, const float* B, int64_t ldb, float beta, float* C, int64_t ldc,
                       hg_call** call);
int64_t hg_dtrsm_async(char side, char uplo, char transa, char diag, int64_t m, int64_t n, double alpha,
                       const double* A, int64_t lda, double* B, int64_t ldb, hg_call** call);
int64_t hg_strsm_async(char side, char uplo, char transa, char diag, int64_t m, int64_t n, float alpha,
                       const float* A, int64_t lda, float* B, int64_t ldb, hg_call** call);
int64_t hg_dgetrf_async(int64_t m, int64_t n, double* A, int64_t lda, int64_t* ipiv, hg_call** call);
int64_t hg_sgetrf_async(int64_t m, int64_t n, float* A, int64_t lda, int64_t* ipiv, hg_call** call);
int64_t hg_dgetrs_async(char trans, int64_t n, int64_t nrhs, const double* A, int64_t lda,
                        const int64_t* ipiv, double* B, int64_t ldb, hg_call** call);
int64_t hg_sgetrs_async(char trans, int64_t n, int64_t nrhs, const float* A, int64_t lda, const int64_t* ipiv,
                        float* B, int64_t ldb, hg_call** call);
int64_t hg_dgesv_async(int64_t n, int64_t nrhs, double* A, int64_t lda, int64_t* ipiv, double* B, int64_t ldb,
                       hg_call** call);
int64_t hg_sgesv_async(int64_t n, int64_t nrhs, float* A, int64_t lda, int64_t* ipiv, float* B, int64_t ldb,
                       hg_call** call);
int64_t hg_dsgesv_async(int64_t n, int64_t nrhs, double* A, int64_t lda, int64_t* ipiv, const double* B,
                        int64_t ldb, double* X, int64_t ldx, int64_t* iter, hg_call** call);

#ifdef __cplusplus
}
#endif

#endif
