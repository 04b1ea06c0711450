#include "lapack/refine/dsposv_call.hpp"

#include "lapack/refine/mixed_precision.hpp"
#include "lapack/refine/refinement.hpp"
#include <hg/blas/hermitian.hpp>
#include <hg/blas/symm.hpp>
#include <hg/lapack/posv.hpp>
#include <hg/lapack/potrf.hpp>
#include <hg/lapack/potrs.hpp>

namespace hg {

template <class T>
std::int64_t MixedPosvCall<T>::perform(Session& session) const {
    using Single = SingleOf<T>;
    const MixedPosvCall& c = *this;
    const MixedSolver<T> by_cholesky{
        .round = [&](Single* F) { return round_to_single<T>(triangle(c.uplo, c.n), c.A, c.lda, F, c.n); },
        .factor =
            [&](Single* F) { return potrf<Single>(session, Layout::col_major, c.uplo, c.n, F, c.n) == 0; },
        .solve =
            [&](const Single* F, Single* solution) {
                potrs<Single>(session, Layout::col_major, c.uplo, c.n, c.nrhs, F, c.n, solution, c.n);
            },
        .norm = [&] { return self_adjoint_norm(c.uplo, c.n, c.A, c.lda); },
        .subtract_product =
            [&](T* R) {
                if constexpr (ComplexElement<T>)
                    hemm<T>(session, Layout::col_major, Side::left, c.uplo, c.n, c.nrhs, -1, c.A, c.lda, c.X,
                            c.ldx, 1, R, c.n);
                else
                    symm<T>(session, Layout::col_major, Side::left, c.uplo, c.n, c.nrhs, -1, c.A, c.lda, c.X,
                            c.ldx, 1, R, c.n);
            },
        .solve_in_double =
            [&] { return posv<T>(session, Layout::col_major, c.uplo, c.n, c.nrhs, c.A, c.lda, c.X, c.ldx); }};
    return solve_refined<T>(by_cholesky, {c.n, c.nrhs, c.B, c.ldb, c.X, c.ldx}, c.iter);
}

template struct MixedPosvCall<double>;
template struct MixedPosvCall<std::complex<double>>;

}  // namespace hg
