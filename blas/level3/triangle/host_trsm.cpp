#include "blas/level3/triangle/host_trsm.hpp"

#include <algorithm>
#include <limits>

#include "kernels/cpu/cpu_blas.hpp"

namespace hg {

template <class T>
bool host_trsm_takes(const TrsmArguments<T>& c) noexcept {
    return std::max({c.m, c.n, c.lda, c.ldb}) <= std::numeric_limits<int>::max();
}

template <class T>
void host_trsm(const TrsmArguments<T>& c) noexcept {
    const kernels::CpuTriangle triangle{.right = c.side == Side::right,
                                        .upper = c.uplo == Uplo::upper,
                                        .transposed = c.op != Op::none,
                                        .unit = c.diag == Diag::unit};
    kernels::cpu_trsm<T>(triangle, c.m, c.n, c.alpha, c.A, c.lda, c.B, c.ldb);
}

template bool host_trsm_takes(const TrsmArguments<float>&) noexcept;
template bool host_trsm_takes(const TrsmArguments<double>&) noexcept;
template void host_trsm(const TrsmArguments<float>&) noexcept;
template void host_trsm(const TrsmArguments<double>&) noexcept;

}  // namespace hg
