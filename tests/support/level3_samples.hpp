#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/gemm_samples.hpp"
#include "support/level3_calls.hpp"

/// Calls of level 3 on random matrices, an oracle for them and their bounds.
namespace hg::test {

constexpr bool in_triangle(Uplo uplo, std::int64_t i, std::int64_t j) {
    return uplo == Uplo::lower ? i >= j : i <= j;
}

/// One call with its matrices. C is what it writes.
template <class T>
struct Level3Sample : Level3Letters {
    std::int64_t m = 0, n = 0, k = 0;
    T alpha = T{1}, beta = T{0};
    std::int64_t gap = 0;
    unsigned seed = 1;
    /// What stands in triangles that do not count, and on diagonals of ones.
    T outside = std::numeric_limits<T>::quiet_NaN();

    /// Of A.
    [[nodiscard]] std::int64_t order() const { return side == Side::left ? m : n; }
    [[nodiscard]] std::int64_t rows() const { return updates_triangle(routine) ? n : m; }

    /// False if nothing is left to do, or C is scaled alone.
    [[nodiscard]] bool multiplies() const {
        return alpha != T{0} && rows() > 0 && n > 0 && (has_side(routine) || k > 0);
    }

    [[nodiscard]] bool counts_in_a(std::int64_t i, std::int64_t j) const {
        if (!has_side(routine)) return true;
        return in_triangle(uplo, i, j) && !(is_triangular(routine) && diag == Diag::unit && i == j);
    }
    [[nodiscard]] bool counts_in_c(std::int64_t i, std::int64_t j) const {
        return !updates_triangle(routine) || in_triangle(uplo, i, j);
    }

    [[nodiscard]] Matrix<T> make_a() const {
        Matrix<T> a =
            has_side(routine) ? Matrix<T>(layout, order(), order(), gap, seed) : stored(op, rows(), k, seed);
        for (std::int64_t j = 0; j < a.cols; ++j)
            for (std::int64_t i = 0; i < a.rows; ++i) {
                if (!counts_in_a(i, j)) a(i, j) = outside;
                // Systems are well-conditioned.
                else if (routine == Level3::trsm)
                    a(i, j) = i == j ? T{1} + a(i, j) / 2 : a(i, j) / static_cast<T>(order());
            }
        return a;
    }
    [[nodiscard]] Matrix<T> make_b() const {
        if (routine == Level3::gemm) return stored(op_b, k, n, seed + 1);
        if (routine == Level3::syr2k) return stored(op, n, k, seed + 1);
        const bool none = routine != Level3::symm;
        return Matrix<T>(layout, none ? 0 : m, none ? 0 : n, gap, seed + 1);
    }
    [[nodiscard]] Matrix<T> make_c() const {
        Matrix<T> c(layout, rows(), n, gap, seed + 2);
        for (std::int64_t j = 0; j < c.cols; ++j)
            for (std::int64_t i = 0; i < c.rows; ++i)
                if (!counts_in_c(i, j)) c(i, j) = outside;
        return c;
    }
    [[nodiscard]] Level3Arguments<T> arguments(const Matrix<T>& a, const Matrix<T>& b, Matrix<T>& c) const {
        return {*this, m, n, k, alpha, a.data.data(), a.ld, b.data.data(), b.ld, beta, c.data.data(), c.ld};
    }
    [[nodiscard]] std::string text() const {
        std::string letters;
        for (const char letter : {static_cast<char>(layout), static_cast<char>(side), static_cast<char>(uplo),
                                  static_cast<char>(op), static_cast<char>(op_b), static_cast<char>(diag)})
            letters += letter;
        return (sizeof(T) == 8 ? "d" : "s") + name_of(routine) + ' ' + letters + " m=" + std::to_string(m) +
               " n=" + std::to_string(n) + " k=" + std::to_string(k) + " alpha=" + std::to_string(alpha) +
               " beta=" + std::to_string(beta) + " gap=" + std::to_string(gap) +
               " outside=" + std::to_string(outside);
    }

