#include "lapack/qr/ormqr_call.hpp"

#include "blas/call/output_changes.hpp"
#include "host_blas/cpu_qr.hpp"
#include "lapack/common/adjoint.hpp"

namespace hg {

/// For real elements both transpositions are one.
template <class T>
QProductProblem OrmqrCall<T>::problem() const noexcept {
    const OrmqrCall& c = *this;
    return {.type = element_type_of<T>(),
            .side = c.side,
            .op = c.op == Op::none ? Op::none : adjoint<T>(),
            .m = c.m,
            .n = c.n,
            .k = c.k};
}

template <class T>
void OrmqrCall<T>::on_cpu() const {
    const OrmqrCall& c = *this;
    cpu_ormqr<T>({.right = c.side == Side::right, .transposed = c.op != Op::none}, c.m, c.n, c.k, c.A, c.lda,
                 c.tau, c.C, c.ldc);
    OutputChanges::note();
}

template struct OrmqrCall<float>;
template struct OrmqrCall<double>;
template struct OrmqrCall<std::complex<float>>;
template struct OrmqrCall<std::complex<double>>;

}  // namespace hg
