// hg's interfaces of complex matrices: C++, calls that return at once, and C.
#include <complex>

#include "faults/interface.hpp"
#include "faults/outcome_of.hpp"
#include <hg/blas/async.hpp>
#include <hg/blas/gemm.hpp>
#include <hg/blas/hermitian.hpp>
#include <hg/blas/trsm.hpp>
#include <hg/hg.h>
#include <hg/lapack/async.hpp>
#include <hg/lapack/gels.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrf.hpp>
#include <hg/lapack/posv.hpp>

namespace hg::test {
namespace {

using Complex = std::complex<double>;

constexpr Layout kByColumns = Layout::col_major;

std::int64_t call_complex(Routine routine, Operands<Complex>& x) {
    constexpr std::int64_t n = kOrder, nrhs = kColumns, ld = kLd;
    switch (routine) {
        case Routine::gemm:
            zgemm(kByColumns, Op::none, Op::trans, n, n, n, 1, x.A.data(), ld, x.B.data(), ld, 2, x.C.data(),
                  ld);
            return 0;
        case Routine::syrk:
            zherk(kByColumns, Uplo::lower, Op::none, n, n, 1, x.A.data(), ld, 2, x.C.data(), ld);
            return 0;
        case Routine::trsm:
            ztrsm(kByColumns, Side::left, Uplo::lower, Op::none, Diag::non_unit, n, nrhs, 1, x.A.data(), ld,
                  x.B.data(), ld);
            return 0;
        case Routine::getrf:
            return zgetrf(n, n, x.A.data(), ld, x.ipiv.data());
        case Routine::gesv:
            return zgesv(n, nrhs, x.A.data(), ld, x.ipiv.data(), x.B.data(), ld);
        case Routine::posv:
            return zposv(Uplo::lower, n, nrhs, x.A.data(), ld, x.B.data(), ld);
        case Routine::gels:
            return zgels(Op::none, kEquations, n, nrhs, x.A.data(), ld, x.B.data(), ld);
        default:
            return -1;
    }
}

Call begin_complex(Routine routine, Operands<Complex>& x) {
    constexpr std::int64_t n = kOrder, nrhs = kColumns, ld = kLd;
    switch (routine) {
        case Routine::gemm:
            return gemm_async<Complex>(kByColumns, Op::none, Op::trans, n, n, n, 1, x.A.data(), ld,
                                       x.B.data(), ld, 2, x.C.data(), ld);
        case Routine::syrk:
            return herk_async<Complex>(kByColumns, Uplo::lower, Op::none, n, n, 1, x.A.data(), ld, 2,
                                       x.C.data(), ld);
        case Routine::trsm:
            return trsm_async<Complex>(kByColumns, Side::left, Uplo::lower, Op::none, Diag::non_unit, n, nrhs,
                                       1, x.A.data(), ld, x.B.data(), ld);
        case Routine::getrf:
            return getrf_async<Complex>(n, n, x.A.data(), ld, x.ipiv.data());
        case Routine::gesv:
            return gesv_async<Complex>(n, nrhs, x.A.data(), ld, x.ipiv.data(), x.B.data(), ld);
        case Routine::posv:
            return posv_async<Complex>(Uplo::lower, n, nrhs, x.A.data(), ld, x.B.data(), ld);
        default:
            return gels_async<Complex>(Op::none, kEquations, n, nrhs, x.A.data(), ld, x.B.data(), ld);
    }
}

std::int64_t call_complex_c(Routine routine, Operands<Complex>& x) {
    constexpr std::int64_t n = kOrder, nrhs = kColumns, ld = kLd;
    switch (routine) {
        case Routine::gemm:
            return hg_zgemm('N', 'T', n, n, n, 1, x.A.data(), ld, x.B.data(), ld, 2, x.C.data(), ld);
        case Routine::syrk:
            return hg_zherk('L', 'N', n, n, 1, x.A.data(), ld, 2, x.C.data(), ld);
        case Routine::trsm:
            return hg_ztrsm('L', 'L', 'N', 'N', n, nrhs, 1, x.A.data(), ld, x.B.data(), ld);
        case Routine::getrf:
            return hg_zgetrf(n, n, x.A.data(), ld, x.ipiv.data());
        case Routine::gesv:
            return hg_zgesv(n, nrhs, x.A.data(), ld, x.ipiv.data(), x.B.data(), ld);
        case Routine::posv:
            return hg_zposv('L', n, nrhs, x.A.data(), ld, x.B.data(), ld);
        case Routine::gels:
            return hg_zgels('N', kEquations, n, nrhs, x.A.data(), ld, x.B.data(), ld);
        default:
            return -1;
    }
}

std::int64_t begin_complex_c(Routine routine, Operands<Complex>& x, hg_call** call) {
    constexpr std::int64_t n = kOrder, nrhs = kColumns, ld = kLd;
    switch (routine) {
        case Routine::gemm:
            return hg_zgemm_async('N', 'T', n, n, n, 1, x.A.data(), ld, x.B.data(), ld, 2, x.C.data(), ld,
                                  call);
        case Routine::syrk:
            return hg_zherk_async('L', 'N', n, n, 1, x.A.data(), ld, 2, x.C.data(), ld, call);
        case Routine::trsm:
            return hg_ztrsm_async('L', 'L', 'N', 'N', n, nrhs, 1, x.A.data(), ld, x.B.data(), ld, call);
        case Routine::getrf:
            return hg_zgetrf_async(n, n, x.A.data(), ld, x.ipiv.data(), call);
        case Routine::gesv:
            return hg_zgesv_async(n, nrhs, x.A.data(), ld, x.ipiv.data(), x.B.data(), ld, call);
        case Routine::posv:
            return hg_zposv_async('L', n, nrhs, x.A.data(), ld, x.B.data(), ld, call);
        case Routine::gels:
            return hg_zgels_async('N', kEquations, n, nrhs, x.A.data(), ld, x.B.data(), ld, call);
        default:
            return -1;
    }
}

/// A call that is not submitted leaves no handle, whatever stood in its place.
Outcome submit_complex_c(Routine routine, Operands<Complex>& x) {
    static char nothing = 0;
    auto* call = reinterpret_cast<hg_call*>(&nothing);
    Outcome outcome = outcome_of([&] { return begin_complex_c(routine, x, &call); });
    if (!outcome.failed) return outcome_of([&] { return hg_wait(&call); });
    if (call == nullptr) return outcome;
    outcome.say("*call is not null after a call that was not submitted");
    outcome.foreign = true;
    return outcome;
}

}  // namespace

template <>
const std::vector<Interface<Complex>>& interfaces<Complex>() {
    using Problem = Operands<Complex>;
    static const std::vector<Interface<Complex>> interfaces{
        {"C++", [](Routine r, Problem& x) { return outcome_of([&] { return call_complex(r, x); }); }},
        {"C++, async",
         [](Routine r, Problem& x) { return outcome_of([&] { return begin_complex(r, x).wait(); }); }},
        {"C", [](Routine r, Problem& x) { return outcome_of([&] { return call_complex_c(r, x); }); }},
        {"C, async", submit_complex_c}};
    return interfaces;
}

}  // namespace hg::test
