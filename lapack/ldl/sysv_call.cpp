#include "lapack/ldl/sysv_call.hpp"

#include <complex>

#include <hg/lapack/sytrf.hpp>
#include <hg/lapack/sytrs.hpp>

namespace hg {

template <class T, Symmetry kSymmetry>
std::int64_t SysvCall<T, kSymmetry>::perform(Session& session) const {
    const SysvCall& c = *this;
    if constexpr (kSymmetry == Symmetry::hermitian) {
        const std::int64_t info = hetrf<T>(session, c.uplo, c.n, c.A, c.lda, c.ipiv);
        if (info == 0) hetrs<T>(session, c.uplo, c.n, c.nrhs, c.A, c.lda, c.ipiv, c.B, c.ldb);
        return info;
    } else {
        const std::int64_t info = sytrf<T>(session, c.uplo, c.n, c.A, c.lda, c.ipiv);
        if (info == 0) sytrs<T>(session, c.uplo, c.n, c.nrhs, c.A, c.lda, c.ipiv, c.B, c.ldb);
        return info;
    }
}

template struct SysvCall<float>;
template struct SysvCall<double>;
template struct SysvCall<std::complex<float>>;
template struct SysvCall<std::complex<double>>;
template struct SysvCall<std::complex<float>, Symmetry::hermitian>;
template struct SysvCall<std::complex<double>, Symmetry::hermitian>;

}  // namespace hg
