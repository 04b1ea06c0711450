#include "lapack/refine/dsgesv_call.hpp"

#include "lapack/refine/mixed_precision.hpp"
#include "lapack/refine/refinement.hpp"
#include <hg/blas/gemm.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrf.hpp>
#include <hg/lapack/getrs.hpp>

namespace hg {

template <class T>
std::int64_t MixedGesvCall<T>::perform(Session& session) const {
    using Single = SingleOf<T>;
    const MixedGesvCall& c = *this;
    const MixedSolver<T> by_lu{
        .round =
            [&](Single* F) {
                return round_to_single<T>({c.n, c.n}, c.A, c.lda, F, c.n);
            },
        .factor =
            [&](Single* F) {
                return getrf<Single>(session, Layout::col_major, c.n, c.n, F, c.n, c.ipiv) == 0;
            },
        .solve =
            [&](const Single* F, Single* solution) {
                getrs<Single>(session, Layout::col_major, Op::none, c.n, c.nrhs, F, c.n, c.ipiv, solution,
                              c.n);
            },
        .norm = [&] { return infinity_norm(c.n, c.n, c.A, c.lda); },
        .subtract_product =
            [&](T* R) {
                gemm<T>(session, Layout::col_major, Op::none, Op::none, c.n, c.nrhs, c.n, -1, c.A, c.lda, c.X,
                        c.ldx, 1, R, c.n);
            },
        .solve_in_double =
            [&] { return gesv<T>(session, Layout::col_major, c.n, c.nrhs, c.A, c.lda, c.ipiv, c.X, c.ldx); }};
    return solve_refined<T>(by_lu, {c.n, c.nrhs, c.B, c.ldb, c.X, c.ldx}, c.iter);
}

template struct MixedGesvCall<double>;
template struct MixedGesvCall<std::complex<double>>;

}  // namespace hg
