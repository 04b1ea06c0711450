#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "host_blas/generated/cpu_routines.hpp"

namespace hg {

/// The routines of the CPU BLAS and LAPACK that hg uses. No pointer is null.
struct CpuBlas {
    CpuRoutines<double> f64;
    CpuRoutines<float> f32;
    CpuRoutines<std::complex<double>> c64;
    CpuRoutines<std::complex<float>> c32;
    std::string library;  ///< the file that contains dgemm
    std::string fault;    ///< why it is not the requested library; empty: it is

    /// Returns the routines for an element type, real or complex.
    template <class T>
    [[nodiscard]] const auto& routines() const noexcept {
        if constexpr (std::is_same_v<T, double>)
            return f64;
        else if constexpr (std::is_same_v<T, float>)
            return f32;
        else if constexpr (std::is_same_v<T, std::complex<double>>)
            return c64;
        else
            return c32;
    }
};

/// Returns the CPU BLAS and LAPACK of this process: those that HG_CPU_BLAS names, and for missing routines
/// those with which hg was linked. The first call finds them; they remain usable until the process ends. hg
/// never uses a library that is itself built on hg, so such a library can replace the process's BLAS without
/// calling itself. Thread-safe.
///
/// Throws Error{io} if a routine is not found, and std::bad_alloc. After it has returned once, it throws
/// nothing; sessions call it first for that reason.
[[nodiscard]] const CpuBlas& cpu_blas();

/// op(X), as a letter of BLAS.
enum class CpuOperation : char { none = 'N', trans = 'T', conj_trans = 'C' };

/// C := alpha op(A) op(B) + beta C by the CPU BLAS. op(A) is m x k, op(B) is k x n, and C is m x n,
/// column-major. Sizes must fit into 32 bits.
template <class T>
void cpu_gemm(CpuOperation op_a, CpuOperation op_b, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
              const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c, std::int64_t ldc);

/// The same with A and B transposed or not.
template <class T>
void cpu_gemm(bool transpose_a, bool transpose_b, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
              const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c, std::int64_t ldc) {
    const auto operation = [](bool transpose) {
        return transpose ? CpuOperation::trans : CpuOperation::none;
    };
    cpu_gemm(operation(transpose_a), operation(transpose_b), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

/// The form of a triangular matrix, and the side on which it is.
struct CpuTriangle {
    bool right = false;
    bool upper = false;
    bool transposed = false;
    bool unit = false;
    bool conjugated = false;  ///< if it is transposed: op(A) is A^H
};

/// B := alpha op(A)^-1 B or alpha B op(A)^-1 by the CPU BLAS. B is m x n, column-major. Sizes must fit into
/// 32 bits.
template <class T>
void cpu_trsm(const CpuTriangle& triangle, std::int64_t m, std::int64_t n, T alpha, const T* a,
              std::int64_t lda, T* b, std::int64_t ldb);

}  // namespace hg
