#include "lapack/solve/getrs_call.hpp"

#include <string>

#include "lapack/common/row_interchanges.hpp"
#include "lapack/solve/substitution_call.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {

/// Interchanges with rows that are not there would write anywhere. What ipiv holds is not known before the
/// calls that write it have ended.
template <class T>
std::int64_t GetrsCall<T>::perform(Session& session) const {
    const GetrsCall& c = *this;
    for (std::int64_t i = 0; c.ipiv != nullptr && i < c.n; ++i)
        if (c.ipiv[i] < 1 || c.ipiv[i] > c.n)
            require_argument(false, routine_name<T>(GetrsCall::kName), 6, "ipiv",
                             "must hold rows 1 to " + std::to_string(c.n) + ", but holds " +
                                 std::to_string(c.ipiv[i]) + " at " + std::to_string(i));
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
