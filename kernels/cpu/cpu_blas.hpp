#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "kernels/element_arithmetic.hpp"

namespace hg::kernels {

/// Level 3 of the CPU's BLAS for one element type, real or complex, by Fortran's calling convention: column-major,
/// arguments by address, integers of 32 bits, and at the end the length of each character argument, which
/// is 1.
template <class T>
struct CpuLevel3Routines {
    using Gemm = void(const char* transa, const char* transb, const int* m, const int* n, const int* k,
                      const T* alpha, const T* a, const int* lda, const T* b, const int* ldb, const T* beta,
                      T* c, const int* ldc, std::size_t, std::size_t);
    using Trsm = void(const char* side, const char* uplo, const char* transa, const char* diag, const int* m,
                      const int* n, const T* alpha, const T* a, const int* lda, T* b, const int* ldb,
                      std::size_t, std::size_t, std::size_t, std::size_t);
    using Trmm = Trsm;
    using Symm = void(const char* side, const char* uplo, const int* m, const int* n, const T* alpha,
                      const T* a, const int* lda, const T* b, const int* ldb, const T* beta, T* c,
                      const int* ldc, std::size_t, std::size_t);
    using Syrk = void(const char* uplo, const char* trans, const int* n, const int* k, const T* alpha,
                      const T* a, const int* lda, const T* beta, T* c, const int* ldc, std::size_t,
                      std::size_t);
    using Syr2k = void(const char* uplo, const char* trans, const int* n, const int* k, const T* alpha,
                       const T* a, const int* lda, const T* b, const int* ldb, const T* beta, T* c,
                       const int* ldc, std::size_t, std::size_t);

    Gemm* gemm = nullptr;
    Trsm* trsm = nullptr;
    Trmm* trmm = nullptr;
    Symm* symm = nullptr;
    Syrk* syrk = nullptr;
    Syr2k* syr2k = nullptr;
};

/// Levels 1 and 2 as far as real and complex elements have them alike, and level 3.
template <class T>
struct CpuBlasRoutines : CpuLevel3Routines<T> {
    using Real = PartOf<T>;
    using Copy = void(const int* n, const T* x, const int* incx, T* y, const int* incy);
    using Swap = void(const int* n, T* x, const int* incx, T* y, const int* incy);
    using Scal = void(const int* n, const T* alpha, T* x, const int* incx);
    using Axpy = void(const int* n, const T* alpha, const T* x, const int* incx, T* y, const int* incy);
    using Rot = void(const int* n, T* x, const int* incx, T* y, const int* incy, const Real* c,
                     const Real* s);
    using Nrm2 = Real(const int* n, const T* x, const int* incx);
    using Asum = Nrm2;
    using Iamax = int(const int* n, const T* x, const int* incx);
    using Gemv = void(const char* trans, const int* m, const int* n, const T* alpha, const T* a,
                      const int* lda, const T* x, const int* incx, const T* beta, T* y, const int* incy,
                      std::size_t);
    using Trmv = void(const char* uplo, const char* trans, const char* diag, const int* n, const T* a,
                      const int* lda, T* x, const int* incx, std::size_t, std::size_t, std::size_t);
    using Trsv = Trmv;

    Copy* copy = nullptr;
    Swap* swap = nullptr;
    Scal* scal = nullptr;
    Axpy* axpy = nullptr;
    Rot* rot = nullptr;
    Nrm2* nrm2 = nullptr;
    Asum* asum = nullptr;
    Iamax* iamax = nullptr;  ///< counts from 1
    Gemv* gemv = nullptr;
    Trmv* trmv = nullptr;
    Trsv* trsv = nullptr;
};

/// LAPACK's QR factorizations and what is done with them, likewise.
template <class T>
struct CpuQrRoutines {
    // lwork = -1 asks for the best one, which is left in work[0]; nothing else is done.
    using Geqrf = void(const int* m, const int* n, T* a, const int* lda, T* tau, T* work, const int* lwork,
                       int* info);
    using Ormqr = void(const char* side, const char* trans, const int* m, const int* n, const int* k,
                       const T* a, const int* lda, const T* tau, T* c, const int* ldc, T* work,
                       const int* lwork, int* info, std::size_t, std::size_t);
    using Orgqr = void(const int* m, const int* n, const int* k, T* a, const int* lda, const T* tau, T* work,
                       const int* lwork, int* info);
    using Gels = void(const char* trans, const int* m, const int* n, const int* nrhs, T* a, const int* lda,
                      T* b, const int* ldb, T* work, const int* lwork, int* info, std::size_t);

