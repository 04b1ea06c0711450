// hg's faces of complex matrices: C++, calls that return at once, and C.
#include <complex>

#include "faults/face.hpp"
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

}  // namespace

template <>
const std::vector<Face<Complex>>& faces<Complex>() {
    using Problem = Operands<Complex>;
    static const std::vector<Face<Complex>> faces{
        {"C++", [](Routine r, Problem& x) { return outcome_of([&] { return call_complex(r, x); }); }},
        {"C++, async",
         [](Routine r, Problem& x) { return outcome_of([&] { return begin_complex(r, x).wait(); }); }},
        {"C", [](Routine r, Problem& x) { return outcome_of([&] { return call_complex_c(r, x); }); }}};
    return faces;
}

}  // namespace hg::test
