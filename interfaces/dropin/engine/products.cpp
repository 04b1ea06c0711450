#include "interfaces/dropin/engine/products.hpp"

#include "interfaces/dropin/engine/attempt.hpp"
#include "interfaces/dropin/engine/updated_matrix.hpp"
#include <hg/blas/gemm.hpp>
#include <hg/blas/trsm.hpp>

namespace hg::dropin {
template <class T>
Outcome run_gemm(Place place, const GemmArguments<T>& g) noexcept {
    UpdatedMatrix<T> C(g.C, g.m, g.n, g.ldc);
    const Outcome outcome = C.restored(attempt(place, [&] {
        if (g.beta != T{0}) C.keep();
        gemm<T>(Layout::col_major, g.op_a, g.op_b, g.m, g.n, g.k, g.alpha, g.A, g.lda, g.B, g.ldb, g.beta,
                g.C, g.ldc);
    }));
    // What C holds is not read then: the call can be made again.
    return outcome == Outcome::spoilt && g.beta == T{0} ? Outcome::untouched : outcome;
}

template <class T>
Outcome run_trsm(Place place, const TrsmArguments<T>& t) noexcept {
    UpdatedMatrix<T> B(t.B, t.m, t.n, t.ldb);
    return B.restored(attempt(place, [&] {
        B.keep();
        trsm<T>(Layout::col_major, t.side, t.uplo, t.op, t.diag, t.m, t.n, t.alpha, t.A, t.lda, t.B, t.ldb);
    }));
}

template Outcome run_gemm(Place, const GemmArguments<float>&) noexcept;
template Outcome run_gemm(Place, const GemmArguments<double>&) noexcept;
template Outcome run_trsm(Place, const TrsmArguments<float>&) noexcept;
template Outcome run_trsm(Place, const TrsmArguments<double>&) noexcept;

}  // namespace hg::dropin
