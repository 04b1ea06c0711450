#include "blas/level3/symmetric/symm_call.hpp"

#include "blas/call/output_changes.hpp"
#include "blas/cost/flops.hpp"
#include "kernels/cpu/call_cpu_blas.hpp"
#include "kernels/cpu/cpu_blas.hpp"

namespace hg {

template <class T>
bool SymmCall<T>::does_nothing() const noexcept {
    return this->m == 0 || this->n == 0 || (this->alpha == T{0} && this->beta == T{1});
}

template <class T>
EquivalentProduct SymmCall<T>::weight() const noexcept {
    return {this->m, this->n, this->alpha == T{0} ? 0 : this->order(), this->beta != T{0}};
}

template <class T>
void SymmCall<T>::on_cpu() const noexcept {
    OutputChanges::note();
    const SymmArguments<T>& c = *this;
    kernels::call_cpu_blas(kernels::cpu_blas().routines<T>().symm,
                           symm_flops(c.order(), c.side == Side::left ? c.n : c.m) / 2, c.side, c.uplo, c.m,
                           c.n, c.alpha, c.A, c.lda, c.B, c.ldb, c.beta, c.C, c.ldc);
}

template struct SymmCall<float>;
template struct SymmCall<double>;

}  // namespace hg
