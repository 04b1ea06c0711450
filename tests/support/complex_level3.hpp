#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hg/blas/async.hpp>
#include <hg/blas/hermitian.hpp>
#include <hg/blas/session.hpp>
#include <hg/blas/symm.hpp>
#include <hg/blas/syr2k.hpp>
#include <hg/blas/syrk.hpp>
#include <hg/blas/trmm.hpp>
#include <hg/blas/trsm.hpp>
#include <hg/runtime/program/scalar_value.hpp>

/// Calls of level 3 on random complex matrices, and an oracle for them.
namespace hg::test {

enum class ComplexRoutine { symm, hemm, syrk, herk, syr2k, her2k, trmm, trsm };

inline constexpr std::array kComplexRoutines{
    ComplexRoutine::symm,  ComplexRoutine::hemm,  ComplexRoutine::syrk, ComplexRoutine::herk,
    ComplexRoutine::syr2k, ComplexRoutine::her2k, ComplexRoutine::trmm, ComplexRoutine::trsm};

inline std::string name_of(ComplexRoutine routine) {
    constexpr std::array kNames{"symm", "hemm", "syrk", "herk", "syr2k", "her2k", "trmm", "trsm"};
    return kNames[static_cast<std::size_t>(routine)];
}
inline void PrintTo(ComplexRoutine routine, std::ostream* out) {
    *out << name_of(routine);
}

constexpr bool has_side(ComplexRoutine r) {
    return r == ComplexRoutine::symm || r == ComplexRoutine::hemm || r >= ComplexRoutine::trmm;
}
constexpr bool is_triangular(ComplexRoutine r) {
    return r >= ComplexRoutine::trmm;
}
constexpr bool updates_triangle(ComplexRoutine r) {
    return !has_side(r);
}
constexpr bool is_hermitian(ComplexRoutine r) {
    return r == ComplexRoutine::hemm || r == ComplexRoutine::herk || r == ComplexRoutine::her2k;
}
constexpr bool has_two_factors(ComplexRoutine r) {
    return r == ComplexRoutine::syr2k || r == ComplexRoutine::her2k;
}

/// The values of op that a routine takes.
inline std::vector<Op> operations_of(ComplexRoutine r) {
    if (is_triangular(r)) return {Op::none, Op::trans, Op::conj_trans};
    if (has_side(r)) return {Op::none};
    return {Op::none, is_hermitian(r) ? Op::conj_trans : Op::trans};
}

/// A matrix as stored, with guards between its columns or rows.
template <class T>
struct ComplexMatrix {
    ComplexMatrix(Layout matrix_layout, std::int64_t r, std::int64_t c, unsigned seed)
        : layout(matrix_layout), rows(r), cols(c), ld(std::max<std::int64_t>(extent() + kGap, 1)) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> part(-1, 1);
        data.assign(static_cast<std::size_t>(ld * (layout == Layout::col_major ? cols : rows)), kGuard);
        for (std::int64_t j = 0; j < cols; ++j)
            for (std::int64_t i = 0; i < rows; ++i) {
                const double real = part(random);
                (*this)(i, j) = ScalarValue(real, part(random)).as<T>();
            }
    }

    [[nodiscard]] std::int64_t extent() const { return layout == Layout::col_major ? rows : cols; }
    [[nodiscard]] std::size_t place(std::int64_t i, std::int64_t j) const {
        return static_cast<std::size_t>(layout == Layout::col_major ? i + j * ld : j + i * ld);
    }
    [[nodiscard]] T& operator()(std::int64_t i, std::int64_t j) { return data[place(i, j)]; }
    [[nodiscard]] const T& operator()(std::int64_t i, std::int64_t j) const { return data[place(i, j)]; }

    static constexpr std::int64_t kGap = 3;
    static constexpr T kGuard{12345, -54321};
    Layout layout;
    std::int64_t rows, cols, ld;
    std::vector<T> data;
};

