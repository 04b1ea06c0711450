#include "lapack/solve/posv_call.hpp"

#include <hg/lapack/potrf.hpp>
#include <hg/lapack/potrs.hpp>

namespace hg {

template <class T>
std::int64_t PosvCall<T>::perform(Session& session) const {
    const PosvCall& c = *this;
    const std::int64_t info = potrf<T>(session, Layout::col_major, c.uplo, c.n, c.A, c.lda);
    if (info == 0) potrs<T>(session, Layout::col_major, c.uplo, c.n, c.nrhs, c.A, c.lda, c.B, c.ldb);
    return info;
}

template struct PosvCall<float>;
template struct PosvCall<double>;
template struct PosvCall<std::complex<float>>;
template struct PosvCall<std::complex<double>>;

}  // namespace hg
