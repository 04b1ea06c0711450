#include "blas/level3/triangle/trsm_call.hpp"

#include "blas/call/output_changes.hpp"
#include "kernels/cpu/call_cpu_blas.hpp"
#include "kernels/cpu/cpu_blas.hpp"

namespace hg {

template <class T>
void TrsmCall<T>::on_cpu() const noexcept {
    OutputChanges::note();
    const TrsmArguments<T>& c = *this;
    kernels::call_cpu_blas(kernels::cpu_blas().routines<T>().trsm, c.flops() / 2, c.side, c.uplo, c.op,
                           c.diag, c.m, c.n, c.alpha, c.A, c.lda, c.B, c.ldb);
}

template <class T>
void TrsmCall<T>::put_in_order(std::vector<HostTile>& tiles) const noexcept {
    put_in_order_of_solve(TriangleShape(*this), tiles);
}

template struct TrsmCall<float>;
template struct TrsmCall<double>;
template struct TrsmCall<std::complex<float>>;
template struct TrsmCall<std::complex<double>>;

}  // namespace hg
