#pragma once

#include <algorithm>
#include <cstdint>

#include "lapack/qr/geqrf_call.hpp"
#include "lapack/qr/orgqr_call.hpp"
#include "lapack/qr/ormqr_call.hpp"
#include "lapack/solve/gels_call.hpp"
#include "tools/workload/rule/call_verdict.hpp"
#include "tools/workload/rule/operands.hpp"
#include "tools/workload/rule/qr_error.hpp"
#include "tools/workload/rule/row_sums.hpp"
#include "tools/workload/rule/system_error.hpp"

namespace hgctl {

template <class T>
inline constexpr bool kOverwrites<hg::GeqrfCall<T>> = true;

/// A = Q R
template <class T>
Verdict verdict_of(const hg::GeqrfCall<T>& /*call*/, const Operands<T>& was, const Operands<T>& now,
                   std::int64_t info) {
    if (info != 0) return {0, info_fault(info, 0)};
    return qr_verdict(was("A"), now("A"), now("tau"));
}

template <class T>
double estimate_of(const hg::GeqrfCall<T>& /*call*/, const Operands<T>& was, const Operands<T>& now) {
    return qr_error_estimate(was("A"), now("A"), now("tau"));
}

/// C := op(Q) C or C op(Q)
template <class T>
Verdict verdict_of(const hg::OrmqrCall<T>& c, const Operands<T>& was, const Operands<T>& now,
                   std::int64_t info) {
    return {q_product_error(was("A"), was("tau"), c.side, c.op, now("C"), was("C")), info_fault(info, 0)};
}

/// The first columns of Q in the place of reflectors
template <class T>
Verdict verdict_of(const hg::OrgqrCall<T>& /*call*/, const Operands<T>& was, const Operands<T>& now,
                   std::int64_t info) {
    return {q_columns_error(was("A"), was("tau"), now("A")), info_fault(info, 0)};
}

template <class T>
inline constexpr bool kOverwrites<hg::GelsCall<T>> = true;

/// Whether all elements are zero.
template <class T>
bool vanishes(const Factor<T>& x) {
    for (std::int64_t j = 0; j < x.cols(); ++j)
        if (!(largest(column_of(x, j)) == 0)) return false;
    return true;
}

/// The first row or column, of which A has fewer, that is zero, counted from 1; 0 if there is none.
template <class T>
std::int64_t first_zero_line(const Factor<T>& A) {
    const Factor<T> lines = A.rows() < A.cols() ? A.transpose() : A;
    for (std::int64_t j = 0; j < lines.cols(); ++j)
        if (largest(column_of(lines, j)) == 0) return j + 1;
    return 0;
}

/// op(A) X = B by least squares, or the X of least norm. X is zero if A is; else info tells of a triangle
/// with a zero.
template <class T>
Verdict verdict_of(const hg::GelsCall<T>& c, const Operands<T>& was, const Operands<T>& now,
                   std::int64_t info) {
    if (c.nrhs == 0) return {0, info_fault(info, 0)};
    const Factor<T>& A = was("A");
    if (vanishes(A)) {
        const Factor<T> x = now("B").leading(c.op == hg::Op::none ? c.n : c.m, c.nrhs);
        return {0, !vanishes(x) ? "X is not zero, and A is" : info_fault(info, 0)};
    }
    const std::int64_t expected = first_zero_line(A);
    if (expected != 0 || info != 0) return {0, info_fault(info, expected)};
    return {gels_error(A, c.op, now("A"), now("B"), was("B"))};
}

template <class T>
double estimate_of(const hg::GelsCall<T>& c, const Operands<T>& was, const Operands<T>& now) {
    return gels_error_estimate(was("A"), c.op, now("B"), was("B"));
}

}  // namespace hgctl