    Geqrf* geqrf = nullptr;
    Ormqr* ormqr = nullptr;  ///< unmqr if elements are complex; may write to a, and restores it: cpu_qr.hpp
    Orgqr* orgqr = nullptr;  ///< ungqr if they are
    Gels* gels = nullptr;
};

/// LAPACK's factorizations by Gauss and Cholesky beside it, with what solves by them, likewise.
template <class T>
struct CpuFactorRoutines : CpuBlasRoutines<T> {
    using Getrf = void(const int* m, const int* n, T* a, const int* lda, int* ipiv, int* info);
    using Getrs = void(const char* trans, const int* n, const int* nrhs, const T* a, const int* lda,
                       const int* ipiv, T* b, const int* ldb, int* info, std::size_t);
    using Gesv = void(const int* n, const int* nrhs, T* a, const int* lda, int* ipiv, T* b, const int* ldb,
                      int* info);

    using Potrf = void(const char* uplo, const int* n, T* a, const int* lda, int* info, std::size_t);
    using Potrs = void(const char* uplo, const int* n, const int* nrhs, const T* a, const int* lda, T* b,
                       const int* ldb, int* info, std::size_t);
    using Posv = void(const char* uplo, const int* n, const int* nrhs, T* a, const int* lda, T* b,
                      const int* ldb, int* info, std::size_t);
    using Potri = Potrf;

    Getrf* getrf = nullptr;
    Getrs* getrs = nullptr;
    Gesv* gesv = nullptr;
    Potrf* potrf = nullptr;
    Potrs* potrs = nullptr;
    Posv* posv = nullptr;
    Potri* potri = nullptr;
};

/// The routines of the CPU's BLAS and LAPACK that hg calls for a real element type.
template <class T>
struct CpuRoutines : CpuFactorRoutines<T>, CpuQrRoutines<T> {
    using Dot = T(const int* n, const T* x, const int* incx, const T* y, const int* incy);
    using Ger = void(const int* m, const int* n, const T* alpha, const T* x, const int* incx, const T* y,
                     const int* incy, T* a, const int* lda);
    using Symv = void(const char* uplo, const int* n, const T* alpha, const T* a, const int* lda, const T* x,
                      const int* incx, const T* beta, T* y, const int* incy, std::size_t);
    using Syr = void(const char* uplo, const int* n, const T* alpha, const T* x, const int* incx, T* a,
                     const int* lda, std::size_t);
    using Syr2 = void(const char* uplo, const int* n, const T* alpha, const T* x, const int* incx, const T* y,
                      const int* incy, T* a, const int* lda, std::size_t);

