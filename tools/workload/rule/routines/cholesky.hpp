#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "lapack/cholesky/potrf_call.hpp"
#include "lapack/inverse/potri_call.hpp"
#include "lapack/refine/dsposv_call.hpp"
#include "lapack/solve/posv_call.hpp"
#include "lapack/solve/potrs_call.hpp"
#include "tools/workload/rule/call_verdict.hpp"
#include "tools/workload/rule/operands.hpp"
#include "tools/workload/rule/system_error.hpp"

namespace hgctl {

/// L of the factor that stands in a triangle: that of A = L L^H, or the adjoint of that of A = U^H U.
template <class T>
Factor<T> lower_factor(const Factor<T>& A, hg::Uplo uplo) noexcept {
    const Factor<T> factor = A.as(triangle(uplo));
    return uplo == hg::Uplo::upper ? factor.adjoint() : factor;
}

/// A = L L^H or U^H U, of the leading minor that is definite
template <class T>
Verdict verdict_of(const hg::PotrfCall<T>& c, const Operands<T>& was, const Operands<T>& now,
                   std::int64_t info) {
    return cholesky_verdict(was("A"), lower_factor(now("A"), c.uplo), info);
}

template <class T>
double estimate_of(const hg::PotrfCall<T>& c, const Operands<T>& was, const Operands<T>& now) {
    return cholesky_error_estimate(was("A"), lower_factor(now("A"), c.uplo));
}

/// A X = B by the factor of A, which takes A's place
template <class T>
Verdict verdict_of(const hg::PosvCall<T>& c, const Operands<T>& was, const Operands<T>& now,
                   std::int64_t info) {
    Verdict verdict = cholesky_verdict(was("A"), lower_factor(now("A"), c.uplo), info);
    if (info == 0) verdict.error = std::max(verdict.error, system_error(was("A"), now("B"), was("B")));
    if (info != 0 && verdict.fault.empty()) verdict.fault = change_fault(was("B"), now("B"), "B");
    return verdict;
}

template <class T>
double estimate_of(const hg::PosvCall<T>& /*call*/, const Operands<T>& was, const Operands<T>& now) {
    return system_error_estimate(was("A"), now("B"), was("B"));
}

template <class T>
inline constexpr bool kOverwrites<hg::MixedPosvCall<T>> = true;

/// A X = B by refinement; if that fails, by the factor of A, which takes A's place
template <class T>
Verdict verdict_of(const hg::MixedPosvCall<T>& c, const Operands<T>& was, const Operands<T>& now,
                   std::int64_t info) {
    if (*c.iter >= 0)
        return {refined_error(was("A"), now("X"), was("B")),
                info_fault(info, 0) + change_fault(was("A"), now("A"), "A")};
    Verdict verdict = cholesky_verdict(was("A"), lower_factor(now("A"), c.uplo), info);
    if (info == 0) verdict.error = std::max(verdict.error, system_error(was("A"), now("X"), was("B")));
    return verdict;
}

template <class T>
double estimate_of(const hg::MixedPosvCall<T>& /*call*/, const Operands<T>& was, const Operands<T>& now) {
    return system_error_estimate(was("A"), now("X"), was("B"));
}

/// A X = B by the factor of A
template <class T>
Verdict verdict_of(const hg::PotrsCall<T>& c, const Operands<T>& was, const Operands<T>& now,
                   std::int64_t info) {
    const Factor<T> L = lower_factor(was("A"), c.uplo);
    return {factored_system_error(L, L.adjoint(), now("B"), was("B")), info_fault(info, 0)};
}

/// The inverse of A by the factor of A, in its place
template <class T>
Verdict verdict_of(const hg::PotriCall<T>& c, const Operands<T>& was, const Operands<T>& now,
                   std::int64_t info) {
    const Factor<T> L = lower_factor(was("A"), c.uplo);
    return {info == 0 ? inverse_error(L, L.adjoint(), now("A")) : 0, info_fault(info, first_zero(L))};
}

template <class T>
double estimate_of(const hg::PotriCall<T>& c, const Operands<T>& was, const Operands<T>& now) {
    const Factor<T> L = lower_factor(was("A"), c.uplo);
    return inverse_error_estimate(L, L.adjoint(), now("A"));
}

}  // namespace hgctl