using Wide = std::complex<long double>;

/// A dense matrix for the oracle.
struct WideMatrix {
    WideMatrix(std::int64_t r, std::int64_t c)
        : rows(r), cols(c), data(static_cast<std::size_t>(std::max<std::int64_t>(r * c, 1))) {}

    [[nodiscard]] Wide& operator()(std::int64_t i, std::int64_t j) {
        return data[static_cast<std::size_t>(i + j * rows)];
    }
    [[nodiscard]] const Wide& operator()(std::int64_t i, std::int64_t j) const {
        return data[static_cast<std::size_t>(i + j * rows)];
    }
    [[nodiscard]] double norm() const {
        long double sum = 0;
        for (const Wide& x : data) sum += std::norm(x);
        return static_cast<double>(std::sqrt(sum));
    }

    std::int64_t rows, cols;
    std::vector<Wide> data;
};

/// op(X).
inline WideMatrix applied(Op op, const WideMatrix& x) {
    if (op == Op::none) return x;
    WideMatrix result(x.cols, x.rows);
    for (std::int64_t j = 0; j < x.rows; ++j)
        for (std::int64_t i = 0; i < x.cols; ++i)
            result(i, j) = op == Op::conj_trans ? std::conj(x(j, i)) : x(j, i);
    return result;
}

template <class T>
WideMatrix wide(const ComplexMatrix<T>& x) {
    WideMatrix result(x.rows, x.cols);
    for (std::int64_t j = 0; j < x.cols; ++j)
        for (std::int64_t i = 0; i < x.rows; ++i) result(i, j) = Wide(x(i, j).real(), x(i, j).imag());
    return result;
}

/// alpha X Y.
struct WideProduct {
    Wide alpha;
    WideMatrix x, y;
};

/// Element (i, j) of X Y. By parts: products of std::complex look for NaN each time.
inline Wide sum_of_products(const WideProduct& p, std::int64_t i, std::int64_t j) {
    long double real = 0, imag = 0;
    for (std::int64_t q = 0; q < p.x.cols; ++q) {
        const Wide &x = p.x(i, q), &y = p.y(q, j);
        real += x.real() * y.real() - x.imag() * y.imag();
        imag += x.real() * y.imag() + x.imag() * y.real();
    }
    return {real, imag};
}

/// One call. Scalars that must be real are taken by their real parts.
struct ComplexCase {
    ComplexRoutine routine = ComplexRoutine::symm;
    Layout layout = Layout::col_major;
    Side side = Side::left;
    Uplo uplo = Uplo::lower;
    Op op = Op::none;
    Diag diag = Diag::non_unit;
    std::int64_t m = 0, n = 0, k = 0;
    std::complex<double> alpha = 1, beta = 0;
    unsigned seed = 1;

    [[nodiscard]] std::int64_t order() const { return side == Side::left ? m : n; }
    [[nodiscard]] std::int64_t rows() const { return updates_triangle(routine) ? n : m; }
    [[nodiscard]] bool in_triangle(std::int64_t i, std::int64_t j) const {
        return uplo == Uplo::lower ? i >= j : i <= j;
    }
    /// Whether A's element is read, its imaginary part aside.
    [[nodiscard]] bool counts_in_a(std::int64_t i, std::int64_t j) const {
        if (!has_side(routine)) return true;
        return in_triangle(i, j) && !(is_triangular(routine) && diag == Diag::unit && i == j);
    }
    [[nodiscard]] bool counts_in_c(std::int64_t i, std::int64_t j) const {
        return !updates_triangle(routine) || in_triangle(i, j);
    }
    /// Whether nothing at all is done.
    [[nodiscard]] bool does_nothing() const {
        const bool multiplies = factor_alpha() != 0.0 && (has_side(routine) || k > 0);
        return rows() == 0 || n == 0 || (!is_triangular(routine) && !multiplies && factor_beta() == 1.0);
    }
    [[nodiscard]] std::complex<double> factor_alpha() const {
        return routine == ComplexRoutine::herk ? alpha.real() : alpha;
    }
    [[nodiscard]] std::complex<double> factor_beta() const {
        return updates_triangle(routine) && is_hermitian(routine) ? beta.real() : beta;
    }
    [[nodiscard]] std::string text() const {
        std::string letters;
        for (const char letter : {static_cast<char>(layout), static_cast<char>(side), static_cast<char>(uplo),
                                  static_cast<char>(op), static_cast<char>(diag)})
            letters += letter;
        return name_of(routine) + " " + letters + " m=" + std::to_string(m) + " n=" + std::to_string(n) +
               " k=" + std::to_string(k) + " alpha=" + print(alpha) + " beta=" + print(beta);
    }
};

