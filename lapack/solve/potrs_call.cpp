#include "lapack/solve/potrs_call.hpp"

#include "lapack/solve/substitution_call.hpp"

namespace hg {

template <class T>
std::int64_t PotrsCall<T>::perform(Session& session) const {
    solve_by_substitution(session, *this);
    return 0;
}

template struct PotrsCall<float>;
template struct PotrsCall<double>;
template struct PotrsCall<std::complex<float>>;
template struct PotrsCall<std::complex<double>>;

}  // namespace hg
