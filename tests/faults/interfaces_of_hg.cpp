// hg's own interfaces: C++, C++ with a session for each call, calls that return at once, C and Fortran.
#include <memory>
#include <type_traits>

#include "faults/interface.hpp"
#include "faults/outcome_of.hpp"
#include <hg/blas/async.hpp>
#include <hg/blas/gemm.hpp>
#include <hg/blas/level1.hpp>
#include <hg/blas/level2.hpp>
#include <hg/blas/session.hpp>
#include <hg/blas/symm.hpp>
#include <hg/blas/syr2k.hpp>
#include <hg/blas/syrk.hpp>
#include <hg/blas/trmm.hpp>
#include <hg/blas/trsm.hpp>
#include <hg/hg.h>
#include <hg/lapack/async.hpp>
#include <hg/lapack/dsgesv.hpp>
#include <hg/lapack/dsposv.hpp>
#include <hg/lapack/gels.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrs.hpp>
#include <hg/lapack/posv.hpp>
#include <hg/lapack/potri.hpp>
#include <hg/runtime/program/error.hpp>

extern "C" {
#define HG_FORTRAN(T, x)                                                                                     \
    void hg_##x##dot_(const int*, const T*, const int*, const T*, const int*, T*, int*);                     \
    void hg_##x##ger_(const int*, const int*, const T*, const T*, const int*, const T*, const int*, T*,      \
                      const int*, int*);                                                                     \
    void hg_##x##trsv_(const char*, const char*, const char*, const int*, const T*, const int*, T*,          \
                       const int*, int*);                                                                    \
    void hg_##x##gemm_(const char*, const char*, const int*, const int*, const int*, const T*, const T*,     \
                       const int*, const T*, const int*, const T*, T*, const int*, int*);                    \
    void hg_##x##symm_(const char*, const char*, const int*, const int*, const T*, const T*, const int*,     \
                       const T*, const int*, const T*, T*, const int*, int*);                                \
    void hg_##x##syrk_(const char*, const char*, const int*, const int*, const T*, const T*, const int*,     \
                       const T*, T*, const int*, int*);                                                      \
    void hg_##x##syr2k_(const char*, const char*, const int*, const int*, const T*, const T*, const int*,    \
                        const T*, const int*, const T*, T*, const int*, int*);                               \
    void hg_##x##trmm_(const char*, const char*, const char*, const char*, const int*, const int*, const T*, \
                       const T*, const int*, T*, const int*, int*);                                          \
    void hg_##x##trsm_(const char*, const char*, const char*, const char*, const int*, const int*, const T*, \
                       const T*, const int*, T*, const int*, int*);                                          \
    void hg_##x##getrf_(const int*, const int*, T*, const int*, int*, int*);                                 \
    void hg_##x##getrs_(const char*, const int*, const int*, const T*, const int*, const int*, T*,           \
                        const int*, int*);                                                                   \
    void hg_##x##gesv_(const int*, const int*, T*, const int*, int*, T*, const int*, int*);                  \
    void hg_##x##posv_(const char*, const int*, const int*, T*, const int*, T*, const int*, int*);           \
    void hg_##x##potri_(const char*, const int*, T*, const int*, int*);                                      \
    void hg_##x##gels_(const char*, const int*, const int*, const int*, T*, const int*, T*, const int*, T*,  \
                       const int*, int*);
HG_FORTRAN(float, s)
HG_FORTRAN(double, d)
void hg_dsgesv_(const int*, const int*, double*, const int*, int*, const double*, const int*, double*,
                const int*, double*, float*, int*, int*);
void hg_dsposv_(const char*, const int*, const int*, double*, const int*, const double*, const int*, double*,
                const int*, double*, float*, int*, int*);
}

