#include "lapack/cholesky/potrf_call.hpp"

#include <complex>

#include "blas/call/output_changes.hpp"
#include "host_blas/call_cpu_blas.hpp"
#include "host_blas/cpu_blas.hpp"

namespace hg {

template <class T>
void PotrfCall<T>::on_cpu() const noexcept {
    OutputChanges::note();
    int failed = 0;
    call_cpu_blas(cpu_blas().routines<T>().potrf, flops() / 2, uplo, n, A, lda, &failed);
    // LAPACK does not say what is left of a pivot.
    if (failed > 0 && std::real(A[(failed - 1) * (lda + 1)]) > 0) A[(failed - 1) * (lda + 1)] = T{0};
}

template <class T>
std::int64_t PotrfCall<T>::info() const noexcept {
    for (std::int64_t i = 0; i < n; ++i)
        if (!(std::real(A[i * (lda + 1)]) > 0)) return i + 1;
    return 0;
}

template struct PotrfCall<float>;
template struct PotrfCall<double>;
template struct PotrfCall<std::complex<float>>;
template struct PotrfCall<std::complex<double>>;

}  // namespace hg
