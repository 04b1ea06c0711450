#include "lapack/ldl/sysv_call.hpp"

#include <complex>

#include "lapack/ldl/sytrs_call.hpp"
#include <hg/lapack/routines/sytrf.hpp>

namespace hg {

/// Once A is factored, the solve does not fail for lack of memory: it has what it needs before.
template <class T, Symmetry kSymmetry>
std::int64_t SysvCall<T, kSymmetry>::perform(Session& session) const {
    const SysvCall& c = *this;
    LdlWorkspace<T> workspace(c.nrhs > 0 ? c.n : 0);
    const std::int64_t info = factor(session);
    if (info == 0 && c.nrhs > 0)
        SytrsCall<T, kSymmetry>{{c.uplo, c.n, c.nrhs, c.A, c.lda, c.ipiv, c.B, c.ldb}}.solve(session,
                                                                                             workspace);
    return info;
}

template <class T, Symmetry kSymmetry>
std::int64_t SysvCall<T, kSymmetry>::factor(Session& session) const {
    const SysvCall& c = *this;
    if constexpr (kSymmetry == Symmetry::hermitian)
        return hetrf<T>(session, Layout::col_major, c.uplo, c.n, c.A, c.lda, c.ipiv);
    else
        return sytrf<T>(session, Layout::col_major, c.uplo, c.n, c.A, c.lda, c.ipiv);
}

template struct SysvCall<float>;
template struct SysvCall<double>;
template struct SysvCall<std::complex<float>>;
template struct SysvCall<std::complex<double>>;
template struct SysvCall<std::complex<float>, Symmetry::hermitian>;
template struct SysvCall<std::complex<double>, Symmetry::hermitian>;

}  // namespace hg