namespace hg::test {
namespace {

template <class T>
std::int64_t call_in(Session& session, Routine routine, Operands<T>& x) {
    constexpr std::int64_t n = kOrder, nrhs = kColumns, ld = kLd;
    switch (routine) {
        case Routine::dot:
            x.C[0] = dot<T>(session, n, x.A.data(), 1, x.B.data(), 1);
            return 0;
        case Routine::ger:
            ger<T>(session, Layout::col_major, n, n, T{1}, x.A.data(), 1, x.B.data(), 1, x.C.data(), ld);
            return 0;
        case Routine::trsv:
            trsv<T>(session, Layout::col_major, Uplo::lower, Op::none, Diag::non_unit, n, x.A.data(), ld,
                    x.B.data(), 1);
            return 0;
        case Routine::gemm:
            gemm<T>(session, Layout::col_major, Op::none, Op::trans, n, n, n, T{1}, x.A.data(), ld,
                    x.B.data(), ld, T{2}, x.C.data(), ld);
            return 0;
        case Routine::symm:
            symm<T>(session, Layout::col_major, Side::left, Uplo::lower, n, n, T{1}, x.A.data(), ld,
                    x.B.data(), ld, T{2}, x.C.data(), ld);
            return 0;
        case Routine::syrk:
            syrk<T>(session, Layout::col_major, Uplo::lower, Op::none, n, n, T{1}, x.A.data(), ld, T{2},
                    x.C.data(), ld);
            return 0;
        case Routine::syr2k:
            syr2k<T>(session, Layout::col_major, Uplo::lower, Op::none, n, n, T{1}, x.A.data(), ld,
                     x.B.data(), ld, T{2}, x.C.data(), ld);
            return 0;
        case Routine::trmm:
            trmm<T>(session, Layout::col_major, Side::left, Uplo::lower, Op::none, Diag::non_unit, n, nrhs,
                    T{1}, x.A.data(), ld, x.B.data(), ld);
            return 0;
        case Routine::trsm:
            trsm<T>(session, Layout::col_major, Side::left, Uplo::lower, Op::none, Diag::non_unit, n, nrhs,
                    T{1}, x.A.data(), ld, x.B.data(), ld);
            return 0;
        case Routine::getrf:
            return getrf<T>(session, n, n, x.A.data(), ld, x.ipiv.data());
        case Routine::getrs:
            getrs<T>(session, Op::none, n, nrhs, x.A.data(), ld, x.ipiv.data(), x.B.data(), ld);
            return 0;
        case Routine::gesv:
            return gesv<T>(session, n, nrhs, x.A.data(), ld, x.ipiv.data(), x.B.data(), ld);
        case Routine::posv:
            return posv<T>(session, Uplo::lower, n, nrhs, x.A.data(), ld, x.B.data(), ld);
        case Routine::potri:
            return potri<T>(session, Uplo::lower, n, x.A.data(), ld);
        case Routine::gels:
            return gels<T>(session, Op::none, kEquations, n, nrhs, x.A.data(), ld, x.B.data(), ld);
        case Routine::dsgesv:
            if constexpr (std::is_same_v<T, double>)
                return dsgesv(session, n, nrhs, x.A.data(), ld, x.ipiv.data(), x.B.data(), ld, x.C.data(), ld,
                              &x.iter);
            break;
        case Routine::dsposv:
            if constexpr (std::is_same_v<T, double>)
                return dsposv(session, Uplo::lower, n, nrhs, x.A.data(), ld, x.B.data(), ld, x.C.data(), ld,
                              &x.iter);
    }
    return -1;
}

template <class T>
Call begin(Routine routine, Operands<T>& x) {
    constexpr std::int64_t n = kOrder, nrhs = kColumns, ld = kLd;
    switch (routine) {
        case Routine::dot:
        case Routine::ger:
        case Routine::trsv:  // these have no such form
            call_in(Session::global(), routine, x);
            return {};
        case Routine::gemm:
            return gemm_async<T>(Layout::col_major, Op::none, Op::trans, n, n, n, T{1}, x.A.data(), ld,
                                 x.B.data(), ld, T{2}, x.C.data(), ld);
        case Routine::symm:
            return symm_async<T>(Layout::col_major, Side::left, Uplo::lower, n, n, T{1}, x.A.data(), ld,
                                 x.B.data(), ld, T{2}, x.C.data(), ld);
        case Routine::syrk:
            return syrk_async<T>(Layout::col_major, Uplo::lower, Op::none, n, n, T{1}, x.A.data(), ld, T{2},
                                 x.C.data(), ld);
        case Routine::syr2k:
            return syr2k_async<T>(Layout::col_major, Uplo::lower, Op::none, n, n, T{1}, x.A.data(), ld,
                                  x.B.data(), ld, T{2}, x.C.data(), ld);
        case Routine::trmm:
            return trmm_async<T>(Layout::col_major, Side::left, Uplo::lower, Op::none, Diag::non_unit, n,
                                 nrhs, T{1}, x.A.data(), ld, x.B.data(), ld);
        case Routine::trsm:
            return trsm_async<T>(Layout::col_major, Side::left, Uplo::lower, Op::none, Diag::non_unit, n,
                                 nrhs, T{1}, x.A.data(), ld, x.B.data(), ld);
        case Routine::getrf:
            return getrf_async<T>(n, n, x.A.data(), ld, x.ipiv.data());
        case Routine::getrs:
            return getrs_async<T>(Op::none, n, nrhs, x.A.data(), ld, x.ipiv.data(), x.B.data(), ld);
        case Routine::gesv:
            return gesv_async<T>(n, nrhs, x.A.data(), ld, x.ipiv.data(), x.B.data(), ld);
        case Routine::posv:
            return posv_async<T>(Uplo::lower, n, nrhs, x.A.data(), ld, x.B.data(), ld);
        case Routine::potri:
            return potri_async<T>(Uplo::lower, n, x.A.data(), ld);
        case Routine::gels:
            return gels_async<T>(Op::none, kEquations, n, nrhs, x.A.data(), ld, x.B.data(), ld);
        case Routine::dsgesv:
        case Routine::dsposv:
            break;
    }
    if constexpr (std::is_same_v<T, double>)
        return routine == Routine::dsgesv ? dsgesv_async(n, nrhs, x.A.data(), ld, x.ipiv.data(), x.B.data(),
                                                         ld, x.C.data(), ld, &x.iter)
                                          : dsposv_async(Uplo::lower, n, nrhs, x.A.data(), ld, x.B.data(), ld,
                                                         x.C.data(), ld, &x.iter);
    else
        return {};
}

#define HG_C_CALL(T, x_)                                                                                     \
    std::int64_t call_c(Routine routine, Operands<T>& x) {                                                   \
        constexpr std::int64_t n = kOrder, nrhs = kColumns, ld = kLd;                                        \
        switch (routine) {                                                                                   \
            case Routine::dot:                                                                               \
                return hg_##x_##dot(n, x.A.data(), 1, x.B.data(), 1, x.C.data());                            \
            case Routine::ger:                                                                               \
                return hg_##x_##ger(n, n, T{1}, x.A.data(), 1, x.B.data(), 1, x.C.data(), ld);               \
            case Routine::trsv:                                                                              \
                return hg_##x_##trsv('L', 'N', 'N', n, x.A.data(), ld, x.B.data(), 1);                       \
            case Routine::gemm:                                                                              \
                return hg_##x_##gemm('N', 'T', n, n, n, T{1}, x.A.data(), ld, x.B.data(), ld, T{2},          \
                                     x.C.data(), ld);                                                        \
            case Routine::symm:                                                                              \
                return hg_##x_##symm('L', 'L', n, n, T{1}, x.A.data(), ld, x.B.data(), ld, T{2}, x.C.data(), \
                                     ld);                                                                    \
            case Routine::syrk:                                                                              \
                return hg_##x_##syrk('L', 'N', n, n, T{1}, x.A.data(), ld, T{2}, x.C.data(), ld);            \
            case Routine::syr2k:                                                                             \
                return hg_##x_##syr2k('L', 'N', n, n, T{1}, x.A.data(), ld, x.B.data(), ld, T{2},            \
                                      x.C.data(), ld);                                                       \
            case Routine::trmm:                                                                              \
                return hg_##x_##trmm('L', 'L', 'N', 'N', n, nrhs, T{1}, x.A.data(), ld, x.B.data(), ld);     \
            case Routine::trsm:                                                                              \
                return hg_##x_##trsm('L', 'L', 'N', 'N', n, nrhs, T{1}, x.A.data(), ld, x.B.data(), ld);     \
            case Routine::getrf:                                                                             \
                return hg_##x_##getrf(n, n, x.A.data(), ld, x.ipiv.data());                                  \
            case Routine::getrs:                                                                             \
                return hg_##x_##getrs('N', n, nrhs, x.A.data(), ld, x.ipiv.data(), x.B.data(), ld);          \
            case Routine::gesv:                                                                              \
                return hg_##x_##gesv(n, nrhs, x.A.data(), ld, x.ipiv.data(), x.B.data(), ld);                \
            case Routine::posv:                                                                              \
                return hg_##x_##posv('L', n, nrhs, x.A.data(), ld, x.B.data(), ld);                          \
            case Routine::potri:                                                                             \
                return hg_##x_##potri('L', n, x.A.data(), ld);                                               \
            case Routine::gels:                                                                              \
                return hg_##x_##gels('N', kEquations, n, nrhs, x.A.data(), ld, x.B.data(), ld);              \
            case Routine::dsgesv:                                                                            \
            case Routine::dsposv:                                                                            \
                break;                                                                                       \
        }                                                                                                    \
        return refined_c(routine, x);                                                                        \
    }                                                                                                        \
    std::int64_t call_fortran(Routine routine, Operands<T>& x, int* ipiv) {                                  \
        const int m = kEquations, n = kOrder, nrhs = kColumns, ld = kLd, inc = 1, lwork = 2 * n;             \
        const T one = 1, two = 2;                                                                            \
        T length = 0; /* what is written of work */                                                          \
        int info = 0;                                                                                        \
        switch (routine) {                                                                                   \
            case Routine::dot:                                                                               \
                hg_##x_##dot_(&n, x.A.data(), &inc, x.B.data(), &inc, x.C.data(), &info);                    \
                return info;                                                                                 \
            case Routine::ger:                                                                               \
                hg_##x_##ger_(&n, &n, &one, x.A.data(), &inc, x.B.data(), &inc, x.C.data(), &ld, &info);     \
                return info;                                                                                 \
            case Routine::trsv:                                                                              \
                hg_##x_##trsv_("L", "N", "N", &n, x.A.data(), &ld, x.B.data(), &inc, &info);                 \
                return info;                                                                                 \
            case Routine::gemm:                                                                              \
                hg_##x_##gemm_("N", "T", &n, &n, &n, &one, x.A.data(), &ld, x.B.data(), &ld, &two,           \
                               x.C.data(), &ld, &info);                                                      \
                return info;                                                                                 \
            case Routine::symm:                                                                              \
                hg_##x_##symm_("L", "L", &n, &n, &one, x.A.data(), &ld, x.B.data(), &ld, &two, x.C.data(),   \
                               &ld, &info);                                                                  \
                return info;                                                                                 \
            case Routine::syrk:                                                                              \
                hg_##x_##syrk_("L", "N", &n, &n, &one, x.A.data(), &ld, &two, x.C.data(), &ld, &info);       \
                return info;                                                                                 \
            case Routine::syr2k:                                                                             \
                hg_##x_##syr2k_("L", "N", &n, &n, &one, x.A.data(), &ld, x.B.data(), &ld, &two, x.C.data(),  \
                                &ld, &info);                                                                 \
                return info;                                                                                 \
            case Routine::trmm:                                                                              \
                hg_##x_##trmm_("L", "L", "N", "N", &n, &nrhs, &one, x.A.data(), &ld, x.B.data(), &ld,        \
                               &info);                                                                       \
                return info;                                                                                 \
            case Routine::trsm:                                                                              \
                hg_##x_##trsm_("L", "L", "N", "N", &n, &nrhs, &one, x.A.data(), &ld, x.B.data(), &ld,        \
                               &info);                                                                       \
                return info;                                                                                 \
            case Routine::getrf:                                                                             \
                hg_##x_##getrf_(&n, &n, x.A.data(), &ld, ipiv, &info);                                       \
                return info;                                                                                 \
            case Routine::getrs:                                                                             \
                hg_##x_##getrs_("N", &n, &nrhs, x.A.data(), &ld, ipiv, x.B.data(), &ld, &info);              \
                return info;                                                                                 \
            case Routine::gesv:                                                                              \
                hg_##x_##gesv_(&n, &nrhs, x.A.data(), &ld, ipiv, x.B.data(), &ld, &info);                    \
                return info;                                                                                 \
            case Routine::posv:                                                                              \
                hg_##x_##posv_("L", &n, &nrhs, x.A.data(), &ld, x.B.data(), &ld, &info);                     \
                return info;                                                                                 \
            case Routine::potri:                                                                             \
                hg_##x_##potri_("L", &n, x.A.data(), &ld, &info);                                            \
                return info;                                                                                 \
            case Routine::gels:                                                                              \
                hg_##x_##gels_("N", &m, &n, &nrhs, x.A.data(), &ld, x.B.data(), &ld, &length, &lwork,        \
                               &info);                                                                       \
                return info;                                                                                 \
            case Routine::dsgesv:                                                                            \
            case Routine::dsposv:                                                                            \
                break;                                                                                       \
        }                                                                                                    \
        return refined_fortran(routine, x, ipiv);                                                            \
    }

