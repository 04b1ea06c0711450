// getrf, getrs and gesv in `hgctl check`. getrf: A = P L U with all kinds of pivoting, of random, graded, tied, singular and fast
// growing matrices; |A - P L U| <= 3 eps sqrt(k + 2) |L| |U|, permutations, info. getrs: op(A) X = B with factors that
// getrf has made. gesv: A X = B, also by refinement (dsgesv, zcgesv). Both: HPL's scaled residual of each column, in units of 16. k counts twice if elements are complex.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <sstream>
#include <type_traits>
#include <utility>
#include <vector>

#include "tools/hgctl/check/routines/check_routine.hpp"
#include "tools/workload/rule/draw.hpp"
#include "tools/workload/rule/guarded_matrix.hpp"
#include "tools/workload/rule/known_matrix.hpp"
#include "tools/workload/rule/residual.hpp"
#include <hg/lapack/dsgesv.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrs.hpp>

namespace hgctl {
namespace {

/// What a matrix is like. Only dominant ones are factored without pivoting.
enum class LuKind { random, graded, tied, singular, growing, dominant };
constexpr const char* kLuKinds[] = {"random", "graded", "tied", "singular", "growing", "dominant"};

constexpr std::int64_t kLongestGrowth = 40;

struct LuCall {
    hg::Pivoting pivoting = hg::Pivoting::partial;
    LuKind kind = LuKind::random;
    std::int64_t zero_column = -1;  ///< of a singular matrix
    std::int64_t m = 0, n = 0, nrhs = 0;
    bool refine = false;
    hg::Op op = hg::Op::none;
};

LuCall draw_call(RandomNumbers& numbers, std::int64_t m, std::int64_t n) {
    constexpr hg::Pivoting kPivoting[] = {hg::Pivoting::partial, hg::Pivoting::partial,
                                          hg::Pivoting::tournament, hg::Pivoting::none};
    LuCall call{.pivoting = kPivoting[numbers.between(0, 3)], .m = m, .n = n};
    call.kind =
        call.pivoting == hg::Pivoting::none ? LuKind::dominant : static_cast<LuKind>(numbers.between(0, 5));
    if (call.kind == LuKind::singular && std::min(m, n) > 0)
        call.zero_column = numbers.between(0, std::min(m, n) - 1);
    return call;
}

/// An element of Wilkinson's matrix, whose last column doubles in each step: ones in it and on the diagonal,
/// -1 below the diagonal. Repeated in blocks, so that the growth stays within the numbers' range.
double growing(std::int64_t i, std::int64_t j) {
    if (i / kLongestGrowth != j / kLongestGrowth) return 0;
    if (i == j || j % kLongestGrowth == kLongestGrowth - 1) return 1;
    return i > j ? -1 : 0;
}

template <class Number>
Number rounded(Number x) {
    if constexpr (kIsComplex<Number>)
        return {std::round(x.real()), std::round(x.imag())};
    else
        return std::round(x);
}

template <class Number>
Number element(const LuCall& call, RandomNumbers& numbers, std::int64_t i, std::int64_t j) {
    const auto random = next_element<Number>(numbers);
    if (j == call.zero_column) return 0;
    switch (call.kind) {
        case LuKind::graded:
            return random * std::ldexp(1.0, static_cast<int>(-(j % 30)));
        case LuKind::tied:  // whole numbers, of which many are as large as the pivot
            return rounded(2.0 * random) + (i == j ? 3.0 : 0.0);
        case LuKind::growing:
            return growing(i, j);
        case LuKind::dominant:
            return random + (i == j ? static_cast<double>(std::max(call.m, call.n)) : 0);
        default:
            return random;
    }
}

template <class T>
GuardedMatrix<T> draw_matrix(RandomNumbers& numbers, const LuCall& call) {
    GuardedMatrix<T> a(draw_stored(numbers, hg::Layout::col_major, call.m, call.n));
    for (std::int64_t j = 0; j < call.n; ++j)
        for (std::int64_t i = 0; i < call.m; ++i)
            a.at(i, j) = static_cast<T>(element<Drawn<T>>(call, numbers, i, j));
    return a;
}

template <class T>
std::string describe(const char* routine, const LuCall& call, const GuardedMatrix<T>& a) {
    std::ostringstream text;
    text << hg::routine_name<T>(routine) << " m=" << call.m << " n=" << call.n << " lda=" << a.ld()
         << " pivoting=" << static_cast<char>(call.pivoting) << ' ' << kLuKinds[static_cast<int>(call.kind)];
    if (call.zero_column >= 0) text << " zero_column=" << call.zero_column;
    return text.str();
}

template <class T>
StoredMatrix<T> stored(const GuardedMatrix<T>& a, std::int64_t rows, std::int64_t cols, Part part) {
    return {a.data(), rows, cols, a.ld(), part};
}

/// |A - P L U| in units of 3 eps sqrt(k + 2) |L| |U|, Frobenius norms, k the number of pivots.
template <class T>
double getrf_error(const LuCall& call, const GuardedMatrix<T>& lu, const std::vector<std::int64_t>& ipiv,
                   GuardedMatrix<T> a) {
    const std::int64_t k = std::min(call.m, call.n);
    for (std::int64_t i = 0; i < k; ++i)
        for (std::int64_t j = 0; j < call.n; ++j)
            std::swap(a.at(i, j), a.at(ipiv[static_cast<std::size_t>(i)] - 1, j));
    const StoredMatrix<T> lower = stored(lu, call.m, k, Part::unit_lower);
    const StoredMatrix<T> upper = stored(lu, k, call.n, Part::upper);
    WidePart<T> squares = 0;
    WidePart<T> squares_l = 0;
    WidePart<T> squares_u = 0;
    for (std::int64_t i = 0; i < call.m; ++i)
        for (std::int64_t j = 0; j < call.n; ++j) {
            Wide<T> rest = to_wide<T>(a.at(i, j));
            for (std::int64_t p = 0; p < std::min({k, i + 1, j + 1}); ++p)
                rest -= to_wide<T>(lower(i, p)) * to_wide<T>(upper(p, j));
            squares += squared(rest);
            if (j < k) squares_l += squared(to_wide<T>(lower(i, j)));
            if (i < k) squares_u += squared(to_wide<T>(upper(i, j)));
        }
    const WidePart<T> norms = std::sqrt(squares_l) * std::sqrt(squares_u);
    return in_units_of(3 * epsilon<T>() * growth<T>(k) * norms, std::sqrt(squares));
}

/// The first i, counted from 1, with U(i, i) = 0; 0 if there is none.
template <class T>
std::int64_t first_zero(const LuCall& call, const GuardedMatrix<T>& lu) {
    for (std::int64_t i = 0; i < std::min(call.m, call.n); ++i)
        if (lu.at(i, i) == T{0}) return i + 1;
    return 0;
}

/// What is wrong with the interchanges and the multipliers; empty if nothing is.
template <class T>
std::string pivot_fault(const LuCall& call, const GuardedMatrix<T>& lu,
                        const std::vector<std::int64_t>& ipiv) {
    for (std::size_t i = 0; i < ipiv.size(); ++i) {
        const auto row = static_cast<std::int64_t>(i) + 1;
        if (ipiv[i] < row || ipiv[i] > call.m)
            return "ipiv[" + std::to_string(i) + "] is " + std::to_string(ipiv[i]) + ", not a row from " +
                   std::to_string(row) + " to " + std::to_string(call.m);
        if (call.pivoting == hg::Pivoting::none && ipiv[i] != row)
            return "rows were interchanged without pivoting";
    }
    if (call.pivoting != hg::Pivoting::partial) return {};
    // LAPACK takes the sum of a complex number's parts for its magnitude, which may be larger by sqrt(2).
    const double most = kIsComplex<T> ? std::sqrt(2.0) * (1 + 4 * epsilon<T>()) : 1;
    for (std::int64_t j = 0; j < static_cast<std::int64_t>(ipiv.size()); ++j)
        for (std::int64_t i = j + 1; i < call.m; ++i)
            if (std::abs(lu.at(i, j)) > most)
                return "a multiplier is too large at (" + std::to_string(i) + ", " + std::to_string(j) + ")";
    return {};
}

template <class T>
std::string info_fault(const LuCall& call, const GuardedMatrix<T>& lu, std::int64_t info) {
    const std::int64_t found = first_zero(call, lu);
    if (info != found)
        return "info is " + std::to_string(info) + ", the first zero pivot " + std::to_string(found);
    if (call.zero_column >= 0 && info == 0) return "info is 0 for a singular matrix";
    return {};
}

template <class T>
CheckResult check_getrf(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    RandomNumbers numbers(seed);
    const std::int64_t m = draw_size(numbers, n_max);
    const LuCall call = draw_call(numbers, m, numbers.between(0, 1) == 0 ? m : draw_size(numbers, n_max));
    GuardedMatrix<T> a = draw_matrix<T>(numbers, call);
    const GuardedMatrix<T> before = a;
    std::vector<std::int64_t> ipiv(static_cast<std::size_t>(std::min(call.m, call.n)));
    CheckResult result;
    result.problem = describe("getrf", call, a);
    std::int64_t info = 0;
    run_checked(session, result, [&] {
        info = hg::getrf(session, call.m, call.n, a.data(), a.ld(), ipiv.data(), {.pivoting = call.pivoting});
    });
    if (!result.passed()) return result;
    result.fault = pivot_fault(call, a, ipiv);
    if (!result.passed()) return result;
    result.error = getrf_error(call, a, ipiv, before);
    result.fault = info_fault(call, a, info);
    if (!a.same_outside(before)) result.fault = "wrote outside the m x n elements of A";
    judge(result);
    return result;
}

/// HPL's scaled residual of the worst column, in units of what is good.
template <class T>
double solution_error(const LuCall& call, const GuardedMatrix<T>& a, const GuardedMatrix<T>& x,
                      const GuardedMatrix<T>& b) {
    const StoredMatrix<T> matrix = stored(a, call.n, call.n, Part::all).with(call.op);
    double worst = 0;
    for (std::int64_t j = 0; j < call.nrhs; ++j) {
        const auto column = [&](const GuardedMatrix<T>& from) {
            return std::vector<Wide<T>>(from.data() + j * from.ld(), from.data() + j * from.ld() + call.n);
        };
        worst = std::max(worst, scaled_residual<T>(matrix, column(x), column(b)) / kGoodResidual);
    }
    return worst;
}

/// Regular matrices: without a zero column, and none of which the residual's scale knows no growth.
LuCall draw_getrs(RandomNumbers& numbers, std::int64_t n_max) {
    constexpr hg::Op kOps[] = {hg::Op::none, hg::Op::trans, hg::Op::conj_trans};
    const std::int64_t n = draw_size(numbers, n_max);
    LuCall call = draw_call(numbers, n, n);
    if (call.kind == LuKind::growing || call.kind == LuKind::singular) call.kind = LuKind::random;
    call.zero_column = -1;
    call.nrhs = numbers.between(0, 2) == 0 ? 1 : draw_size(numbers, n_max);
    call.op = kOps[numbers.between(0, 2)];
    return call;
}

template <class T>
CheckResult check_getrs(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    RandomNumbers numbers(seed);
    const LuCall call = draw_getrs(numbers, n_max);
    const GuardedMatrix<T> a = draw_matrix<T>(numbers, call);
    GuardedMatrix<T> lu = a;
    GuardedMatrix<T> x(draw_stored(numbers, hg::Layout::col_major, call.n, call.nrhs));
    x.fill(numbers.next());
    const GuardedMatrix<T> b = x;
    std::vector<std::int64_t> ipiv(static_cast<std::size_t>(call.n));
    CheckResult result;
    result.problem = describe("getrs", call, a) + " op=" + static_cast<char>(call.op) +
                     " nrhs=" + std::to_string(call.nrhs);
    std::int64_t info = 0;
    GuardedMatrix<T> factors = lu;
    run_checked(session, result, [&] {
        info =
            hg::getrf(session, call.n, call.n, lu.data(), lu.ld(), ipiv.data(), {.pivoting = call.pivoting});
        factors = lu;
        hg::getrs<T>(session, call.op, call.n, call.nrhs, lu.data(), lu.ld(), ipiv.data(), x.data(), x.ld());
    });
    if (!result.passed()) return result;
    if (!lu.same_as(factors)) result.fault = "wrote to the factors";
    if (!x.same_outside(b)) result.fault = "wrote outside the elements of X";
    if (info == 0 && call.n > 0) result.error = solution_error(call, a, x, b);
    judge(result);
    return result;
}

/// Solves with X in the place of B, by refinement if the call wants it.
template <class T>
std::int64_t solve(hg::Session& session, const LuCall& call, GuardedMatrix<T>& a,
                   std::vector<std::int64_t>& ipiv, GuardedMatrix<T>& b, GuardedMatrix<T>& x) {
    if constexpr (std::is_same_v<PartOf<T>, double>)
        if (call.refine) {
            std::int64_t steps = 0;
            if constexpr (kIsComplex<T>)
                return hg::zcgesv(session, call.n, call.nrhs, a.data(), a.ld(), ipiv.data(), b.data(), b.ld(),
                                  x.data(), x.ld(), &steps);
            else
                return hg::dsgesv(session, call.n, call.nrhs, a.data(), a.ld(), ipiv.data(), b.data(), b.ld(),
                                  x.data(), x.ld(), &steps);
        }
    return hg::gesv(session, call.n, call.nrhs, a.data(), a.ld(), ipiv.data(), x.data(), x.ld(),
                    {.pivoting = call.pivoting});
}

template <class T>
CheckResult check_gesv(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    RandomNumbers numbers(seed);
    const std::int64_t n = draw_size(numbers, n_max);
    LuCall call = draw_call(numbers, n, n);
    if (call.kind == LuKind::growing) call.kind = LuKind::random;  // the residual's scale knows no growth
    call.nrhs = numbers.between(0, 1) == 0 ? 1 : draw_size(numbers, n_max);
    call.refine = std::is_same_v<PartOf<T>, double> && numbers.between(0, 3) == 0;
    GuardedMatrix<T> a = draw_matrix<T>(numbers, call);
    GuardedMatrix<T> b(draw_stored(numbers, hg::Layout::col_major, n, call.nrhs));
    b.fill(numbers.next());
    GuardedMatrix<T> x = b;
    const GuardedMatrix<T> a_before = a;
    const GuardedMatrix<T> b_before = b;
    std::vector<std::int64_t> ipiv(static_cast<std::size_t>(n));
    CheckResult result;
    result.problem = describe(!call.refine    ? "gesv"
                              : kIsComplex<T> ? "cgesv"
                                              : "sgesv",
                              call, a) +
                     " nrhs=" + std::to_string(call.nrhs);
    std::int64_t info = 0;
    run_checked(session, result, [&] { info = solve(session, call, a, ipiv, b, x); });
    if (!result.passed()) return result;
    if (!a.same_outside(a_before) || !x.same_outside(b_before) || !b.same_as(b_before))
        result.fault = "wrote outside the elements of A and X";
    else if (info == 0 && call.zero_column >= 0)
        result.fault = "info is 0 for a singular matrix";
    else if (info != 0 && !(call.refine || x.same_as(b_before)))
        result.fault = "info is " + std::to_string(info) + ", yet B was changed";
    else if (info != first_zero(call, a) && !call.refine)
        result.fault = info_fault(call, a, info);
    if (info == 0 && n > 0) result.error = solution_error(call, a_before, x, b_before);
    judge(result);
    return result;
}

}  // namespace

CheckRoutine getrf_check() {
    return {"getrf",
            "A = P L U: all kinds of pivoting, graded, tied, singular and fast growing matrices",
            100,
            check_getrf<double>,
            check_getrf<float>,
            check_getrf<std::complex<double>>,
            check_getrf<std::complex<float>>};
}

CheckRoutine getrs_check() {
    return {"getrs",
            "op(A) X = B with the factors of A, for one right-hand side and for many",
            100,
            check_getrs<double>,
            check_getrs<float>,
            check_getrs<std::complex<double>>,
            check_getrs<std::complex<float>>};
}

CheckRoutine gesv_check() {
    return {"gesv",
            "A X = B: likewise, also in single precision with refinement",
            100,
            check_gesv<double>,
            check_gesv<float>,
            check_gesv<std::complex<double>>,
            check_gesv<std::complex<float>>};
}

}  // namespace hgctl
