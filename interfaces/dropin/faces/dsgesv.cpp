#include "interfaces/dropin/faces/dsgesv_call.hpp"
#include "interfaces/dropin/faces/names.hpp"
#include "interfaces/dropin/faces/serve.hpp"
#include "interfaces/dropin/faces/without_next.hpp"
#include "interfaces/dropin/next_symbol.hpp"

// LAPACKE's dsgesv calls LAPACK's, in a LAPACKE of its own: it needs no face here.

namespace hg::dropin {
namespace {

template <class Int>
using FortranDsgesv = void(const Int*, const Int*, double*, const Int*, Int*, const double*, const Int*,
                           double*, const Int*, double*, float*, Int*, Int*);

template <class Int>
void fortran_dsgesv(NextSymbol<FortranDsgesv<Int>>& symbol, const Int* n, const Int* nrhs, double* a,
                    const Int* lda, Int* ipiv, const double* b, const Int* ldb, double* x, const Int* ldx,
                    double* work, float* swork, Int* iter, Int* info) noexcept {
    std::int64_t steps = 0;
    std::int64_t result = 0;
    // B is only read, though systems elsewhere are solved in place.
    const GesvArguments<double> system{
        *n, *nrhs, a, *lda, {ipiv, sizeof(Int) == 8}, const_cast<double*>(b), *ldb, &result};
    const DsgesvCall call{{system, x, *ldx, &steps}};
    const auto give_back = [&] {
        *iter = static_cast<Int>(steps);
        *info = static_cast<Int>(result);
    };
    const bool by_devices = serve<Int>(call, [&] {
        if (auto* const next = symbol.get())
            return next(n, nrhs, a, lda, ipiv, b, ldb, x, ldx, work, swork, iter, info);
        without_next(call);
        give_back();
    });
    if (by_devices) give_back();
}

}  // namespace
}  // namespace hg::dropin

#define HG_FORTRAN_DSGESV(name, T, Int)                                                                   \
    extern "C" void name(const Int* n, const Int* nrhs, T* a, const Int* lda, Int* ipiv, const T* b,      \
                         const Int* ldb, T* x, const Int* ldx, T* work, float* swork, Int* iter,          \
                         Int* info) {                                                                     \
        static constinit hg::dropin::NextSymbol<hg::dropin::FortranDsgesv<Int>> next(#name);              \
        hg::dropin::fortran_dsgesv(next, n, nrhs, a, lda, ipiv, b, ldb, x, ldx, work, swork, iter, info); \
    }

HG_FORTRAN_NAMES_OF(HG_FORTRAN_DSGESV, dsgesv, double)