/// The matrices of a call. What does not count in them is `outside`.
template <class T>
struct ComplexOperands {
    using Real = typename T::value_type;

    explicit ComplexOperands(const ComplexCase& w, T outside = unknown())
        : which(w), a(first(w)), b(second(w)), c(w.layout, w.rows(), w.n, w.seed + 2) {
        for (std::int64_t j = 0; j < a.cols; ++j)
            for (std::int64_t i = 0; i < a.rows; ++i) {
                if (!which.counts_in_a(i, j))
                    a(i, j) = outside;
                else if (which.routine == ComplexRoutine::trsm)  // well-conditioned
                    a(i, j) = i == j ? T(1) + a(i, j) / T(2) : a(i, j) / T(static_cast<Real>(which.order()));
                else if (which.routine == ComplexRoutine::hemm && i == j)
                    a(i, j).imag(outside.imag());
            }
        for (std::int64_t j = 0; j < c.cols; ++j)
            for (std::int64_t i = 0; i < c.rows; ++i) {
                if (!which.counts_in_c(i, j)) c(i, j) = outside;
                if (is_hermitian(which.routine) && updates_triangle(which.routine) && i == j)
                    c(i, j).imag(outside.imag());
            }
    }

    static T unknown() {
        const Real nan = std::numeric_limits<Real>::quiet_NaN();
        return {nan, nan};
    }

    ComplexCase which;
    ComplexMatrix<T> a, b, c;

  private:
    static ComplexMatrix<T> first(const ComplexCase& w) {
        if (has_side(w.routine)) return {w.layout, w.order(), w.order(), w.seed};
        return factor(w, w.seed);
    }
    static ComplexMatrix<T> second(const ComplexCase& w) {
        if (has_two_factors(w.routine)) return factor(w, w.seed + 1);
        const bool none = is_triangular(w.routine) || updates_triangle(w.routine);
        return {w.layout, none ? 0 : w.m, none ? 0 : w.n, w.seed + 1};
    }
    static ComplexMatrix<T> factor(const ComplexCase& c, unsigned seed) {
        return c.op == Op::none ? ComplexMatrix<T>(c.layout, c.n, c.k, seed)
                                : ComplexMatrix<T>(c.layout, c.k, c.n, seed);
    }
};

