#pragma once

#include <complex>
#include <cstdint>

#include <hg/blas/call.hpp>
#include <hg/blas/types.hpp>
#include <hg/lapack/lu_options.hpp>

namespace hg {

class Session;

/// @file
/// The factorizations and solvers of LAPACK as calls that return at once. Order, overlap, errors and thread
/// safety are as in <hg/blas/async.hpp>. What it says of matrices holds for ipiv, tau, iter and X too.
/// Call::wait() returns info. The contents of ipiv are checked when the call begins: wait() throws if
/// getrs_async() finds a row that does not exist.

/// A = P L U, as getrf().
template <Element T>
[[nodiscard]] Call getrf_async(Session& session, std::int64_t m, std::int64_t n, T* A, std::int64_t lda,
                               std::int64_t* ipiv, const LuOptions& options = {});

/// The same on the process-wide session.
template <Element T>
[[nodiscard]] Call getrf_async(std::int64_t m, std::int64_t n, T* A, std::int64_t lda, std::int64_t* ipiv,
                               const LuOptions& options = {});

/// getrf_async<double>.
[[nodiscard]] Call dgetrf_async(std::int64_t m, std::int64_t n, double* A, std::int64_t lda,
                                std::int64_t* ipiv, const LuOptions& options = {});

/// getrf_async<float>.
[[nodiscard]] Call sgetrf_async(std::int64_t m, std::int64_t n, float* A, std::int64_t lda,
                                std::int64_t* ipiv, const LuOptions& options = {});

/// getrf_async<std::complex<double>>.
[[nodiscard]] Call zgetrf_async(std::int64_t m, std::int64_t n, std::complex<double>* A, std::int64_t lda,
                                std::int64_t* ipiv, const LuOptions& options = {});

/// getrf_async<std::complex<float>>.
[[nodiscard]] Call cgetrf_async(std::int64_t m, std::int64_t n, std::complex<float>* A, std::int64_t lda,
                                std::int64_t* ipiv, const LuOptions& options = {});

/// op(A) X = B with the factors of A, as getrs().
template <Element T>
[[nodiscard]] Call getrs_async(Session& session, Op op, std::int64_t n, std::int64_t nrhs, const T* A,
                               std::int64_t lda, const std::int64_t* ipiv, T* B, std::int64_t ldb);

/// The same on the process-wide session.
template <Element T>
[[nodiscard]] Call getrs_async(Op op, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda,
                               const std::int64_t* ipiv, T* B, std::int64_t ldb);

/// getrs_async<double>.
[[nodiscard]] Call dgetrs_async(Op op, std::int64_t n, std::int64_t nrhs, const double* A, std::int64_t lda,
                                const std::int64_t* ipiv, double* B, std::int64_t ldb);

/// getrs_async<float>.
[[nodiscard]] Call sgetrs_async(Op op, std::int64_t n, std::int64_t nrhs, const float* A, std::int64_t lda,
                                const std::int64_t* ipiv, float* B, std::int64_t ldb);

/// getrs_async<std::complex<double>>.
[[nodiscard]] Call zgetrs_async(Op op, std::int64_t n, std::int64_t nrhs, const std::complex<double>* A,
                                std::int64_t lda, const std::int64_t* ipiv, std::complex<double>* B,
                                std::int64_t ldb);

/// getrs_async<std::complex<float>>.
[[nodiscard]] Call cgetrs_async(Op op, std::int64_t n, std::int64_t nrhs, const std::complex<float>* A,
                                std::int64_t lda, const std::int64_t* ipiv, std::complex<float>* B,
                                std::int64_t ldb);

/// A X = B, as gesv().
template <Element T>
[[nodiscard]] Call gesv_async(Session& session, std::int64_t n, std::int64_t nrhs, T* A, std::int64_t lda,
                              std::int64_t* ipiv, T* B, std::int64_t ldb, const LuOptions& options = {});

/// The same on the process-wide session.
template <Element T>
[[nodiscard]] Call gesv_async(std::int64_t n, std::int64_t nrhs, T* A, std::int64_t lda, std::int64_t* ipiv,
                              T* B, std::int64_t ldb, const LuOptions& options = {});

/// gesv_async<double>.
[[nodiscard]] Call dgesv_async(std::int64_t n, std::int64_t nrhs, double* A, std::int64_t lda,
                               std::int64_t* ipiv, double* B, std::int64_t ldb,
                               const LuOptions& options = {});

/// gesv_async<float>.
[[nodiscard]] Call sgesv_async(std::int64_t n, std::int64_t nrhs, float* A, std::int64_t lda,
                               std::int64_t* ipiv, float* B, std::int64_t ldb, const LuOptions& options = {});

/// gesv_async<std::complex<double>>.
[[nodiscard]] Call zgesv_async(std::int64_t n, std::int64_t nrhs, std::complex<double>* A, std::int64_t lda,
                               std::int64_t* ipiv, std::complex<double>* B, std::int64_t ldb,
                               const LuOptions& options = {});

/// gesv_async<std::complex<float>>.
[[nodiscard]] Call cgesv_async(std::int64_t n, std::int64_t nrhs, std::complex<float>* A, std::int64_t lda,
                               std::int64_t* ipiv, std::complex<float>* B, std::int64_t ldb,
                               const LuOptions& options = {});

/// A X = B in double precision by a single precision factorization, as dsgesv().
[[nodiscard]] Call dsgesv_async(Session& session, std::int64_t n, std::int64_t nrhs, double* A,
                                std::int64_t lda, std::int64_t* ipiv, const double* B, std::int64_t ldb,
                                double* X, std::int64_t ldx, std::int64_t* iter);

/// The same on the process-wide session.
[[nodiscard]] Call dsgesv_async(std::int64_t n, std::int64_t nrhs, double* A, std::int64_t lda,
                                std::int64_t* ipiv, const double* B, std::int64_t ldb, double* X,
                                std::int64_t ldx, std::int64_t* iter);

/// A X = B in complex double precision by a single precision factorization, as zcgesv().
[[nodiscard]] Call zcgesv_async(Session& session, std::int64_t n, std::int64_t nrhs, std::complex<double>* A,
                                std::int64_t lda, std::int64_t* ipiv, const std::complex<double>* B,
                                std::int64_t ldb, std::complex<double>* X, std::int64_t ldx,
                                std::int64_t* iter);

/// The same on the process-wide session.
[[nodiscard]] Call zcgesv_async(std::int64_t n, std::int64_t nrhs, std::complex<double>* A, std::int64_t lda,
                                std::int64_t* ipiv, const std::complex<double>* B, std::int64_t ldb,
                                std::complex<double>* X, std::int64_t ldx, std::int64_t* iter);

/// A = L L^T or A = U^T U, as potrf().
template <Element T>
[[nodiscard]] Call potrf_async(Session& session, Uplo uplo, std::int64_t n, T* A, std::int64_t lda);

/// The same on the process-wide session.
template <Element T>
[[nodiscard]] Call potrf_async(Uplo uplo, std::int64_t n, T* A, std::int64_t lda);

/// potrf_async<double>.
[[nodiscard]] Call dpotrf_async(Uplo uplo, std::int64_t n, double* A, std::int64_t lda);

/// potrf_async<float>.
[[nodiscard]] Call spotrf_async(Uplo uplo, std::int64_t n, float* A, std::int64_t lda);

/// potrf_async<std::complex<double>>.
[[nodiscard]] Call zpotrf_async(Uplo uplo, std::int64_t n, std::complex<double>* A, std::int64_t lda);

/// potrf_async<std::complex<float>>.
[[nodiscard]] Call cpotrf_async(Uplo uplo, std::int64_t n, std::complex<float>* A, std::int64_t lda);

/// A X = B with the factor of A, as potrs().
template <Element T>
[[nodiscard]] Call potrs_async(Session& session, Uplo uplo, std::int64_t n, std::int64_t nrhs, const T* A,
                               std::int64_t lda, T* B, std::int64_t ldb);

/// The same on the process-wide session.
template <Element T>
[[nodiscard]] Call potrs_async(Uplo uplo, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda,
                               T* B, std::int64_t ldb);

/// potrs_async<double>.
[[nodiscard]] Call dpotrs_async(Uplo uplo, std::int64_t n, std::int64_t nrhs, const double* A,
                                std::int64_t lda, double* B, std::int64_t ldb);

/// potrs_async<float>.
[[nodiscard]] Call spotrs_async(Uplo uplo, std::int64_t n, std::int64_t nrhs, const float* A,
                                std::int64_t lda, float* B, std::int64_t ldb);

/// potrs_async<std::complex<double>>.
[[nodiscard]] Call zpotrs_async(Uplo uplo, std::int64_t n, std::int64_t nrhs, const std::complex<double>* A,
                                std::int64_t lda, std::complex<double>* B, std::int64_t ldb);

/// potrs_async<std::complex<float>>.
[[nodiscard]] Call cpotrs_async(Uplo uplo, std::int64_t n, std::int64_t nrhs, const std::complex<float>* A,
                                std::int64_t lda, std::complex<float>* B, std::int64_t ldb);

/// A X = B for a positive definite A, as posv().
template <Element T>
[[nodiscard]] Call posv_async(Session& session, Uplo uplo, std::int64_t n, std::int64_t nrhs, T* A,
                              std::int64_t lda, T* B, std::int64_t ldb);

/// The same on the process-wide session.
template <Element T>
[[nodiscard]] Call posv_async(Uplo uplo, std::int64_t n, std::int64_t nrhs, T* A, std::int64_t lda, T* B,
                              std::int64_t ldb);

/// posv_async<double>.
[[nodiscard]] Call dposv_async(Uplo uplo, std::int64_t n, std::int64_t nrhs, double* A, std::int64_t lda,
                               double* B, std::int64_t ldb);

/// posv_async<float>.
[[nodiscard]] Call sposv_async(Uplo uplo, std::int64_t n, std::int64_t nrhs, float* A, std::int64_t lda,
                               float* B, std::int64_t ldb);

/// posv_async<std::complex<double>>.
[[nodiscard]] Call zposv_async(Uplo uplo, std::int64_t n, std::int64_t nrhs, std::complex<double>* A,
                               std::int64_t lda, std::complex<double>* B, std::int64_t ldb);

/// posv_async<std::complex<float>>.
[[nodiscard]] Call cposv_async(Uplo uplo, std::int64_t n, std::int64_t nrhs, std::complex<float>* A,
                               std::int64_t lda, std::complex<float>* B, std::int64_t ldb);

/// A X = B in double precision for a positive definite A by a single precision factorization, as dsposv().
[[nodiscard]] Call dsposv_async(Session& session, Uplo uplo, std::int64_t n, std::int64_t nrhs, double* A,
                                std::int64_t lda, const double* B, std::int64_t ldb, double* X,
                                std::int64_t ldx, std::int64_t* iter);

/// The same on the process-wide session.
[[nodiscard]] Call dsposv_async(Uplo uplo, std::int64_t n, std::int64_t nrhs, double* A, std::int64_t lda,
                                const double* B, std::int64_t ldb, double* X, std::int64_t ldx,
                                std::int64_t* iter);

/// A X = B in complex double precision for a positive definite A by a single precision factorization, as zcposv().
[[nodiscard]] Call zcposv_async(Session& session, Uplo uplo, std::int64_t n, std::int64_t nrhs,
                                std::complex<double>* A, std::int64_t lda, const std::complex<double>* B,
                                std::int64_t ldb, std::complex<double>* X, std::int64_t ldx,
                                std::int64_t* iter);

/// The same on the process-wide session.
[[nodiscard]] Call zcposv_async(Uplo uplo, std::int64_t n, std::int64_t nrhs, std::complex<double>* A,
                                std::int64_t lda, const std::complex<double>* B, std::int64_t ldb,
                                std::complex<double>* X, std::int64_t ldx, std::int64_t* iter);

/// A := A^-1 with the factor of A, as potri().
template <Element T>
[[nodiscard]] Call potri_async(Session& session, Uplo uplo, std::int64_t n, T* A, std::int64_t lda);

/// The same on the process-wide session.
template <Element T>
[[nodiscard]] Call potri_async(Uplo uplo, std::int64_t n, T* A, std::int64_t lda);

/// potri_async<double>.
[[nodiscard]] Call dpotri_async(Uplo uplo, std::int64_t n, double* A, std::int64_t lda);

/// potri_async<float>.
[[nodiscard]] Call spotri_async(Uplo uplo, std::int64_t n, float* A, std::int64_t lda);

/// potri_async<std::complex<double>>.
[[nodiscard]] Call zpotri_async(Uplo uplo, std::int64_t n, std::complex<double>* A, std::int64_t lda);

/// potri_async<std::complex<float>>.
[[nodiscard]] Call cpotri_async(Uplo uplo, std::int64_t n, std::complex<float>* A, std::int64_t lda);

/// A = Q R, as geqrf().
template <Element T>
[[nodiscard]] Call geqrf_async(Session& session, std::int64_t m, std::int64_t n, T* A, std::int64_t lda,
                               T* tau);

/// The same on the process-wide session.
template <Element T>
[[nodiscard]] Call geqrf_async(std::int64_t m, std::int64_t n, T* A, std::int64_t lda, T* tau);

/// geqrf_async<double>.
[[nodiscard]] Call dgeqrf_async(std::int64_t m, std::int64_t n, double* A, std::int64_t lda, double* tau);

/// geqrf_async<float>.
[[nodiscard]] Call sgeqrf_async(std::int64_t m, std::int64_t n, float* A, std::int64_t lda, float* tau);

/// geqrf_async<std::complex<double>>.
[[nodiscard]] Call zgeqrf_async(std::int64_t m, std::int64_t n, std::complex<double>* A, std::int64_t lda,
                                std::complex<double>* tau);

/// geqrf_async<std::complex<float>>.
[[nodiscard]] Call cgeqrf_async(std::int64_t m, std::int64_t n, std::complex<float>* A, std::int64_t lda,
                                std::complex<float>* tau);

/// C := op(Q) C or C := C op(Q), as ormqr().
template <RealElement T>
[[nodiscard]] Call ormqr_async(Session& session, Side side, Op op, std::int64_t m, std::int64_t n,
                               std::int64_t k, const T* A, std::int64_t lda, const T* tau, T* C,
                               std::int64_t ldc);

/// The same on the process-wide session.
template <RealElement T>
[[nodiscard]] Call ormqr_async(Side side, Op op, std::int64_t m, std::int64_t n, std::int64_t k, const T* A,
                               std::int64_t lda, const T* tau, T* C, std::int64_t ldc);

/// ormqr_async<double>.
[[nodiscard]] Call dormqr_async(Side side, Op op, std::int64_t m, std::int64_t n, std::int64_t k,
                                const double* A, std::int64_t lda, const double* tau, double* C,
                                std::int64_t ldc);

/// ormqr_async<float>.
[[nodiscard]] Call sormqr_async(Side side, Op op, std::int64_t m, std::int64_t n, std::int64_t k,
                                const float* A, std::int64_t lda, const float* tau, float* C,
                                std::int64_t ldc);

/// C := op(Q) C or C := C op(Q), as unmqr().
template <ComplexElement T>
[[nodiscard]] Call unmqr_async(Session& session, Side side, Op op, std::int64_t m, std::int64_t n,
                               std::int64_t k, const T* A, std::int64_t lda, const T* tau, T* C,
                               std::int64_t ldc);

/// The same on the process-wide session.
template <ComplexElement T>
[[nodiscard]] Call unmqr_async(Side side, Op op, std::int64_t m, std::int64_t n, std::int64_t k, const T* A,
                               std::int64_t lda, const T* tau, T* C, std::int64_t ldc);

/// unmqr_async<std::complex<double>>.
[[nodiscard]] Call zunmqr_async(Side side, Op op, std::int64_t m, std::int64_t n, std::int64_t k,
                                const std::complex<double>* A, std::int64_t lda,
                                const std::complex<double>* tau, std::complex<double>* C, std::int64_t ldc);

/// unmqr_async<std::complex<float>>.
[[nodiscard]] Call cunmqr_async(Side side, Op op, std::int64_t m, std::int64_t n, std::int64_t k,
                                const std::complex<float>* A, std::int64_t lda,
                                const std::complex<float>* tau, std::complex<float>* C, std::int64_t ldc);

/// The first columns of Q, as orgqr().
template <RealElement T>
[[nodiscard]] Call orgqr_async(Session& session, std::int64_t m, std::int64_t n, std::int64_t k, T* A,
                               std::int64_t lda, const T* tau);

/// The same on the process-wide session.
template <RealElement T>
[[nodiscard]] Call orgqr_async(std::int64_t m, std::int64_t n, std::int64_t k, T* A, std::int64_t lda,
                               const T* tau);

/// orgqr_async<double>.
[[nodiscard]] Call dorgqr_async(std::int64_t m, std::int64_t n, std::int64_t k, double* A, std::int64_t lda,
                                const double* tau);

/// orgqr_async<float>.
[[nodiscard]] Call sorgqr_async(std::int64_t m, std::int64_t n, std::int64_t k, float* A, std::int64_t lda,
                                const float* tau);

/// The first columns of Q, as ungqr().
template <ComplexElement T>
[[nodiscard]] Call ungqr_async(Session& session, std::int64_t m, std::int64_t n, std::int64_t k, T* A,
                               std::int64_t lda, const T* tau);

/// The same on the process-wide session.
template <ComplexElement T>
[[nodiscard]] Call ungqr_async(std::int64_t m, std::int64_t n, std::int64_t k, T* A, std::int64_t lda,
                               const T* tau);

/// ungqr_async<std::complex<double>>.
[[nodiscard]] Call zungqr_async(std::int64_t m, std::int64_t n, std::int64_t k, std::complex<double>* A,
                                std::int64_t lda, const std::complex<double>* tau);

/// ungqr_async<std::complex<float>>.
[[nodiscard]] Call cungqr_async(std::int64_t m, std::int64_t n, std::int64_t k, std::complex<float>* A,
                                std::int64_t lda, const std::complex<float>* tau);

/// op(A) X = B by least squares or with the least norm, as gels().
template <Element T>
[[nodiscard]] Call gels_async(Session& session, Op op, std::int64_t m, std::int64_t n, std::int64_t nrhs,
                              T* A, std::int64_t lda, T* B, std::int64_t ldb);

/// The same on the process-wide session.
template <Element T>
[[nodiscard]] Call gels_async(Op op, std::int64_t m, std::int64_t n, std::int64_t nrhs, T* A,
                              std::int64_t lda, T* B, std::int64_t ldb);

/// gels_async<double>.
[[nodiscard]] Call dgels_async(Op op, std::int64_t m, std::int64_t n, std::int64_t nrhs, double* A,
                               std::int64_t lda, double* B, std::int64_t ldb);

/// gels_async<float>.
[[nodiscard]] Call sgels_async(Op op, std::int64_t m, std::int64_t n, std::int64_t nrhs, float* A,
                               std::int64_t lda, float* B, std::int64_t ldb);

/// gels_async<std::complex<double>>.
[[nodiscard]] Call zgels_async(Op op, std::int64_t m, std::int64_t n, std::int64_t nrhs,
                               std::complex<double>* A, std::int64_t lda, std::complex<double>* B,
                               std::int64_t ldb);

/// gels_async<std::complex<float>>.
[[nodiscard]] Call cgels_async(Op op, std::int64_t m, std::int64_t n, std::int64_t nrhs,
                               std::complex<float>* A, std::int64_t lda, std::complex<float>* B,
                               std::int64_t ldb);

}  // namespace hg
