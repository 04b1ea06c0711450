#pragma once

#include <cstdint>

namespace hg {

// QR factorizations by the CPU's LAPACK, for float, double and std::complex of these. The functions allocate
// LAPACK's work array. All matrices are column-major; sizes must fit into 32 bits, and arguments must be
// valid. The functions throw std::bad_alloc before anything is touched.

/// Factors an m x n matrix A = Q R: R in the upper triangle, the reflectors below it, and their scalar
/// factors in tau, which has min(m, n) elements.
template <class T>
void cpu_geqrf(std::int64_t m, std::int64_t n, T* a, std::int64_t lda, T* tau);

/// Returns true while this thread is in one of these calls. LAPACK calls BLAS routines by name. If a library
/// that is built on hg has replaced them, it must not run these calls on hg's devices, which are waiting for
/// the result.
[[nodiscard]] bool in_cpu_lapack() noexcept;

/// The form of Q, and the side on which it is.
struct CpuReflectors {
    bool right = false;
    bool transposed = false;  ///< op(Q) = Q^T, or Q^H for complex elements
};

/// C := op(Q) C or C op(Q), where C is m x n and Q is the product of the k reflectors in the columns of A.
/// Other threads may read A concurrently.
template <class T>
void cpu_ormqr(const CpuReflectors& q, std::int64_t m, std::int64_t n, std::int64_t k, const T* a,
               std::int64_t lda, const T* tau, T* c, std::int64_t ldc);

/// A := the first n columns of the product of the k reflectors in the columns of A; m >= n >= k.
template <class T>
void cpu_orgqr(std::int64_t m, std::int64_t n, std::int64_t k, T* a, std::int64_t lda, const T* tau);

/// Solves op(A) X = B in the least-squares sense or with minimum norm. op(A) is A or, if `transposed`, A^T
/// (A^H for complex elements). Returns LAPACK's info.
template <class T>
std::int64_t cpu_gels(bool transposed, std::int64_t m, std::int64_t n, std::int64_t nrhs, T* a,
                      std::int64_t lda, T* b, std::int64_t ldb);

}  // namespace hg