std::int64_t refined_c(Routine routine, Operands<double>& x) {
    if (routine == Routine::dsposv)
        return hg_dsposv('L', kOrder, kColumns, x.A.data(), kLd, x.B.data(), kLd, x.C.data(), kLd, &x.iter);
    return hg_dsgesv(kOrder, kColumns, x.A.data(), kLd, x.ipiv.data(), x.B.data(), kLd, x.C.data(), kLd,
                     &x.iter);
}
std::int64_t refined_c(Routine, Operands<float>&) {
    return -1;
}
std::int64_t refined_fortran(Routine routine, Operands<double>& x, int* ipiv) {
    const int n = kOrder, nrhs = kColumns, ld = kLd;
    int iter = 0, info = 0;
    if (routine == Routine::dsposv)
        hg_dsposv_("L", &n, &nrhs, x.A.data(), &ld, x.B.data(), &ld, x.C.data(), &ld, nullptr, nullptr, &iter,
                   &info);
    else
        hg_dsgesv_(&n, &nrhs, x.A.data(), &ld, ipiv, x.B.data(), &ld, x.C.data(), &ld, nullptr, nullptr,
                   &iter, &info);
    x.iter = iter;
    return info;
}
std::int64_t refined_fortran(Routine, Operands<float>&, int*) {
    return -1;
}
HG_C_CALL(float, s)
HG_C_CALL(double, d)

