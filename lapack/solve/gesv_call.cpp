#include "lapack/solve/gesv_call.hpp"

#include "lapack/common/one_program.hpp"
#include "lapack/solve/lu_solve_call.hpp"
#include "lapack/substitution/substitution_call.hpp"
#include <hg/lapack/getrf.hpp>
#include <hg/lapack/getrs.hpp>

namespace hg {

template <class T>
std::int64_t GesvCall<T>::perform(Session& session) const {
    const GesvCall& c = *this;
    const LuSolveCall<T> call{{c.n, c.n, c.A, c.lda, c.ipiv, c.options}, c.nrhs, c.B, c.ldb};
    if (c.nrhs == 0 || c.nrhs > kMostInOneProgram) return one_after_the_other(session);
    return is_done_in_one_program(session, call) ? call.info() : one_after_the_other(session);
}

template <class T>
std::int64_t GesvCall<T>::one_after_the_other(Session& session) const {
    const GesvCall& c = *this;
    const std::int64_t info = getrf<T>(session, Layout::col_major, c.n, c.n, c.A, c.lda, c.ipiv, c.options);
    if (info == 0)
        getrs<T>(session, Layout::col_major, Op::none, c.n, c.nrhs, c.A, c.lda, c.ipiv, c.B, c.ldb);
    return info;
}

template struct GesvCall<float>;
template struct GesvCall<double>;
template struct GesvCall<std::complex<float>>;
template struct GesvCall<std::complex<double>>;

}  // namespace hg
