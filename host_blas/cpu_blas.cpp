#include "host_blas/cpu_blas.hpp"

#include "host_blas/call_cpu_blas.hpp"
#include <hg/runtime/program/element.hpp>

namespace hg {
namespace {

/// The number of multiplications of a matrix product, or of a product with a triangle, which has half as
/// many.
template <class T>
double products(std::int64_t m, std::int64_t n, std::int64_t k) noexcept {
    constexpr double kOfElements = is_complex(element_type_of<T>()) ? 4 : 1;
    return kOfElements * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
}

}  // namespace

template <class T>
void cpu_gemm(CpuOperation op_a, CpuOperation op_b, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
              const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c, std::int64_t ldc) {
    call_cpu_blas(cpu_blas().routines<T>().gemm, products<T>(m, n, k), op_a, op_b, m, n, k, alpha, a, lda, b,
                  ldb, beta, c, ldc);
}

template <class T>
void cpu_trsm(const CpuTriangle& triangle, std::int64_t m, std::int64_t n, T alpha, const T* a,
              std::int64_t lda, T* b, std::int64_t ldb) {
    call_cpu_blas(cpu_blas().routines<T>().trsm, products<T>(m, n, triangle.right ? n : m),
                  triangle.right ? 'R' : 'L', triangle.upper ? 'U' : 'L',
                  triangle.transposed ? (triangle.conjugated ? 'C' : 'T') : 'N', triangle.unit ? 'U' : 'N', m,
                  n, alpha, a, lda, b, ldb);
}

#define HG_INSTANTIATE(T)                                                                                 \
    template void cpu_gemm(CpuOperation, CpuOperation, std::int64_t, std::int64_t, std::int64_t, T,       \
                           const T*, std::int64_t, const T*, std::int64_t, T, T*, std::int64_t);          \
    template void cpu_trsm(const CpuTriangle&, std::int64_t, std::int64_t, T, const T*, std::int64_t, T*, \
                           std::int64_t);
HG_INSTANTIATE(double)
HG_INSTANTIATE(float)
HG_INSTANTIATE(std::complex<double>)
HG_INSTANTIATE(std::complex<float>)
#undef HG_INSTANTIATE

}  // namespace hg
