// potrf in `hgctl check`: A = L L^T or U^T U of definite and graded matrices, and of matrices whose leading minor of some
// order is not definite; |A - L L^T| <= 3 eps sqrt(k + 2) |L|^2 in the Frobenius norm for the leading triangle of order k that is
// factored, and info.
#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "tools/hgctl/check/draw.hpp"
#include "tools/hgctl/check/guarded_matrix.hpp"
#include "tools/hgctl/check/routines/check_routine.hpp"
#include <hg/lapack/potrf.hpp>

namespace hgctl {
namespace {

struct PotrfCall {
    hg::Uplo uplo = hg::Uplo::lower;
    std::int64_t n = 0;
    bool graded = false;
    std::int64_t failing = -1;  ///< the column whose pivot is not positive
};

PotrfCall draw_potrf(RandomNumbers& numbers, std::int64_t n_max) {
    PotrfCall call{.uplo = numbers.between(0, 1) == 0 ? hg::Uplo::lower : hg::Uplo::upper,
                   .n = draw_size(numbers, n_max),
                   .graded = numbers.between(0, 2) == 0};
    if (call.n > 0 && numbers.between(0, 3) == 0) call.failing = numbers.between(0, call.n - 1);
    return call;
}

/// The triangle that counts; the other one stays NaN. The diagonal rules its rows.
template <class T>
GuardedMatrix<T> draw_definite(RandomNumbers& numbers, const PotrfCall& call) {
    StoredShape shape = draw_stored(numbers, hg::Layout::col_major, call.n, call.n);
    shape.part = triangle(call.uplo);
    GuardedMatrix<T> a(shape);
    for (std::int64_t j = 0; j < call.n; ++j)
        for (std::int64_t i = 0; i < call.n; ++i) {
            if (!holds(shape.part, i, j)) continue;
            double value = numbers.unit() + (i == j ? static_cast<double>(call.n) + 1 : 0);
            if (call.graded) value = std::ldexp(value, static_cast<int>(-(i % 20) - j % 20));
            a.at(i, j) = static_cast<T>(i == j && i == call.failing ? -value : value);
        }
    return a;
}

/// |A - L L^T| in units of its bound, for the leading triangles of order k.
template <class T>
double potrf_error(const PotrfCall& call, const GuardedMatrix<T>& a, const GuardedMatrix<T>& factor,
                   std::int64_t k) {
    const bool upper = call.uplo == hg::Uplo::upper;
    const auto element = [&](const GuardedMatrix<T>& x, std::int64_t i, std::int64_t j) {
        return static_cast<Wide<T>>(upper ? x.at(j, i) : x.at(i, j));
    };
    Wide<T> squares = 0;
    Wide<T> squares_l = 0;
    for (std::int64_t j = 0; j < k; ++j)
        for (std::int64_t i = j; i < k; ++i) {
            Wide<T> rest = element(a, i, j);
            for (std::int64_t p = 0; p <= j; ++p) rest -= element(factor, i, p) * element(factor, j, p);
            squares += rest * rest;
            squares_l += element(factor, i, j) * element(factor, i, j);
        }
    if (squares == 0) return 0;
    const Wide<T> bound =
        3 * std::numeric_limits<T>::epsilon() * std::sqrt(static_cast<Wide<T>>(k) + 2) * squares_l;
    const double error = static_cast<double>(std::sqrt(squares) / bound);
    return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

template <class T>
CheckResult check_potrf(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    RandomNumbers numbers(seed);
    const PotrfCall call = draw_potrf(numbers, n_max);
    GuardedMatrix<T> a = draw_definite<T>(numbers, call);
    const GuardedMatrix<T> before = a;
    CheckResult result;
    std::ostringstream text;
    text << hg::routine_name<T>("potrf") << ' ' << static_cast<char>(call.uplo) << " n=" << call.n
         << " lda=" << a.ld() << (call.graded ? " graded" : "");
    if (call.failing >= 0) text << " failing=" << call.failing;
    result.problem = text.str();
    std::int64_t info = 0;
    run_checked(session, result, [&] { info = hg::potrf(session, call.uplo, call.n, a.data(), a.ld()); });
    if (!result.passed()) return result;
    if (info != call.failing + 1)
        result.fault = "info is " + std::to_string(info) + " instead of " + std::to_string(call.failing + 1);
    else
        result.error = potrf_error(call, before, a, info == 0 ? call.n : info - 1);
    if (!a.same_outside(before)) result.fault = "wrote outside the triangle of A";
    judge(result);
    return result;
}

}  // namespace

CheckRoutine potrf_check() {
    return {"potrf", "A = L L^T or U^T U: definite and graded matrices, and such as are not definite", 100,
            check_potrf<double>, check_potrf<float>};
}

}  // namespace hgctl
