#include "kernels/cpu/cpu_blas.hpp"

#include "kernels/cpu/call_cpu_blas.hpp"

namespace hg::kernels {

template <class T>
void cpu_gemm(bool transpose_a, bool transpose_b, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
              const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c,
              std::int64_t ldc) noexcept {
    call_cpu_blas(cpu_blas().routines<T>().gemm,
                  static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k),
                  transpose_a ? 'T' : 'N', transpose_b ? 'T' : 'N', m, n, k, alpha, a, lda, b, ldb, beta, c,
                  ldc);
}

template <class T>
void cpu_complex_gemm(CpuOperation op_a, CpuOperation op_b, std::int64_t m, std::int64_t n, std::int64_t k,
                      T alpha, const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c,
                      std::int64_t ldc) noexcept {
    constexpr double kProducts = 4;
    call_cpu_blas(cpu_blas().complex_routines<T>().gemm,
                  kProducts * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k), op_a,
                  op_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

template <class T>
void cpu_trsm(const CpuTriangle& triangle, std::int64_t m, std::int64_t n, T alpha, const T* a,
              std::int64_t lda, T* b, std::int64_t ldb) noexcept {
    const auto order = static_cast<double>(triangle.right ? n : m);
    call_cpu_blas(cpu_blas().routines<T>().trsm, static_cast<double>(m) * static_cast<double>(n) * order,
                  triangle.right ? 'R' : 'L', triangle.upper ? 'U' : 'L', triangle.transposed ? 'T' : 'N',
                  triangle.unit ? 'U' : 'N', m, n, alpha, a, lda, b, ldb);
}

template void cpu_gemm(bool, bool, std::int64_t, std::int64_t, std::int64_t, double, const double*,
                       std::int64_t, const double*, std::int64_t, double, double*, std::int64_t) noexcept;
template void cpu_gemm(bool, bool, std::int64_t, std::int64_t, std::int64_t, float, const float*,
                       std::int64_t, const float*, std::int64_t, float, float*, std::int64_t) noexcept;
template void cpu_complex_gemm(CpuOperation, CpuOperation, std::int64_t, std::int64_t, std::int64_t,
                               std::complex<double>, const std::complex<double>*, std::int64_t,
                               const std::complex<double>*, std::int64_t, std::complex<double>,
                               std::complex<double>*, std::int64_t) noexcept;
template void cpu_complex_gemm(CpuOperation, CpuOperation, std::int64_t, std::int64_t, std::int64_t,
                               std::complex<float>, const std::complex<float>*, std::int64_t,
                               const std::complex<float>*, std::int64_t, std::complex<float>,
                               std::complex<float>*, std::int64_t) noexcept;
template void cpu_trsm(const CpuTriangle&, std::int64_t, std::int64_t, double, const double*, std::int64_t,
                       double*, std::int64_t) noexcept;
template void cpu_trsm(const CpuTriangle&, std::int64_t, std::int64_t, float, const float*, std::int64_t,
                       float*, std::int64_t) noexcept;

}  // namespace hg::kernels
