#include "lapack/solve/getrs_call.hpp"

#include "lapack/common/row_interchanges.hpp"
#include "lapack/solve/substitution_call.hpp"

namespace hg {

/// What ipiv holds is not known before the calls that write it have ended.
template <class T>
std::int64_t GetrsCall<T>::perform(Session& session) const {
    const GetrsCall& c = *this;
    require_interchanges(routine_name<T>(GetrsCall::kName), 7, c.n, c.ipiv);
    solve_by_substitution(session, c);
    return 0;
}

template <class T>
void GetrsCall<T>::interchange_before(T* X, std::int64_t ldx) const noexcept {
    const GetrsCall& c = *this;
    if (c.op == Op::none && c.ipiv != nullptr)
        interchange_rows(Interchange::forward, c.n, c.nrhs, c.ipiv, X, ldx);
}

template <class T>
void GetrsCall<T>::interchange_after(T* X, std::int64_t ldx) const noexcept {
    const GetrsCall& c = *this;
    if (c.op != Op::none && c.ipiv != nullptr)
        interchange_rows(Interchange::backward, c.n, c.nrhs, c.ipiv, X, ldx);
}

template struct GetrsCall<float>;
template struct GetrsCall<double>;
template struct GetrsCall<std::complex<float>>;
template struct GetrsCall<std::complex<double>>;

}  // namespace hg
