#include "blas/level3/triangle/trsm_call.hpp"

#include "blas/call/output_changes.hpp"
#include "blas/level3/triangle/reciprocal.hpp"
#include "kernels/cpu/call_cpu_blas.hpp"
#include "kernels/cpu/cpu_blas.hpp"
#include "kernels/cpu/plain_blas.hpp"

namespace hg {

template <class T>
void TrsmCall<T>::on_cpu() const noexcept {
    OutputChanges::note();
    const TrsmArguments<T>& c = *this;
    const std::int64_t order = c.side == Side::left ? c.m : c.n;
    const bool divides = c.diag == Diag::non_unit && any_has_no_reciprocal(order, c.A, c.lda);
    auto* const trsm =
        divides ? kernels::all_plain_routines<T>().trsm : kernels::cpu_blas().routines<T>().trsm;
    kernels::call_cpu_blas(trsm, c.flops() / 2, c.side, c.uplo, c.op, c.diag, c.m, c.n, c.alpha, c.A, c.lda,
                           c.B, c.ldb);
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
