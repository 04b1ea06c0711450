#include "blas/level3/symmetric/syrk_call.hpp"

#include "blas/call/output_changes.hpp"
#include "blas/cost/flops.hpp"
#include "kernels/cpu/call_cpu_blas.hpp"
#include "kernels/cpu/cpu_blas.hpp"

namespace hg {

template <class T>
bool SyrkCall<T>::does_nothing() const noexcept {
    return this->n == 0 || ((this->alpha == T{0} || this->k == 0) && this->beta == T{1});
}

template <class T>
EquivalentProduct SyrkCall<T>::weight() const noexcept {
    return {this->n, this->n, this->alpha == T{0} ? 0 : (this->k + 1) / 2, this->beta != T{0}};
}

template <class T>
void SyrkCall<T>::on_cpu() const noexcept {
    OutputChanges::note();
    const SyrkArguments<T>& c = *this;
    kernels::call_cpu_blas(kernels::cpu_blas().routines<T>().syrk, syrk_flops(c.n, c.k) / 2, c.uplo, c.op,
                           c.n, c.k, c.alpha, c.A, c.lda, c.beta, c.C, c.ldc);
}

template struct SyrkCall<float>;
template struct SyrkCall<double>;

}  // namespace hg
