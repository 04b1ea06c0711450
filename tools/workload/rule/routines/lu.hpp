#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "lapack/inverse/getri_call.hpp"
#include "lapack/lu/getrf_call.hpp"
#include "lapack/refine/dsgesv_call.hpp"
#include "lapack/solve/gesv_call.hpp"
#include "lapack/solve/getrs_call.hpp"
#include "tools/workload/rule/call_verdict.hpp"
#include "tools/workload/rule/operands.hpp"
#include "tools/workload/rule/system_error.hpp"

namespace hgctl {

/// What is wrong with k interchanges of m rows; empty if nothing is.
inline std::string row_fault(const std::int64_t* ipiv, std::int64_t m, std::int64_t k,
                             hg::Pivoting pivoting) {
    for (std::int64_t i = 0; i < k; ++i) {
        if (ipiv[i] <= i || ipiv[i] > m)
            return "ipiv[" + std::to_string(i) + "] is " + std::to_string(ipiv[i]) + ", not a row from " +
                   std::to_string(i + 1) + " to " + std::to_string(m);
        if (pivoting == hg::Pivoting::none && ipiv[i] != i + 1)
            return "rows were interchanged without pivoting";
    }
    return {};
}

/// Likewise of the multipliers too.
template <class T>
std::string pivot_fault(const Factor<T>& lu, const std::int64_t* ipiv, hg::Pivoting pivoting) {
    const std::int64_t m = lu.rows(), k = std::min(m, lu.cols());
    const std::string fault = row_fault(ipiv, m, k, pivoting);
    if (!fault.empty() || pivoting != hg::Pivoting::partial) return fault;
    // LAPACK takes the sum of a complex number's parts for its magnitude, which may be larger by sqrt(2).
    const double most = kIsComplex<T> ? std::sqrt(2.0) * (1 + 4 * epsilon<T>()) : 1;
    for (std::int64_t j = 0; j < k; ++j)
        for (std::int64_t i = j + 1; i < m; ++i)
            if (std::abs(lu(i, j)) > most)
                return "a multiplier is too large at (" + std::to_string(i) + ", " + std::to_string(j) + ")";
    return {};
}

/// True if one of the columns that pivots are looked for in is zero: then A has no factorization without a
/// zero pivot.
template <class T>
bool has_zero_column(const Factor<T>& A) {
    for (std::int64_t j = 0; j < std::min(A.rows(), A.cols()); ++j) {
        std::int64_t i = 0;
        while (i < A.rows() && A(i, j) == T{0}) ++i;
        if (i == A.rows()) return true;
    }
    return false;
}

/// A = P L U: |A - P L U| <= 3 eps sqrt(k + 2) |L| |U| in Frobenius norms, k the number of pivots; info is
/// the first zero pivot
template <class T>
Verdict lu_verdict(const Factor<T>& A, const Factor<T>& lu, const std::int64_t* ipiv, hg::Pivoting pivoting,
                   std::int64_t info) {
    Verdict verdict{0, pivot_fault(lu, ipiv, pivoting)};
    if (!verdict.fault.empty()) return verdict;
    verdict.error = lu_error(A, lu, ipiv);
    verdict.fault = info_fault(info, first_zero(lu));
    if (info == 0 && has_zero_column(A)) verdict.fault = "info is 0 for a singular matrix";
    return verdict;
}
template <class T>
Verdict verdict_of(const hg::GetrfCall<T>& c, const Operands<T>& was, const Operands<T>& now,
                   std::int64_t info) {
    return lu_verdict(was("A"), now("A"), c.ipiv, c.options.pivoting, info);
}

template <class T>
double estimate_of(const hg::GetrfCall<T>& c, const Operands<T>& was, const Operands<T>& now) {
    return lu_error_estimate(was("A"), now("A"), c.ipiv);
}

/// A X = B by the factors of A, which take A's place; B stays as it is if A is singular
template <class T>
Verdict verdict_of(const hg::GesvCall<T>& c, const Operands<T>& was, const Operands<T>& now,
                   std::int64_t info) {
    Verdict verdict = lu_verdict(was("A"), now("A"), c.ipiv, c.options.pivoting, info);
    if (info == 0) verdict.error = std::max(verdict.error, system_error(was("A"), now("B"), was("B")));
    if (info != 0 && verdict.fault.empty()) verdict.fault = change_fault(was("B"), now("B"), "B");
    return verdict;
}

template <class T>
double estimate_of(const hg::GesvCall<T>& /*call*/, const Operands<T>& was, const Operands<T>& now) {
    return system_error_estimate(was("A"), now("B"), was("B"));
}

/// op(A) X = B by the factors of A = P L U: L U X = P^T B, or op(U) op(L) P^T X = B. error_of(L, M, X, B) is
/// that of L M X = B.
template <class T, class ErrorOf>
double solution_error(const hg::GetrsCall<T>& c, const Operands<T>& was, const Operands<T>& now,
                      const ErrorOf& error_of) {
    const Factor<T> L = was("A").as(Part::unit_lower), U = was("A").as(Part::upper);
    const bool plain = c.op == hg::Op::none;
    const std::vector<T> rows = interchanged(plain ? was("B") : now("B"), c.ipiv, c.n);
    const StoredMatrix<T> moved{rows.data(), c.n, c.nrhs, std::max<std::int64_t>(1, c.n)};
    return plain ? error_of(L, U, now("B"), moved) : error_of(U.with(c.op), L.with(c.op), moved, was("B"));
}
template <class T>
Verdict verdict_of(const hg::GetrsCall<T>& c, const Operands<T>& was, const Operands<T>& now,
                   std::int64_t info) {
    const double error = solution_error(c, was, now, factored_system_error<T>);
    return {error, info_fault(info, 0)};
}
template <class T>
double estimate_of(const hg::GetrsCall<T>& c, const Operands<T>& was, const Operands<T>& now) {
    return solution_error(c, was, now, factored_system_error_estimate<T>);
}

/// The inverse of A = P L U by its factors, in their place: error_of(L, U, X P) is that of L U X P = I
template <class T, class ErrorOf>
double inverse_error_of(const hg::GetriCall<T>& c, const Operands<T>& was, const Operands<T>& now,
                        const ErrorOf& error_of) {
    const std::vector<T> rows = interchanged(now("A").transpose(), c.ipiv, c.n);
    const StoredMatrix<T> moved{rows.data(), c.n, c.n, std::max<std::int64_t>(1, c.n)};
    return error_of(was("A").as(Part::unit_lower), was("A").as(Part::upper), moved.transpose());
}
template <class T>
Verdict verdict_of(const hg::GetriCall<T>& c, const Operands<T>& was, const Operands<T>& now,
                   std::int64_t info) {
    return {info == 0 ? inverse_error_of(c, was, now, inverse_error<T>) : 0,
            info_fault(info, first_zero(was("A")))};
}
template <class T>
double estimate_of(const hg::GetriCall<T>& c, const Operands<T>& was, const Operands<T>& now) {
    return inverse_error_of(c, was, now, inverse_error_estimate<T>);
}

template <class T>
inline constexpr bool kOverwrites<hg::MixedGesvCall<T>> = true;

/// A X = B by refinement; if that fails, by the factors of A, which take A's place
template <class T>
Verdict verdict_of(const hg::MixedGesvCall<T>& c, const Operands<T>& was, const Operands<T>& now,
                   std::int64_t info) {
    if (*c.iter >= 0)
        return {refined_error(was("A"), now("X"), was("B")),
                info_fault(info, 0) + change_fault(was("A"), now("A"), "A") +
                    row_fault(c.ipiv, c.n, c.nrhs > 0 ? c.n : 0, hg::Pivoting::partial)};
    Verdict verdict = lu_verdict(was("A"), now("A"), c.ipiv, hg::Pivoting::partial, info);
    if (info == 0) verdict.error = std::max(verdict.error, system_error(was("A"), now("X"), was("B")));
    return verdict;
}

template <class T>
double estimate_of(const hg::MixedGesvCall<T>& /*call*/, const Operands<T>& was, const Operands<T>& now) {
    return system_error_estimate(was("A"), now("X"), was("B"));
}

}  // namespace hgctl
