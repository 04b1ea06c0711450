#include "lapack/solve/gesv_call.hpp"

#include <hg/lapack/getrf.hpp>
#include <hg/lapack/getrs.hpp>

namespace hg {

template <class T>
std::int64_t GesvCall<T>::perform(Session& session) const {
    const std::int64_t info = getrf<T>(session, n, n, A, lda, ipiv, options);
    if (info == 0) getrs<T>(session, Op::none, n, nrhs, A, lda, ipiv, B, ldb);
    return info;
}

template struct GesvCall<float>;
template struct GesvCall<double>;

}  // namespace hg
