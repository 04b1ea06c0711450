#pragma once

#include <cstdint>

namespace hg {

// QR factorizations by the CPU's LAPACK, which these routines give its work array, for float, double and
// std::complex of these. All matrices are column-major; sizes must fit into 32 bits, and arguments must be
// right. They throw std::bad_alloc before anything is touched.

/// A = Q R, A being m x n: R in its upper triangle, the reflectors below, their factors in tau, which has
/// min(m, n) elements.
template <class T>
void cpu_geqrf(std::int64_t m, std::int64_t n, T* a, std::int64_t lda, T* tau);

/// True while this thread does one of these calls. LAPACK calls routines of BLAS by their names: a library
/// that took their place, and is built on hg, must not have hg's devices do parts of what they wait for.
[[nodiscard]] bool in_cpu_lapack() noexcept;

/// Which Q, and where it stands.
struct CpuReflectors {
    bool right = false;
    bool transposed = false;  ///< op(Q) = Q^T, of complex elements Q^H
};

/// C := op(Q) C or C op(Q), C being m x n. Q is the product of the k reflectors in the columns of A. Other
/// threads may read A at the same time.
template <class T>
void cpu_ormqr(const CpuReflectors& q, std::int64_t m, std::int64_t n, std::int64_t k, const T* a,
               std::int64_t lda, const T* tau, T* c, std::int64_t ldc);

/// A := the first n columns of the product of the k reflectors in the columns of A; m >= n >= k.
template <class T>
void cpu_orgqr(std::int64_t m, std::int64_t n, std::int64_t k, T* a, std::int64_t lda, const T* tau);

/// Solves op(A) X = B by least squares, or with the least norm; op(A) is A, or if it is transposed A^T, of
/// complex elements A^H. Returns LAPACK's info.
template <class T>
std::int64_t cpu_gels(bool transposed, std::int64_t m, std::int64_t n, std::int64_t nrhs, T* a,
                      std::int64_t lda, T* b, std::int64_t ldb);

}  // namespace hg
