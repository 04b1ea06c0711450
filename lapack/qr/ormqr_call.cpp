#include "lapack/qr/ormqr_call.hpp"

#include "blas/call/output_changes.hpp"
#include "host_blas/cpu_qr.hpp"
#include "lapack/common/adjoint.hpp"

namespace hg {

/// For real elements both transpositions are one.
template <class T>
QProductProblem OrmqrCall<T>::problem() const noexcept {
    return {.type = element_type_of<T>(),
            .side = side,
            .op = op == Op::none ? Op::none : adjoint<T>(),
            .m = m,
            .n = n,
            .k = k};
}

template <class T>
void OrmqrCall<T>::on_cpu() const {
    cpu_ormqr<T>({.right = side == Side::right, .transposed = op != Op::none}, m, n, k, A, lda, tau, C, ldc);
    OutputChanges::note();
}

template struct OrmqrCall<float>;
template struct OrmqrCall<double>;
template struct OrmqrCall<std::complex<float>>;
template struct OrmqrCall<std::complex<double>>;

}  // namespace hg