    Dot* dot = nullptr;
    Ger* ger = nullptr;
    Symv* symv = nullptr;
    Syr* syr = nullptr;
    Syr2* syr2 = nullptr;
};

/// Those that hg calls for a complex element type.
template <class T>
struct CpuComplexRoutines : CpuFactorRoutines<T>, CpuQrRoutines<T> {
    using Real = PartOf<T>;
    using RealScal = void(const int* n, const Real* alpha, T* x, const int* incx);
    /// They return the number, not through an argument before the first one: find_cpu_blas.hpp.
    using Dotu = T(const int* n, const T* x, const int* incx, const T* y, const int* incy);
    using Dotc = Dotu;
    using Geru = void(const int* m, const int* n, const T* alpha, const T* x, const int* incx, const T* y,
                      const int* incy, T* a, const int* lda);
    using Gerc = Geru;
    using Hemv = void(const char* uplo, const int* n, const T* alpha, const T* a, const int* lda, const T* x,
                      const int* incx, const T* beta, T* y, const int* incy, std::size_t);
    using Her = void(const char* uplo, const int* n, const Real* alpha, const T* x, const int* incx, T* a,
                     const int* lda, std::size_t);
    using Her2 = void(const char* uplo, const int* n, const T* alpha, const T* x, const int* incx, const T* y,
                      const int* incy, T* a, const int* lda, std::size_t);
    using Hemm = typename CpuLevel3Routines<T>::Symm;
    using Herk = void(const char* uplo, const char* trans, const int* n, const int* k, const Real* alpha,
                      const T* a, const int* lda, const Real* beta, T* c, const int* ldc, std::size_t,
                      std::size_t);
    using Her2k = void(const char* uplo, const char* trans, const int* n, const int* k, const T* alpha,
                       const T* a, const int* lda, const T* b, const int* ldb, const Real* beta, T* c,
                       const int* ldc, std::size_t, std::size_t);

    RealScal* real_scal = nullptr;
    Dotu* dotu = nullptr;
    Dotc* dotc = nullptr;
    Geru* geru = nullptr;
    Gerc* gerc = nullptr;
    Hemv* hemv = nullptr;
    Her* her = nullptr;
    Her2* her2 = nullptr;
    Hemm* hemm = nullptr;
    Herk* herk = nullptr;
    Her2k* her2k = nullptr;
};

/// The CPU's BLAS and LAPACK as hg uses them. No pointer is null: what a library lacks is hg's
/// own plain routine (kernels/cpu/plain_blas.hpp).
struct CpuBlas {
    CpuRoutines<double> f64;
    CpuRoutines<float> f32;
    CpuComplexRoutines<std::complex<double>> c64;
    CpuComplexRoutines<std::complex<float>> c32;
    std::string library;  ///< the file that dgemm is taken from; empty: hg's own
    std::string fault;    ///< why it is not the library that was asked for; empty: it is

    /// Those of an element type, real or complex.
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

/// The CPU's BLAS and LAPACK of this process. They are found at the first call and usable until the process
/// ends: those that HG_CPU_BLAS names, else those that hg was linked with, else hg's own plain routines. They
/// are never those of a library that is itself built on hg: so such a library may take the place of the
/// process's BLAS without calling itself. Thread-safe. find_cpu_blas.cpp finds them.
[[nodiscard]] const CpuBlas& cpu_blas() noexcept;

/// op(X) as BLAS has it.
enum class CpuOperation : char { none = 'N', trans = 'T', conj_trans = 'C' };

/// C := alpha op(A) op(B) + beta C by the CPU's BLAS: op(A) m x k, op(B) k x n, C m x n, column-major. Sizes
/// must fit into 32 bits.
template <class T>
void cpu_gemm(CpuOperation op_a, CpuOperation op_b, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
              const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c,
              std::int64_t ldc) noexcept;

/// The same with A and B as they are or transposed.
template <class T>
void cpu_gemm(bool transpose_a, bool transpose_b, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
              const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c,
              std::int64_t ldc) noexcept {
    const auto operation = [](bool transpose) {
        return transpose ? CpuOperation::trans : CpuOperation::none;
    };
    cpu_gemm(operation(transpose_a), operation(transpose_b), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

/// Which triangular matrix, and where it stands.
struct CpuTriangle {
    bool right = false;
    bool upper = false;
    bool transposed = false;
    bool unit = false;
    bool conjugated = false;  ///< if it is transposed: op(A) is A^H
};

/// B := alpha op(A)^-1 B or alpha B op(A)^-1 by the CPU's BLAS, B being m x n, column-major. Sizes must fit
/// into 32 bits.
template <class T>
void cpu_trsm(const CpuTriangle& triangle, std::int64_t m, std::int64_t n, T alpha, const T* a,
              std::int64_t lda, T* b, std::int64_t ldb) noexcept;

}  // namespace hg::kernels
