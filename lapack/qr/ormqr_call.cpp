#include "lapack/qr/ormqr_call.hpp"

#include "blas/call/output_changes.hpp"
#include "kernels/cpu/cpu_qr.hpp"

namespace hg {

/// For real elements both transpositions are one.
template <class T>
QProductProblem OrmqrCall<T>::problem() const noexcept {
    return {.type = element_type_of<T>(),
            .side = side,
            .op = op == Op::none ? Op::none : Op::trans,
            .m = m,
            .n = n,
            .k = k};
}

template <class T>
void OrmqrCall<T>::on_cpu() const {
    kernels::cpu_ormqr<T>({.right = side == Side::right, .transposed = op != Op::none}, m, n, k, A, lda, tau,
                          C, ldc);
    OutputChanges::note();
}

template struct OrmqrCall<float>;
template struct OrmqrCall<double>;

}  // namespace hg
