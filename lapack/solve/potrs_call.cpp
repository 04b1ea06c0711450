#include "lapack/solve/potrs_call.hpp"

#include "lapack/common/adjoint.hpp"
#include "lapack/solve/factor_solve.hpp"
#include "lapack/substitution/substitution_call.hpp"

namespace hg {

template <class T>
std::int64_t PotrsCall<T>::perform(Session& session) const {
    if (!is_solved_in_one_program(session, *this))
        for (const bool first : {true, false}) solve_with_factor<T>(session, triangle_of(first));
    return 0;
}

template <class T>
void PotrsCall<T>::on_cpu() const noexcept {
    for (const bool first : {true, false}) triangle_of(first).on_cpu();
}

template <class T>
SubstitutionProblem PotrsCall<T>::problem() const noexcept {
    return {.type = element_type_of<T>(),
            .factors = this->uplo == Uplo::upper ? Factors::upper : Factors::lower,
            .n = this->n,
            .nrhs = this->nrhs};
}

template <class T>
TrsmCall<T> PotrsCall<T>::triangle_of(bool first) const noexcept {
    const PotrsCall& c = *this;
    const Op op = first == (c.uplo == Uplo::upper) ? adjoint<T>() : Op::none;
    return {{Side::left, c.uplo, op, Diag::non_unit, c.n, c.nrhs, T{1}, c.A, c.lda, c.B, c.ldb}};
}

template struct PotrsCall<float>;
template struct PotrsCall<double>;
template struct PotrsCall<std::complex<float>>;
template struct PotrsCall<std::complex<double>>;

}  // namespace hg
