#pragma once

#include <complex>
#include <cstdint>

#include "lapack/common/pivoting.hpp"
#include <hg/blas/types.hpp>
#include <hg/lapack/lu_options.hpp>

namespace hg {

/// The checks of the arguments of each routine, by which it begins. For interfaces that make memory of their
/// own from sizes. What pivots hold is not looked at.
template <class T>
void check_getrf(std::int64_t m, std::int64_t n, const T* A, std::int64_t lda, const void* ipiv,
                 Pivoting pivoting = Pivoting::partial);
template <class T>
void check_getrs(Op op, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda, const T* B,
                 std::int64_t ldb);
template <class T>
void check_gesv(std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda, const void* ipiv, const T* B,
                std::int64_t ldb, Pivoting pivoting = Pivoting::partial);
void check_dsgesv(std::int64_t n, std::int64_t nrhs, const double* A, std::int64_t lda, const void* ipiv,
                  const double* B, std::int64_t ldb, const double* X, std::int64_t ldx,
                  const std::int64_t* iter);
void check_zcgesv(std::int64_t n, std::int64_t nrhs, const std::complex<double>* A, std::int64_t lda,
                  const void* ipiv, const std::complex<double>* B, std::int64_t ldb,
                  const std::complex<double>* X, std::int64_t ldx, const std::int64_t* iter);

// Routines that have a work array in LAPACK.
template <class T>
void check_geqrf(std::int64_t m, std::int64_t n, const T* A, std::int64_t lda, const T* tau);
template <class T>
void check_ormqr(Side side, Op op, std::int64_t m, std::int64_t n, std::int64_t k, const T* A,
                 std::int64_t lda, const T* tau, const T* C, std::int64_t ldc);
template <class T>
void check_orgqr(std::int64_t m, std::int64_t n, std::int64_t k, const T* A, std::int64_t lda, const T* tau);
template <ComplexElement T>
void check_unmqr(Side side, Op op, std::int64_t m, std::int64_t n, std::int64_t k, const T* A,
                 std::int64_t lda, const T* tau, const T* C, std::int64_t ldc) {
    check_ormqr(side, op, m, n, k, A, lda, tau, C, ldc);
}
template <ComplexElement T>
void check_ungqr(std::int64_t m, std::int64_t n, std::int64_t k, const T* A, std::int64_t lda, const T* tau) {
    check_orgqr(m, n, k, A, lda, tau);
}
template <class T>
void check_gels(Op op, std::int64_t m, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda,
                const T* B, std::int64_t ldb);

}  // namespace hg
