// trsm in `hgctl check`: consecutive seeds go through all layouts, sides, triangles, ops and diagonals, with triangles
// well and badly conditioned. The bound is 3 eps (sqrt(k + 2) |A| |x| + 2 |b|) for each right-hand side b, k the order of A, or twice
// that if elements are complex.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "runtime/threads/parallel_for.hpp"
#include "tools/hgctl/check/routines/check_routine.hpp"
#include "tools/hgctl/check/routines/triangle_filling.hpp"
#include "tools/workload/problem/blas_problem.hpp"
#include <hg/blas/trsm.hpp>

namespace hgctl {
namespace {

constexpr std::uint64_t kCases = 48;  ///< layouts, sides, triangles, ops, diagonals

/// T as rows of wide numbers, each from its first to its last element that is not zero, with the sum of their squares.
template <class T>
struct WideTriangle {
    struct Row {
        std::int64_t first = 0;
        std::vector<Wide<T>> elements;
    };

    explicit WideTriangle(const StoredMatrix<T>& t) : rows(static_cast<std::size_t>(t.rows)) {
        for (std::int64_t i = 0; i < t.rows; ++i) {
            std::int64_t first = 0, end = t.cols;
            while (first < end && t(i, first) == T{0}) ++first;
            while (end > first && t(i, end - 1) == T{0}) --end;
            Row& row = rows[static_cast<std::size_t>(i)];
            row.first = first;
            for (std::int64_t j = first; j < end; ++j) {
                row.elements.push_back(to_wide<T>(t(i, j)));
                squares += squared(row.elements.back());
            }
        }
    }
    std::vector<Row> rows;
    WidePart<T> squares = 0;
};

/// |T x - alpha b| for column j of X and B, in units of 3 eps (sqrt(k + 2) |T| |x| + 2 |alpha b|).
template <class T>
double column_error(const WideTriangle<T>& t, const StoredMatrix<T>& x, T alpha, const StoredMatrix<T>& b,
                    std::int64_t j) {
    WidePart<T> squares = 0;
    WidePart<T> squares_x = 0;
    WidePart<T> squares_b = 0;
    const auto order = static_cast<std::int64_t>(t.rows.size());
    for (std::int64_t i = 0; i < order; ++i) {
        const auto& row = t.rows[static_cast<std::size_t>(i)];
        const Wide<T> wanted = to_wide(alpha) * to_wide<T>(b(i, j));
        Wide<T> rest = wanted;
        std::int64_t p = row.first;
        for (const Wide<T>& element : row.elements) rest -= element * to_wide<T>(x(p++, j));
        squares += squared(rest);
        squares_x += squared(to_wide<T>(x(i, j)));
        squares_b += squared(wanted);
    }
    const auto terms = static_cast<WidePart<T>>(kIsComplex<T> ? 2 * order : order);
    const WidePart<T> bound =
        3 * epsilon<T>() *
        (std::sqrt(terms + 2) * std::sqrt(t.squares) * std::sqrt(squares_x) + 2 * std::sqrt(squares_b));
    return in_units_of(bound, std::sqrt(squares));
}

/// The largest error of a column of T X = alpha B.
template <class T>
double solve_error(const StoredMatrix<T>& t, const StoredMatrix<T>& x, T alpha, const StoredMatrix<T>& b) {
    const WideTriangle<T> triangle(t);
    std::vector<double> errors(static_cast<std::size_t>(x.cols));
    hg::parallel_for(x.cols, [&](std::int64_t first, std::int64_t last) noexcept {
        for (std::int64_t j = first; j < last; ++j)
            errors[static_cast<std::size_t>(j)] = column_error(triangle, x, alpha, b, j);
    });
    return errors.empty() ? 0 : *std::max_element(errors.begin(), errors.end());
}

template <class T>
bool is_zero(const StoredMatrix<T>& x) {
    for (std::int64_t i = 0; i < x.rows; ++i)
        for (std::int64_t j = 0; j < x.cols; ++j)
            if (!(x(i, j) == T{0})) return false;
    return true;
}

/// The arguments of a trsm.
template <class T>
struct TrsmCall {
    hg::Layout layout;
    hg::Side side;
    hg::Uplo uplo;
    hg::Op op;
    hg::Diag diag;
    std::int64_t m = 0, n = 0;
    T alpha = 1;

    [[nodiscard]] std::int64_t order() const { return side == hg::Side::left ? m : n; }
};

template <class T>
TrsmCall<T> draw_call(BlasProblem<T>& problem, std::uint64_t number, TriangleKind& kind) {
    constexpr hg::Op kOps[] = {hg::Op::none, hg::Op::trans, hg::Op::conj_trans};
    TrsmCall<T> call{
        .layout = problem.layout(number % 2 == 0 ? hg::Layout::col_major : hg::Layout::row_major),
        .side = problem.letter(number / 2 % 2 == 0 ? hg::Side::left : hg::Side::right),
        .uplo = problem.letter(number / 4 % 2 == 0 ? hg::Uplo::lower : hg::Uplo::upper),
        .op = problem.letter(kOps[number / 16]),
        .diag = problem.letter(number / 8 % 2 == 0 ? hg::Diag::non_unit : hg::Diag::unit)};
    kind = draw_triangle_kind(problem.numbers());
    call.m = problem.size("m");
    call.n = problem.size("n");
    call.alpha = problem.scalar("alpha");
    return call;
}

/// What is wrong with X, as an error in units of its bound or in words.
template <class T>
void compare(const TrsmCall<T>& call, const BlasOperand<T>& a, const BlasOperand<T>& b, CheckResult& result) {
    if (call.alpha == T{0}) {
        // The solution is zero, whatever A and B hold.
        if (!is_zero(b.view())) result.fault = "with alpha = 0, X is not zero";
    } else if (call.side == hg::Side::left) {
        result.error = solve_error(a.view(), b.view(), call.alpha, b.before());
    } else {
        // X op(A) = alpha B is op(A)^T X^T = alpha B^T.
        result.error =
            solve_error(a.view().transpose(), b.view().transpose(), call.alpha, b.before().transpose());
    }
    judge(result);
}

template <class T>
CheckResult check_trsm(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem("trsm", seed, n_max);
    TriangleKind kind{};
    const TrsmCall<T> call = draw_call(problem, seed % kCases, kind);
    const Part part = triangle(call.uplo, call.diag);
    const auto& a = problem.reads("a", call.order(), call.order(), call.op, part);
    auto& b = problem.writes("b", call.m, call.n);
    problem.say(name(kind));
    if (call.alpha != T{0}) {
        fill_triangle(problem.operand(0), call.order(), part, kind, problem.numbers());
        b.fill(problem.numbers().next());
    }
    CheckResult result = problem.run(session, [&] {
        hg::trsm(session, call.layout, call.side, call.uplo, call.op, call.diag, call.m, call.n, call.alpha,
                 a.data(), a.ld(), b.data(), b.ld());
    });
    if (result.passed()) compare(call, a, b, result);
    return result;
}

}  // namespace

CheckRoutine trsm_check() {
    return {"trsm",
            "op(A) X = alpha B and X op(A) = alpha B: all cases, well and badly conditioned",
            96,
            check_trsm<double>,
            check_trsm<float>,
            check_trsm<std::complex<double>>,
            check_trsm<std::complex<float>>};
}

}  // namespace hgctl
