#include "lapack/solve/getrs_call.hpp"

#include <string>

#include "blas/call/argument_list.hpp"
#include "blas/call/call_policy.hpp"
#include "blas/call/output_changes.hpp"
#include "blas/call/unfinished.hpp"
#include "runtime/program/base/current_error.hpp"
#include <hg/blas/trsm.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {

template <class T>
std::int64_t GetrsCall<T>::perform(Session& session) const {
    check_interchanges();
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
    if (op == Op::none) {
        interchange(Interchange::forward);
        solve_triangle(Uplo::lower, Diag::unit);
        solve_triangle(Uplo::upper, Diag::non_unit);
    } else {
        solve_triangle(Uplo::upper, Diag::non_unit);
        solve_triangle(Uplo::lower, Diag::unit);
        interchange(Interchange::backward);
    }
}

template <class T>
TrsmCall<T> GetrsCall<T>::triangle(Uplo uplo, Diag diag) const noexcept {
    return {{Side::left, uplo, op, diag, n, nrhs, T{1}, A, lda, B, ldb}};
}

/// Interchanges with rows that are not there would write anywhere. What ipiv holds is not known before the
/// calls that write it have ended.
template <class T>
void GetrsCall<T>::check_interchanges() const {
    for (std::int64_t i = 0; ipiv != nullptr && i < n; ++i)
        if (ipiv[i] < 1 || ipiv[i] > n)
            require_argument(false, routine_name<T>(kName), 6, "ipiv",
                             "must hold rows 1 to " + std::to_string(n) + ", but holds " +
                                 std::to_string(ipiv[i]) + " at " + std::to_string(i));
}

template <class T>
void GetrsCall<T>::interchange(Interchange order) const noexcept {
    if (ipiv == nullptr) return;
    OutputChanges::note();
    interchange_rows(order, n, nrhs, ipiv, B, ldb);
}

/// B must not stay between before and after: what no device can do of it, for whatever reason, the CPU's BLAS
/// does.
template <class T>
void GetrsCall<T>::solve(Session& session, Uplo uplo, Diag diag) const {
    CallPolicy::Wishes wishes = CallPolicy::current();
    wishes.cpu_finishes = true;
    const CallPolicy policy(wishes);
    const OutputChanges changes;
    const TrsmCall<T> call = triangle(uplo, diag);
    try {
        trsm<T>(session, Layout::col_major, Side::left, uplo, op, diag, n, nrhs, T{1}, A, lda, B, ldb);
    } catch (...) {
        const Error error = current_error();
        if (changes.any() || !cpu_takes(call)) throw spoilt(error, "B is between before and after");
        warn_of_rest(error, "the CPU's BLAS");
        call.on_cpu();
    }
}

template struct GetrsCall<float>;
template struct GetrsCall<double>;

}  // namespace hg