  private:
    [[nodiscard]] Matrix<T> stored(Op of, std::int64_t r, std::int64_t c, unsigned its_seed) const {
        return of == Op::none ? Matrix<T>(layout, r, c, gap, its_seed)
                              : Matrix<T>(layout, c, r, gap, its_seed);
    }
};

/// op(X) with each element taken by `element`.
template <class T, class Element>
Matrix<T> spelled_out(Op op, std::int64_t rows, std::int64_t cols, const Element& element) {
    Matrix<T> full(Layout::col_major, rows, cols, 0, 1);
    for (std::int64_t j = 0; j < cols; ++j)
        for (std::int64_t i = 0; i < rows; ++i) full(i, j) = op == Op::none ? element(i, j) : element(j, i);
    return full;
}

/// A of a call with a side: op(A), whole.
template <class T>
Matrix<T> whole_a(const Level3Sample<T>& s, const Matrix<T>& a) {
    return spelled_out<T>(s.routine == Level3::symm ? Op::none : s.op, s.order(), s.order(),
                          [&](std::int64_t i, std::int64_t j) {
                              if (s.counts_in_a(i, j)) return a(i, j);
                              if (s.routine == Level3::symm) return a(j, i);
                              return i == j ? T{1} : T{0};
                          });
}

/// The products whose sum the call computes; of trsm those that the right-hand sides are, with X in the place of C.
template <class T>
std::vector<std::pair<Matrix<T>, Matrix<T>>> products_of(const Level3Sample<T>& s, const Matrix<T>& a,
                                                         const Matrix<T>& b, const Matrix<T>& c) {
    const auto full = [](Op op, std::int64_t rows, std::int64_t cols, const Matrix<T>& x) {
        return spelled_out<T>(op, rows, cols, [&](std::int64_t i, std::int64_t j) { return x(i, j); });
    };
    const auto transposed = [&](const Matrix<T>& x) { return full(Op::trans, x.cols, x.rows, x); };
    if (s.routine == Level3::gemm) return {{full(s.op, s.m, s.k, a), full(s.op_b, s.k, s.n, b)}};
    if (has_side(s.routine)) {
        const Matrix<T> first = whole_a(s, a);
        const Matrix<T> other = full(Op::none, s.m, s.n, s.routine == Level3::symm ? b : c);
        if (s.side == Side::left) return {{first, other}};
        return {{other, first}};
    }
    const Matrix<T> first = full(s.op, s.n, s.k, a);
    if (s.routine == Level3::syrk) return {{first, transposed(first)}};
    const Matrix<T> second = full(s.op, s.n, s.k, b);
    return {{first, transposed(second)}, {second, transposed(first)}};
}

/// Whether all that does not count has the bits that it had.
template <class T>
testing::AssertionResult same_outside(const Level3Sample<T>& s, const Matrix<T>& c, const Matrix<T>& got) {
    std::vector<bool> counts(c.data.size(), false);
    for (std::int64_t j = 0; j < c.cols; ++j)
        for (std::int64_t i = 0; i < c.rows; ++i) counts[c.place(i, j)] = s.counts_in_c(i, j);
    for (std::size_t p = 0; p < counts.size(); ++p)
        if (!counts[p] && std::memcmp(&c.data[p], &got.data[p], sizeof(T)) != 0)
            return testing::AssertionFailure()
                   << s.text() << ": wrote " << got.data[p] << " beside what it computes, at " << p;
    return testing::AssertionSuccess();
}

/// Whether `got` is what the call makes of C, within 3 eps (sum of sqrt(k + 2) |alpha| |X| |Y| + 2 |beta| |C|) in the
/// Frobenius norm, for products X Y of factors with k columns; the oracle sums in long double. A solution of trsm
/// leaves a residual of at most that. All else must be as it was.
template <class T>
testing::AssertionResult level3_is_right(const Level3Sample<T>& s, const Matrix<T>& a, const Matrix<T>& b,
                                         const Matrix<T>& c, const Matrix<T>& got) {
    const bool solves = s.routine == Level3::trsm;
    const T alpha = solves ? T{1} : s.alpha;
    const T beta = solves ? s.alpha : is_triangular(s.routine) ? T{0} : s.beta;
    const bool multiplies = s.alpha != T{0};
    const auto products =
        multiplies ? products_of(s, a, b, solves ? got : c) : std::vector<std::pair<Matrix<T>, Matrix<T>>>{};
    long double squares = 0, squares_c = 0;
    for (std::int64_t j = 0; j < c.cols; ++j)
        for (std::int64_t i = 0; i < c.rows; ++i) {
            if (!s.counts_in_c(i, j)) continue;
            long double sum = 0;
            for (const auto& [x, y] : products) sum += long_dot(x.cols, x.row(i), y.column(j));
            const long double old = beta == T{0} ? 0.0L : static_cast<long double>(beta) * c(i, j);
            const long double wanted = solves && multiplies ? sum - old + got(i, j) : alpha * sum + old;
            squares += (got(i, j) - wanted) * (got(i, j) - wanted);
            squares_c += old * old;
        }
    double bound = 2 * static_cast<double>(std::sqrt(squares_c));
    for (const auto& [x, y] : products)
        bound += std::sqrt(static_cast<double>(x.cols + 2)) * std::fabs(alpha) * x.norm() * y.norm();
    bound *= 3 * static_cast<double>(std::numeric_limits<T>::epsilon());
    const double error = static_cast<double>(std::sqrt(squares));
    if (!(error <= bound))
        return testing::AssertionFailure() << s.text() << ": error " << error << " above its bound " << bound;
    return same_outside(s, c, got);
}

/// Makes the call; returns the new C.
template <class T>
Matrix<T> call_level3(Session& session, const Level3Sample<T>& s, const Matrix<T>& a, const Matrix<T>& b,
                      const Matrix<T>& c) {
    Matrix<T> result = c;
    s.arguments(a, b, result).call(session);
    return result;
}

/// Makes the call on random matrices, and checks the result, that nothing else was touched, that devices did it if
/// it multiplies, and that none of them failed: had one, others would have finished the call.
template <class T>
testing::AssertionResult level3_works(Session& session, const Level3Sample<T>& s) {
    const Matrix<T> a = s.make_a(), b = s.make_b(), c = s.make_c();
    const Session::Statistics before = session.statistics();
    const Matrix<T> got = call_level3(session, s, a, b, c);
    const Session::Statistics after = session.statistics();
    if (after.failed_runs != before.failed_runs)
        return testing::AssertionFailure() << s.text() << ": a device failed";
    if (s.multiplies() && after.runs == before.runs)
        return testing::AssertionFailure() << s.text() << ": no device did it";
    return level3_is_right(s, a, b, c, got);
}

}  // namespace hg::test
