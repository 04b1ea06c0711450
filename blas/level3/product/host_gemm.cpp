#include "blas/level3/product/host_gemm.hpp"

#include <algorithm>
#include <limits>

#include "kernels/cpu/cpu_blas.hpp"

namespace hg {
template <class T>
bool host_gemm_takes(const GemmArguments<T>& g) noexcept {
    return std::max({g.m, g.n, g.k, g.lda, g.ldb, g.ldc}) <= std::numeric_limits<int>::max();
}

template <class T>
void host_gemm(const GemmArguments<T>& g) noexcept {
    // OpenBLAS's kernels for small matrices read A and B even if alpha is 0; without a depth they can't.
    const std::int64_t depth = g.alpha == T{0} ? 0 : g.k;
    kernels::cpu_gemm<T>(g.op_a != Op::none, g.op_b != Op::none, g.m, g.n, depth, g.alpha, g.A, g.lda, g.B,
                         g.ldb, g.beta, g.C, g.ldc);
}

template bool host_gemm_takes(const GemmArguments<float>&) noexcept;
template bool host_gemm_takes(const GemmArguments<double>&) noexcept;
template void host_gemm(const GemmArguments<float>&) noexcept;
template void host_gemm(const GemmArguments<double>&) noexcept;

}  // namespace hg
