#include "blas/level3/triangle/trsm_call.hpp"

#include "blas/call/output_changes.hpp"
#include "kernels/cpu/cpu_blas.hpp"

namespace hg {

template <class T>
void TrsmCall<T>::on_cpu() const noexcept {
    OutputChanges::note();
    const kernels::CpuTriangle triangle{.right = this->side == Side::right,
                                        .upper = this->uplo == Uplo::upper,
                                        .transposed = this->op != Op::none,
                                        .unit = this->diag == Diag::unit};
    kernels::cpu_trsm<T>(triangle, this->m, this->n, this->alpha, this->A, this->lda, this->B, this->ldb);
}

template <class T>
void TrsmCall<T>::put_in_order(std::vector<HostTile>& tiles) const noexcept {
    put_in_order_of_solve(TriangleShape(*this), tiles);
}

template struct TrsmCall<float>;
template struct TrsmCall<double>;

}  // namespace hg
