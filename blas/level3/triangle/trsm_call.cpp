#include "blas/level3/triangle/trsm_call.hpp"

#include "blas/call/output_changes.hpp"
#include "blas/generated/cpu_calls.hpp"
#include "blas/level3/triangle/reciprocal.hpp"
#include "kernels/cpu/plain_blas.hpp"

namespace hg {

template <class T>
void TrsmCall<T>::on_cpu() const noexcept {
    OutputChanges::note();
    const TrsmArguments<T>& c = *this;
    const bool divides = c.diag == Diag::non_unit && any_has_no_reciprocal(c.order(), c.A, c.lda);
    divides ? call_cpu<T>(c, kernels::plain_routines<T>()) : call_cpu<T>(c);
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
