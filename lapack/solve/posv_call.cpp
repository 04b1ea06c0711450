#include "lapack/solve/posv_call.hpp"

#include <hg/lapack/potrf.hpp>
#include <hg/lapack/potrs.hpp>

namespace hg {

template <class T>
std::int64_t PosvCall<T>::perform(Session& session) const {
    const std::int64_t info = potrf<T>(session, uplo, n, A, lda);
    if (info == 0) potrs<T>(session, uplo, n, nrhs, A, lda, B, ldb);
    return info;
}

template struct PosvCall<float>;
template struct PosvCall<double>;
template struct PosvCall<std::complex<float>>;
template struct PosvCall<std::complex<double>>;

}  // namespace hg