/// Makes the call on x.c.
template <class T>
void call_complex(Session& s, ComplexOperands<T>& x) {
    using Real = typename T::value_type;
    const ComplexCase& w = x.which;
    const T alpha(static_cast<Real>(w.alpha.real()), static_cast<Real>(w.alpha.imag()));
    const T beta(static_cast<Real>(w.beta.real()), static_cast<Real>(w.beta.imag()));
    const T* const a = x.a.data.data();
    const T* const b = x.b.data.data();
    T* const c = x.c.data.data();
    switch (w.routine) {
        case ComplexRoutine::symm:
            return symm<T>(s, w.layout, w.side, w.uplo, w.m, w.n, alpha, a, x.a.ld, b, x.b.ld, beta, c,
                           x.c.ld);
        case ComplexRoutine::hemm:
            return hemm<T>(s, w.layout, w.side, w.uplo, w.m, w.n, alpha, a, x.a.ld, b, x.b.ld, beta, c,
                           x.c.ld);
        case ComplexRoutine::syrk:
            return syrk<T>(s, w.layout, w.uplo, w.op, w.n, w.k, alpha, a, x.a.ld, beta, c, x.c.ld);
        case ComplexRoutine::herk:
            return herk<T>(s, w.layout, w.uplo, w.op, w.n, w.k, alpha.real(), a, x.a.ld, beta.real(), c,
                           x.c.ld);
        case ComplexRoutine::syr2k:
            return syr2k<T>(s, w.layout, w.uplo, w.op, w.n, w.k, alpha, a, x.a.ld, b, x.b.ld, beta, c,
                            x.c.ld);
        case ComplexRoutine::her2k:
            return her2k<T>(s, w.layout, w.uplo, w.op, w.n, w.k, alpha, a, x.a.ld, b, x.b.ld, beta.real(), c,
                            x.c.ld);
        case ComplexRoutine::trmm:
            return trmm<T>(s, w.layout, w.side, w.uplo, w.op, w.diag, w.m, w.n, alpha, a, x.a.ld, c, x.c.ld);
        case ComplexRoutine::trsm:
            return trsm<T>(s, w.layout, w.side, w.uplo, w.op, w.diag, w.m, w.n, alpha, a, x.a.ld, c, x.c.ld);
    }
}

/// A of a routine with a side, whole: op(A) of a triangle.
template <class T>
WideMatrix whole_a(const ComplexOperands<T>& x) {
    const ComplexCase& w = x.which;
    WideMatrix full(w.order(), w.order());
    const WideMatrix stored = wide(x.a);
    for (std::int64_t j = 0; j < w.order(); ++j)
        for (std::int64_t i = 0; i < w.order(); ++i) {
            if (is_triangular(w.routine))
                full(i, j) = w.counts_in_a(i, j) ? stored(i, j) : Wide(i == j ? 1 : 0);
            else if (is_hermitian(w.routine) && i == j)
                full(i, j) = stored(i, j).real();
            else if (w.in_triangle(i, j))
                full(i, j) = stored(i, j);
            else
                full(i, j) = is_hermitian(w.routine) ? std::conj(stored(j, i)) : stored(j, i);
        }
    return applied(w.op, full);
}

/// The products whose sum the call computes; of trsm the one that is the right-hand side, with X for C.
template <class T>
std::vector<WideProduct> products_of(const ComplexOperands<T>& x, const ComplexMatrix<T>& c) {
    const ComplexCase& w = x.which;
    const Wide alpha(w.factor_alpha());
    if (has_side(w.routine)) {
        const WideMatrix other = wide(is_triangular(w.routine) ? c : x.b);
        const Wide factor = w.routine == ComplexRoutine::trsm ? Wide(1) : alpha;
        if (w.side == Side::left) return {{factor, whole_a(x), other}};
        return {{factor, other, whole_a(x)}};
    }
    const Op other = is_hermitian(w.routine) ? Op::conj_trans : Op::trans;
    const WideMatrix first = applied(w.op, wide(x.a));
    if (!has_two_factors(w.routine)) return {{alpha, first, applied(other, first)}};
    const WideMatrix second = applied(w.op, wide(x.b));
    return {{alpha, first, applied(other, second)},
            {is_hermitian(w.routine) ? std::conj(alpha) : alpha, second, applied(other, first)}};
}

