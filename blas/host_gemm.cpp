#include "blas/host_gemm.hpp"

#include <cblas.h>

#include <algorithm>
#include <limits>

namespace hg {
namespace {

constexpr CBLAS_TRANSPOSE transpose(Op op) {
    return op == Op::none ? CblasNoTrans : CblasTrans;
}

}  // namespace

template <class T>
bool host_gemm_takes(const GemmArguments<T>& g) noexcept {
    return std::max({g.m, g.n, g.k, g.lda, g.ldb, g.ldc}) <= std::numeric_limits<int>::max();
}

template <class T>
void host_gemm(const GemmArguments<T>& g) noexcept {
    // OpenBLAS's kernels for small matrices read A and B even where alpha is 0; without a depth they can't.
    const std::int64_t depth = g.alpha == T{0} ? 0 : g.k;
    const auto call = [&](auto gemm) {
        gemm(CblasColMajor, transpose(g.op_a), transpose(g.op_b), static_cast<int>(g.m),
             static_cast<int>(g.n), static_cast<int>(depth), g.alpha, g.A, static_cast<int>(g.lda), g.B,
             static_cast<int>(g.ldb), g.beta, g.C, static_cast<int>(g.ldc));
    };
    if constexpr (sizeof(T) == sizeof(double))
        call(cblas_dgemm);
    else
        call(cblas_sgemm);
}

template bool host_gemm_takes(const GemmArguments<float>&) noexcept;
template bool host_gemm_takes(const GemmArguments<double>&) noexcept;
template void host_gemm(const GemmArguments<float>&) noexcept;
template void host_gemm(const GemmArguments<double>&) noexcept;

}  // namespace hg
