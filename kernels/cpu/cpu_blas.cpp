#include "kernels/cpu/cpu_blas.hpp"

#include "kernels/cpu/cpu_blas_call.hpp"

namespace hg::kernels {

template <class T>
void cpu_gemm(bool transpose_a, bool transpose_b, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
              const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c,
              std::int64_t ldc) noexcept {
    const auto rows = static_cast<int>(m);
    const auto cols = static_cast<int>(n);
    const auto depth = static_cast<int>(k);
    const auto a_ld = static_cast<int>(lda);
    const auto b_ld = static_cast<int>(ldb);
    const auto c_ld = static_cast<int>(ldc);
    const CpuBlas& blas = cpu_blas();
    const CpuBlasCall call(static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k));
    blas.routines<T>().gemm(transpose_a ? "T" : "N", transpose_b ? "T" : "N", &rows, &cols, &depth, &alpha, a,
                            &a_ld, b, &b_ld, &beta, c, &c_ld, 1, 1);
}

template <class T>
void cpu_trsm(const CpuTriangle& triangle, std::int64_t m, std::int64_t n, T alpha, const T* a,
              std::int64_t lda, T* b, std::int64_t ldb) noexcept {
    const auto rows = static_cast<int>(m);
    const auto cols = static_cast<int>(n);
    const auto a_ld = static_cast<int>(lda);
    const auto b_ld = static_cast<int>(ldb);
    const CpuBlas& blas = cpu_blas();
    const auto order = static_cast<double>(triangle.right ? n : m);
    const CpuBlasCall call(static_cast<double>(m) * static_cast<double>(n) * order);
    blas.routines<T>().trsm(triangle.right ? "R" : "L", triangle.upper ? "U" : "L",
                            triangle.transposed ? "T" : "N", triangle.unit ? "U" : "N", &rows, &cols, &alpha,
                            a, &a_ld, b, &b_ld, 1, 1, 1, 1);
}

template void cpu_gemm(bool, bool, std::int64_t, std::int64_t, std::int64_t, double, const double*,
                       std::int64_t, const double*, std::int64_t, double, double*, std::int64_t) noexcept;
template void cpu_gemm(bool, bool, std::int64_t, std::int64_t, std::int64_t, float, const float*,
                       std::int64_t, const float*, std::int64_t, float, float*, std::int64_t) noexcept;
template void cpu_trsm(const CpuTriangle&, std::int64_t, std::int64_t, double, const double*, std::int64_t,
                       double*, std::int64_t) noexcept;
template void cpu_trsm(const CpuTriangle&, std::int64_t, std::int64_t, float, const float*, std::int64_t,
                       float*, std::int64_t) noexcept;

}  // namespace hg::kernels
