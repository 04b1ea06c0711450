// trsm in `hgctl check`.
#include <cmath>
#include <sstream>
#include <utility>
#include <vector>

#include "tools/hgctl/check/check_routine.hpp"
#include "tools/hgctl/check/guarded_matrix.hpp"
#include "tools/hgctl/check/known_matrix.hpp"
#include <hg/blas/trsm.hpp>

namespace hgctl {
namespace {

constexpr std::uint64_t kCases = 48;  ///< layouts, sides, triangles, ops, diagonals

/// What the triangle is like.
enum class Kind { dominant, random, graded, nearly_singular };

template <class T>
struct TrsmCall {
    hg::Layout layout;
    hg::Side side;
    hg::Uplo uplo;
    hg::Op op;
    hg::Diag diag;
    Kind kind = Kind::dominant;
    std::int64_t m = 0, n = 0;
    T alpha = 1;

    [[nodiscard]] std::int64_t order() const { return side == hg::Side::left ? m : n; }
    [[nodiscard]] bool columns() const { return layout == hg::Layout::col_major; }
    [[nodiscard]] bool in_triangle(std::int64_t i, std::int64_t j) const {
        return uplo == hg::Uplo::lower ? i >= j : i <= j;
    }
};

template <class T>
TrsmCall<T> draw_call(RandomNumbers& numbers, std::uint64_t seed, std::int64_t n_max) {
    constexpr hg::Op kOps[] = {hg::Op::none, hg::Op::trans, hg::Op::conj_trans};
    const std::uint64_t c = seed % kCases;
    TrsmCall<T> call{.layout = c % 2 == 0 ? hg::Layout::col_major : hg::Layout::row_major,
                     .side = c / 2 % 2 == 0 ? hg::Side::left : hg::Side::right,
                     .uplo = c / 4 % 2 == 0 ? hg::Uplo::lower : hg::Uplo::upper,
                     .op = kOps[c / 16],
                     .diag = c / 8 % 2 == 0 ? hg::Diag::non_unit : hg::Diag::unit};
    call.kind = static_cast<Kind>(numbers.between(0, 3));
    call.m = draw_size(numbers, n_max);
    call.n = draw_size(numbers, n_max);
    call.alpha = static_cast<T>(draw_scalar(numbers));
    return call;
}

/// Fills the triangle that is used; the rest stays NaN, and so does a diagonal of ones.
template <class T>
void fill_triangle(const TrsmCall<T>& call, RandomNumbers& numbers, GuardedMatrix<T>& a) {
    const std::int64_t k = call.order();
    // Off the diagonal so small that solutions stay finite in single precision.
    const double root = std::sqrt(static_cast<double>(k));
    const double scale = call.kind == Kind::random ? std::min(1.0, 8 / root) : 1 / (1 + root);
    const std::int64_t small = k > 0 ? numbers.between(0, k - 1) : 0;
    for (std::int64_t j = 0; j < k; ++j)
        for (std::int64_t i = 0; i < k; ++i) {
            if (!call.in_triangle(i, j) || (i == j && call.diag == hg::Diag::unit)) continue;
            double value = scale * numbers.unit();
            if (i == j) {
                value = (value < 0 ? -1 : 1) + value;
                if (call.kind == Kind::nearly_singular && i == small) value = 1e-6 * numbers.unit();
            }
            if (call.kind == Kind::graded) value = std::ldexp(value, static_cast<int>(-(i % 24)));
            (call.columns() ? a.at(i, j) : a.at(j, i)) = static_cast<T>(value);
        }
}

template <class T>
std::string describe(const TrsmCall<T>& call, const GuardedMatrix<T>& a, const GuardedMatrix<T>& b) {
    constexpr const char* kKinds[] = {"dominant", "random", "graded", "nearly_singular"};
    std::ostringstream text;
    text.precision(9);
    text << hg::routine_name<T>("trsm") << (call.columns() ? " col_major " : " row_major ")
         << static_cast<char>(call.side) << ' ' << static_cast<char>(call.uplo) << ' '
         << static_cast<char>(call.op) << ' ' << static_cast<char>(call.diag) << " m=" << call.m
         << " n=" << call.n << " alpha=" << call.alpha << " lda=" << a.ld() << " ldb=" << b.ld() << ' '
         << kKinds[static_cast<int>(call.kind)];
    return text.str();
}

/// The largest error of a right-hand side, in units of its bound.
template <class T>
double trsm_error(const TrsmCall<T>& call, const GuardedMatrix<T>& a, const GuardedMatrix<T>& x,
                  const GuardedMatrix<T>& b) {
    const std::int64_t k = call.order();
    const bool left = call.side == hg::Side::left;
    // Those of X op(A) = alpha B are rows, which op(A)^T is applied to.
    const bool turned = (call.op != hg::Op::none) == left;
    const auto triangle = [&](std::int64_t i, std::int64_t j) -> Wide<T> {
        if (turned) std::swap(i, j);
        if (i == j && call.diag == hg::Diag::unit) return 1;
        if (!call.in_triangle(i, j)) return 0;
        return call.columns() ? a.at(i, j) : a.at(j, i);
    };
    const auto element = [&](const GuardedMatrix<T>& matrix, std::int64_t i, std::int64_t vector) -> Wide<T> {
        return left == call.columns() ? matrix.at(i, vector) : matrix.at(vector, i);
    };
    std::vector<Wide<T>> full(static_cast<std::size_t>(k * k));
    Wide<T> squares_a = 0;
    for (std::int64_t i = 0; i < k; ++i)
        for (std::int64_t j = 0; j < k; ++j) {
            const Wide<T> value = triangle(i, j);
            full[static_cast<std::size_t>(i * k + j)] = value;
            squares_a += value * value;
        }
    const double eps = static_cast<double>(std::numeric_limits<T>::epsilon());
    double worst = 0;
    for (std::int64_t v = 0; v < (left ? call.n : call.m); ++v) {
        Wide<T> squares = 0;
        Wide<T> squares_x = 0;
        Wide<T> squares_b = 0;
        for (std::int64_t i = 0; i < k; ++i) {
            const Wide<T> wanted = call.alpha * element(b, i, v);
            Wide<T> rest = wanted;
            for (std::int64_t j = 0; j < k; ++j)
                rest -= full[static_cast<std::size_t>(i * k + j)] * element(x, j, v);
            squares += rest * rest;
            squares_x += element(x, i, v) * element(x, i, v);
            squares_b += wanted * wanted;
        }
        const Wide<T> bound = 3 * eps *
                              (std::sqrt(static_cast<Wide<T>>(k) + 2) * std::sqrt(squares_a * squares_x) +
                               2 * std::sqrt(squares_b));
        if (squares == 0) continue;
        const double error = static_cast<double>(std::sqrt(squares) / bound);
        worst = std::isnan(error) ? std::numeric_limits<double>::infinity() : std::max(worst, error);
    }
    return worst;
}

/// With alpha = 0 the solution is zero, whatever A and B hold.
template <class T>
bool is_zero(const TrsmCall<T>& call, const GuardedMatrix<T>& x) {
    for (std::int64_t i = 0; i < call.m; ++i)
        for (std::int64_t j = 0; j < call.n; ++j)
            if (!((call.columns() ? x.at(i, j) : x.at(j, i)) == T{0})) return false;
    return true;
}

template <class T>
CheckResult check_trsm(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    RandomNumbers numbers(seed);
    const TrsmCall<T> call = draw_call<T>(numbers, seed, n_max);
    GuardedMatrix<T> a(draw_stored(numbers, call.layout, call.order(), call.order()));
    GuardedMatrix<T> b(draw_stored(numbers, call.layout, call.m, call.n));
    if (call.alpha != 0) {
        fill_triangle(call, numbers, a);
        b.fill(numbers.next());
    }
    const GuardedMatrix<T> a_before = a;
    const GuardedMatrix<T> b_before = b;
    CheckResult result;
    result.problem = describe(call, a, b);
    run_checked(session, result, [&] {
        hg::trsm(session, call.layout, call.side, call.uplo, call.op, call.diag, call.m, call.n, call.alpha,
                 std::as_const(a).data(), a.ld(), b.data(), b.ld());
    });
    if (!result.passed()) return result;
    if (!a.same_as(a_before))
        result.fault = "wrote to A";
    else if (!b.same_outside(b_before))
        result.fault = "wrote outside the m x n elements of B";
    else if (call.alpha == 0 && !is_zero(call, b))
        result.fault = "with alpha = 0, X is not zero";
    if (call.alpha != 0) result.error = trsm_error(call, a, b, b_before);
    judge(result);
    return result;
}

}  // namespace

CheckRoutine trsm_check() {
    return {"trsm", "op(A) X = alpha B and X op(A) = alpha B: all cases, well and badly conditioned", 96,
            check_trsm<double>, check_trsm<float>};
}

}  // namespace hgctl
