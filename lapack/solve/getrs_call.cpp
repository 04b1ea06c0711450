#include "lapack/solve/getrs_call.hpp"

#include <string>

#include "blas/call/output_changes.hpp"
#include "lapack/solve/factor_solve.hpp"
#include "lapack/substitution/substitution_call.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {

template <class T>
std::int64_t GetrsCall<T>::perform(Session& session) const {
    check_interchanges();
    if (!is_solved_in_one_program(session, *this))
        in_order([&](Uplo uplo, Diag diag) { solve(session, uplo, diag); });
    return 0;
}

template <class T>
void GetrsCall<T>::on_cpu() const noexcept {
    in_order([&](Uplo uplo, Diag diag) { triangle(uplo, diag).on_cpu(); });
}

template <class T>
template <class Solve>
void GetrsCall<T>::in_order(const Solve& solve_triangle) const {
    const GetrsCall& c = *this;
    if (c.op == Op::none) {
        OutputChanges::note();
        interchange_before(c.B, c.ldb);
        solve_triangle(Uplo::lower, Diag::unit);
        solve_triangle(Uplo::upper, Diag::non_unit);
    } else {
        solve_triangle(Uplo::upper, Diag::non_unit);
        solve_triangle(Uplo::lower, Diag::unit);
        OutputChanges::note();
        interchange_after(c.B, c.ldb);
    }
}

template <class T>
TrsmCall<T> GetrsCall<T>::triangle(Uplo uplo, Diag diag) const noexcept {
    const GetrsCall& c = *this;
    return {{Side::left, uplo, c.op, diag, c.n, c.nrhs, T{1}, c.A, c.lda, c.B, c.ldb}};
}

/// Interchanges with rows that are not there would write anywhere. What ipiv holds is not known before the
/// calls that write it have ended.
template <class T>
void GetrsCall<T>::check_interchanges() const {
    const GetrsCall& c = *this;
    for (std::int64_t i = 0; c.ipiv != nullptr && i < c.n; ++i)
        if (c.ipiv[i] < 1 || c.ipiv[i] > c.n)
            require_argument(false, routine_name<T>(GetrsCall::kName), 7, "ipiv",
                             "must hold rows 1 to " + std::to_string(c.n) + ", but holds " +
                                 std::to_string(c.ipiv[i]) + " at " + std::to_string(i));
}

template <class T>
SubstitutionProblem GetrsCall<T>::problem() const noexcept {
    return {.type = element_type_of<T>(),
            .factors = Factors::lu,
            .op = this->op == Op::none || ComplexElement<T> ? this->op : Op::trans,
            .n = this->n,
            .nrhs = this->nrhs};
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

template <class T>
void GetrsCall<T>::solve(Session& session, Uplo uplo, Diag diag) const {
    solve_with_factor<T>(session, triangle(uplo, diag));
}

template struct GetrsCall<float>;
template struct GetrsCall<double>;
template struct GetrsCall<std::complex<float>>;
template struct GetrsCall<std::complex<double>>;

}  // namespace hg
