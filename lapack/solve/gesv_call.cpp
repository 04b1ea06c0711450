#include "lapack/solve/gesv_call.hpp"

#include "lapack/common/one_program.hpp"
#include "lapack/solve/lu_solve_call.hpp"
#include "lapack/substitution/substitution_call.hpp"
#include <hg/lapack/getrf.hpp>
#include <hg/lapack/getrs.hpp>

namespace hg {

template <class T>
std::int64_t GesvCall<T>::perform(Session& session) const {
    const LuSolveCall<T> call{{n, n, A, lda, ipiv, options}, nrhs, B, ldb};
    if (nrhs == 0 || nrhs > kMostInOneProgram) return one_after_the_other(session);
    return is_done_in_one_program(session, call) ? call.info() : one_after_the_other(session);
}

template <class T>
std::int64_t GesvCall<T>::one_after_the_other(Session& session) const {
    const std::int64_t info = getrf<T>(session, n, n, A, lda, ipiv, options);
    if (info == 0) getrs<T>(session, Op::none, n, nrhs, A, lda, ipiv, B, ldb);
    return info;
}

template struct GesvCall<float>;
template struct GesvCall<double>;
template struct GesvCall<std::complex<float>>;
template struct GesvCall<std::complex<double>>;

}  // namespace hg
