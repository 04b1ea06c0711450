#include "lapack/cholesky/potrf_call.hpp"

#include <complex>

#include "blas/call/output_changes.hpp"
#include "host_blas/call_cpu_blas.hpp"
#include "host_blas/cpu_blas.hpp"

namespace hg {

template <class T>
void PotrfCall<T>::on_cpu() const noexcept {
    const PotrfCall& c = *this;
    OutputChanges::note();
    int failed = 0;
    call_cpu_blas(cpu_blas().routines<T>().potrf, this->flops() / 2, c.uplo, c.n, c.A, c.lda, &failed);
    // LAPACK does not say what is left of a pivot.
    if (failed > 0 && std::real(c.A[(failed - 1) * (c.lda + 1)]) > 0) c.A[(failed - 1) * (c.lda + 1)] = T{0};
}

template <class T>
std::int64_t PotrfCall<T>::info() const noexcept {
    for (std::int64_t i = 0; i < this->n; ++i)
        if (!(std::real(this->A[i * (this->lda + 1)]) > 0)) return i + 1;
    return 0;
}

template struct PotrfCall<float>;
template struct PotrfCall<double>;
template struct PotrfCall<std::complex<float>>;
template struct PotrfCall<std::complex<double>>;

}  // namespace hg
