#include "lapack/inverse/inverse_call.hpp"

#include "blas/call/output_changes.hpp"
#include "blas/cost/flops.hpp"
#include "host_blas/call_cpu_blas.hpp"
#include "host_blas/cpu_blas.hpp"

namespace hg {

template <class T>
void InverseCall<T>::on_cpu() const noexcept {
    const InverseCall& c = *this;
    OutputChanges::note();
    int info = 0;
    constexpr double kFlops = real_operations(element_type_of<T>());
    call_cpu_blas(cpu_blas().routines<T>().potri, kFlops / 2 * potri_flops(c.n), c.uplo, c.n, c.A, c.lda,
                  &info);
}

template struct InverseCall<float>;
template struct InverseCall<double>;
template struct InverseCall<std::complex<float>>;
template struct InverseCall<std::complex<double>>;

}  // namespace hg
