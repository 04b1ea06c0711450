#include "blas/level3/triangle/trmm_call.hpp"

#include "blas/call/output_changes.hpp"
#include "kernels/cpu/call_cpu_blas.hpp"
#include "kernels/cpu/cpu_blas.hpp"

namespace hg {

template <class T>
bool TrmmCall<T>::does_nothing() const noexcept {
    return this->m == 0 || this->n == 0;
}

template <class T>
void TrmmCall<T>::on_cpu() const noexcept {
    OutputChanges::note();
    const TrmmArguments<T>& c = *this;
    kernels::call_cpu_blas(kernels::cpu_blas().routines<T>().trmm, c.flops() / 2, c.side, c.uplo, c.op,
                           c.diag, c.m, c.n, c.alpha, c.A, c.lda, c.B, c.ldb);
}

template struct TrmmCall<float>;
template struct TrmmCall<double>;

}  // namespace hg