/// Whether what does not count is as it was, to the bit.
template <class T>
testing::AssertionResult untouched_outside(const ComplexOperands<T>& before, const ComplexMatrix<T>& got) {
    std::vector<bool> counts(got.data.size(), false);
    for (std::int64_t j = 0; j < got.cols; ++j)
        for (std::int64_t i = 0; i < got.rows; ++i) counts[got.place(i, j)] = before.which.counts_in_c(i, j);
    for (std::size_t p = 0; p < counts.size(); ++p)
        if (!counts[p] && std::memcmp(&before.c.data[p], &got.data[p], sizeof(T)) != 0)
            return testing::AssertionFailure() << before.which.text() << ": wrote beside C, at " << p;
    return testing::AssertionSuccess();
}

/// Whether `got` is what the call makes of before.c: within 3 eps (sum of sqrt(2 k + 2) |alpha X| |Y| + 2 |beta C|) in
/// Frobenius norms. A solution leaves such a residual. The diagonals of hermitian results are real.
template <class T>
testing::AssertionResult complex_is_right(const ComplexOperands<T>& before, const ComplexMatrix<T>& got) {
    const ComplexCase& w = before.which;
    const bool solves = w.routine == ComplexRoutine::trsm;
    const bool multiplies = w.factor_alpha() != 0.0;
    const std::vector<WideProduct> products =
        multiplies ? products_of(before, solves ? got : before.c) : std::vector<WideProduct>{};
    const Wide beta = solves ? Wide(w.alpha) : is_triangular(w.routine) ? Wide(0) : Wide(w.factor_beta());
    const bool real_diagonal = updates_triangle(w.routine) && is_hermitian(w.routine) && !w.does_nothing();
    long double apart = 0, norm_c = 0;
    for (std::int64_t j = 0; j < got.cols; ++j)
        for (std::int64_t i = 0; i < got.rows; ++i) {
            if (!w.counts_in_c(i, j)) continue;
            Wide sum = 0;
            for (const WideProduct& p : products) sum += p.alpha * sum_of_products(p, i, j);
            Wide old(before.c(i, j).real(), before.c(i, j).imag());
            if (real_diagonal && i == j) old = old.real();
            old = beta == Wide(0) ? Wide(0) : beta * old;
            const Wide now(got(i, j).real(), got(i, j).imag());
            if (real_diagonal && i == j && now.imag() != 0)
                return testing::AssertionFailure() << w.text() << ": element " << i << " of the diagonal";
            const Wide error = solves && multiplies ? sum - old : now - (sum + old);
            if (w.does_nothing() && is_hermitian(w.routine)) continue;
            apart += std::norm(error);
            norm_c += std::norm(old);
        }
    double bound = 2 * static_cast<double>(std::sqrt(norm_c));
    for (const WideProduct& p : products)
        bound += std::sqrt(2 * static_cast<double>(p.x.cols) + 2) * static_cast<double>(std::abs(p.alpha)) *
                 p.x.norm() * p.y.norm();
    bound *= 3 * static_cast<double>(std::numeric_limits<typename T::value_type>::epsilon());
    const auto error = static_cast<double>(std::sqrt(apart));
    if (!(error <= bound))
        return testing::AssertionFailure() << w.text() << ": error " << error << " above its bound " << bound;
    return untouched_outside(before, got);
}

/// Makes a call, and checks what it does and that devices did it.
template <class T>
testing::AssertionResult complex_works(Session& session, const ComplexCase& which,
                                       T outside = ComplexOperands<T>::unknown()) {
    const ComplexOperands<T> before(which, outside);
    ComplexOperands<T> x = before;
    const Session::Statistics at_first = session.statistics();
    call_complex(session, x);
    const Session::Statistics then = session.statistics();
    if (then.failed_runs != at_first.failed_runs)
        return testing::AssertionFailure() << which.text() << ": a device failed";
    const bool multiplies = which.factor_alpha() != 0.0 && (has_side(which.routine) || which.k > 0);
    if (multiplies && !which.does_nothing() && then.runs == at_first.runs)
        return testing::AssertionFailure() << which.text() << ": no device did it";
    return complex_is_right(before, x.c);
}

}  // namespace hg::test
