#include "blas/host_trsm.hpp"

#include <cblas.h>

#include <algorithm>
#include <limits>

namespace hg {

template <class T>
bool host_trsm_takes(const TrsmArguments<T>& c) noexcept {
    return std::max({c.m, c.n, c.lda, c.ldb}) <= std::numeric_limits<int>::max();
}

template <class T>
void host_trsm(const TrsmArguments<T>& c) noexcept {
    const auto call = [&](auto trsm) {
        trsm(CblasColMajor, c.side == Side::left ? CblasLeft : CblasRight,
             c.uplo == Uplo::lower ? CblasLower : CblasUpper, c.op == Op::none ? CblasNoTrans : CblasTrans,
             c.diag == Diag::unit ? CblasUnit : CblasNonUnit, static_cast<int>(c.m), static_cast<int>(c.n),
             c.alpha, c.A, static_cast<int>(c.lda), c.B, static_cast<int>(c.ldb));
    };
    if constexpr (sizeof(T) == sizeof(double))
        call(cblas_dtrsm);
    else
        call(cblas_strsm);
}

template bool host_trsm_takes(const TrsmArguments<float>&) noexcept;
template bool host_trsm_takes(const TrsmArguments<double>&) noexcept;
template void host_trsm(const TrsmArguments<float>&) noexcept;
template void host_trsm(const TrsmArguments<double>&) noexcept;

}  // namespace hg