template <class T>
Outcome by_fortran(Routine routine, Operands<T>& x) {
    std::array<int, kOrder> ipiv{};
    std::copy(x.ipiv.begin(), x.ipiv.end(), ipiv.begin());
    const Outcome outcome = outcome_of([&] { return call_fortran(routine, x, ipiv.data()); });
    std::copy(ipiv.begin(), ipiv.end(), x.ipiv.begin());
    return outcome;
}

}  // namespace

template <class T>
const std::vector<Interface<T>>& interfaces() {
    using Problem = Operands<T>;
    static const std::vector<Interface<T>> interfaces{
        {"C, first call of a process",
         [](Routine r, Problem& x) { return outcome_of([&] { return call_c(r, x); }); }, false, true},
        {"C++",
         [](Routine r, Problem& x) { return outcome_of([&] { return call_in(Session::global(), r, x); }); }},
        {"C++, first call of a session",
         [](Routine r, Problem& x) {
             return outcome_of([&] {
                 Session session;
                 return call_in(session, r, x);
             });
         }},
        {"C++, async", [](Routine r, Problem& x) { return outcome_of([&] { return begin(r, x).wait(); }); }},
        {"C", [](Routine r, Problem& x) { return outcome_of([&] { return call_c(r, x); }); }},
        {"Fortran", [](Routine r, Problem& x) { return by_fortran(r, x); }}};
    return interfaces;
}

template const std::vector<Interface<float>>& interfaces();
template const std::vector<Interface<double>>& interfaces();

}  // namespace hg::test
