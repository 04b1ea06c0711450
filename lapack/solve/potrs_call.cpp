#include "lapack/solve/potrs_call.hpp"

#include "lapack/solve/factor_solve.hpp"

namespace hg {

template <class T>
std::int64_t PotrsCall<T>::perform(Session& session) const {
    const bool upper = uplo == Uplo::upper;
    for (const Op op : {upper ? Op::trans : Op::none, upper ? Op::none : Op::trans})
        solve_with_factor<T>(session,
                             {{Side::left, uplo, op, Diag::non_unit, n, nrhs, T{1}, A, lda, B, ldb}});
    return 0;
}

template struct PotrsCall<float>;
template struct PotrsCall<double>;

}  // namespace hg
