#ifndef HG_LAPACK_COMPAT_HG_H
#define HG_LAPACK_COMPAT_HG_H

/* hg for C, and for all that calls C: matrix products, triangular solves and linear systems from and to host
 * memory, on all accelerators of the process (HG_DEVICES selects others). Link with hg_lapack.
 *
 * Matrices are column-major, sizes have 64 bits; letters are those of BLAS and LAPACK, in either case: side
 * 'L' or 'R', uplo 'L' or 'U', trans 'N', 'T' or 'C', diag 'N' or 'U'. Each function does what the routine of
 * BLAS or LAPACK of its name does; <hg/blas/gemm.hpp>, <hg/blas/trsm.hpp> and those in <hg/lapack> say more.
 *
 * All return info:
 *   0   done;
 *   -i  argument i of the function is wrong, counted from 1 as LAPACK does; nothing was touched;
 *   i   (factorizations) U(i, i) is exactly zero, the first such i; systems are then not solved;
 *   HG_OUT_OF_MEMORY and below: devices failed or memory is lacking. Outputs are as the C++ headers say.
 * hg_last_error() has the reason in words.
 *
 * Fortran calls the same with a trailing underscore, in what compilers make of
 *
 *   call hg_dgetrf(m, n, a, lda, ipiv, info)
 *   call hg_dgetrs(trans, n, nrhs, a, lda, ipiv, b, ldb, info)
 *   call hg_dgesv(n, nrhs, a, lda, ipiv, b, ldb, info)
 *   call hg_dsgesv(n, nrhs, a, lda, ipiv, b, ldb, x, ldx, work, swork, iter, info)   (work, swork: not used)
 *   call hg_dtrsm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, info)
 *   call hg_dgemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, info)
 *
 * with integers of 32 bits (and s for d): LAPACK's own lists, and for BLAS's routines info as last argument.
 * The Fortran module `hg` has the functions of this header themselves. Thread-safe. */

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

/* The last error of a call of this thread, in words; "" where there was none. Valid until the thread's next
 * call. */
const char* hg_last_error(void);

/* Gives back all memory of the devices that no call uses: for processes that leave the devices to others for
 * a while. The next call takes what it needs. Returns 0, or HG_FAILED. */
int64_t hg_trim(void);

/* C := alpha op(A) op(B) + beta C */
int64_t hg_dgemm(char transa, char transb, int64_t m, int64_t n, int64_t k, double alpha, const double* A,
                 int64_t lda, const double* B, int64_t ldb, double beta, double* C, int64_t ldc);
int64_t hg_sgemm(char transa, char transb, int64_t m, int64_t n, int64_t k, float alpha, const float* A,
                 int64_t lda, const float* B, int64_t ldb, float beta, float* C, int64_t ldc);

/* B := alpha op(A)^-1 B (side 'L') or alpha B op(A)^-1 (side 'R'), A triangular */
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

/* X := A^-1 B by a single precision factorization and refinement; iter < 0: why double precision had to serve
 */
int64_t hg_dsgesv(int64_t n, int64_t nrhs, double* A, int64_t lda, int64_t* ipiv, const double* B,
                  int64_t ldb, double* X, int64_t ldx, int64_t* iter);

/* The same as calls that return at once: *call becomes the handle of a call, which hg_wait() ends. Calls that
 * touch the same memory are done in the order in which they were submitted, all others overlap; matrices must
 * stay where they are, and be left alone, until their call has ended. These return 0, -i or HG_OUT_OF_MEMORY
 * and below as above; unless 0, nothing was submitted and *call is null. Argument `call` is the last one
 * counted. */
typedef struct hg_call hg_call;

/* Waits for a call and frees its handle, *call becomes null: info of the call. 0 where *call is null. */
int64_t hg_wait(hg_call** call);
/* 1 where a call has ended: hg_wait() returns at once; else 0. 1 where it is null. */
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
