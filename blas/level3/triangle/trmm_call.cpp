#include "blas/level3/triangle/trmm_call.hpp"

#include "blas/call/output_changes.hpp"
#include "blas/cost/flops.hpp"
#include "kernels/cpu/call_cpu_blas.hpp"
#include "kernels/cpu/cpu_blas.hpp"

namespace hg {

template <class T>
bool TrmmCall<T>::does_nothing() const noexcept {
    return this->m == 0 || this->n == 0;
}

template <class T>
EquivalentProduct TrmmCall<T>::weight() const noexcept {
    return trsm_product(this->m, this->n, this->order());
}

template <class T>
void TrmmCall<T>::on_cpu() const noexcept {
    OutputChanges::note();
    const TrmmArguments<T>& c = *this;
    kernels::call_cpu_blas(kernels::cpu_blas().routines<T>().trmm,
                           trmm_flops(c.order(), c.side == Side::left ? c.n : c.m) / 2, c.side, c.uplo, c.op,
                           c.diag, c.m, c.n, c.alpha, c.A, c.lda, c.B, c.ldb);
}

template struct TrmmCall<float>;
template struct TrmmCall<double>;

}  // namespace hg
