// gels in `hgctl check`: op(A) X = B by least squares and with the least norm, of matrices whose condition number is
// small, near the limits of their type, without full rank, and zero. With M = op(A), r = b - M x and a unit of
// 10 eps sqrt(max(m, n) + 1), Euclidean norms, for each column:
//
//     more rows      |M^H r| <= unit |M| (|M| |x| + |b|), and what is below x has the length of r if B needs no scaling
//     more columns   |r| <= unit (|M| |x| + |b|), and what x has beside the rows of M is <= 10 unit |x|
#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "tools/hgctl/check/routines/check_routine.hpp"
#include "tools/workload/rule/draw.hpp"
#include "tools/workload/rule/guarded_matrix.hpp"
#include <hg/lapack/gels.hpp>

namespace hgctl {
namespace {

enum class GelsKind { plain, singular, zero, tiny_a, huge_a, tiny_b, huge_b };
constexpr const char* kGelsKinds[] = {"plain", "singular", "zero", "tiny_a", "huge_a", "tiny_b", "huge_b"};

struct GelsCall {
    GelsKind kind = GelsKind::plain;
    hg::Op op = hg::Op::none;
    std::int64_t m = 0, n = 0, nrhs = 0;
    std::int64_t zero_line = -1;  ///< of a singular matrix: the row or the column, of which there are fewer

    [[nodiscard]] std::int64_t rows() const { return op == hg::Op::none ? m : n; }
    [[nodiscard]] std::int64_t cols() const { return op == hg::Op::none ? n : m; }
    [[nodiscard]] std::int64_t least() const { return std::min(m, n); }
    [[nodiscard]] std::int64_t most() const { return std::max(m, n); }
    /// As LAPACK has it, nothing is factored if B has no columns.
    [[nodiscard]] std::int64_t info() const { return nrhs == 0 ? 0 : zero_line + 1; }
    [[nodiscard]] bool scales_b() const { return kind == GelsKind::tiny_b || kind == GelsKind::huge_b; }
    /// Without a solution to look for.
    [[nodiscard]] bool is_zero() const { return kind == GelsKind::zero || least() == 0; }
};

GelsCall draw_gels(RandomNumbers& numbers, std::int64_t n_max, hg::Op adjoint) {
    GelsCall call{.kind = static_cast<GelsKind>(std::max<std::int64_t>(0, numbers.between(-3, 6))),
                  .op = numbers.between(0, 1) == 0 ? hg::Op::none : adjoint,
                  .m = draw_size(numbers, n_max),
                  .n = draw_size(numbers, n_max)};
    call.nrhs = numbers.between(0, 1) == 0 ? 1 : draw_size(numbers, n_max);
    if (call.kind == GelsKind::singular && call.least() < 2) call.kind = GelsKind::plain;
    if (call.kind == GelsKind::singular) call.zero_line = numbers.between(0, call.least() - 1);
    return call;
}

/// The power of two that multiplies a matrix.
template <class T>
int exponent(GelsKind kind, GelsKind tiny, GelsKind huge) {
    constexpr int kLimit = sizeof(PartOf<T>) == 8 ? 996 : 110;
    return kind == tiny ? -kLimit : kind == huge ? kLimit : 0;
}

/// The diagonal is larger than what random elements make of any vector.
template <class T>
GuardedMatrix<T> draw_matrix(RandomNumbers& numbers, const GelsCall& call) {
    GuardedMatrix<T> a(draw_stored(numbers, hg::Layout::col_major, call.m, call.n));
    const double diagonal = (kIsComplex<T> ? 2 : 1.5) * std::sqrt(static_cast<double>(call.most()));
    const double scale = std::ldexp(1.0, exponent<T>(call.kind, GelsKind::tiny_a, GelsKind::huge_a));
    for (std::int64_t j = 0; j < call.n; ++j)
        for (std::int64_t i = 0; i < call.m; ++i) {
            const auto value = next_element<Drawn<T>>(numbers) + (i == j ? diagonal : 0.0);
            const bool zero = call.kind == GelsKind::zero || (call.m < call.n ? i : j) == call.zero_line;
            a.at(i, j) = zero ? T{0} : static_cast<T>(value * scale);
        }
    return a;
}

/// Right-hand sides in the first rows; NaN stands in those that are not read.
template <class T>
GuardedMatrix<T> draw_sides(RandomNumbers& numbers, const GelsCall& call) {
    GuardedMatrix<T> b(draw_stored(numbers, hg::Layout::col_major, call.most(), call.nrhs));
    const double scale = std::ldexp(1.0, exponent<T>(call.kind, GelsKind::tiny_b, GelsKind::huge_b));
    for (std::int64_t j = 0; j < call.nrhs; ++j)
        for (std::int64_t i = 0; i < call.rows(); ++i)
            b.at(i, j) = static_cast<T>(next_element<Drawn<T>>(numbers) * scale);
    return b;
}

template <class T>
using Vector = std::vector<Wide<T>>;

template <class T>
Vector<T> product(const StoredMatrix<T>& M, const Vector<T>& x) {
    Vector<T> y(static_cast<std::size_t>(M.rows));
    for (std::int64_t i = 0; i < M.rows; ++i)
        for (std::int64_t j = 0; j < M.cols; ++j)
            y[static_cast<std::size_t>(i)] += to_wide<T>(M(i, j)) * x[static_cast<std::size_t>(j)];
    return y;
}

/// x^H y
template <class Number>
Number dot(const std::vector<Number>& x, const std::vector<Number>& y) {
    Number sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += conjugate_of(x[i]) * y[i];
    return sum;
}

template <class Number>
PartOf<Number> length(const std::vector<Number>& x) {
    return std::sqrt(std::real(dot(x, x)));
}

/// What x has beside the span of orthonormal vectors.
template <class Number>
void take_away(const std::vector<std::vector<Number>>& basis, std::vector<Number>& x) {
    for (const std::vector<Number>& q : basis) {
        const Number factor = dot(q, x);
        for (std::size_t i = 0; i < x.size(); ++i) x[i] -= factor * q[i];
    }
}

/// Orthonormal vectors that span the columns of M^H, by Gram and Schmidt, twice.
template <class T>
std::vector<Vector<T>> basis_of_rows(const StoredMatrix<T>& M) {
    std::vector<Vector<T>> basis;
    for (std::int64_t i = 0; i < M.rows; ++i) {
        Vector<T> row;
        for (std::int64_t j = 0; j < M.cols; ++j) row.push_back(conjugate_of(to_wide<T>(M(i, j))));
        for (int turn = 0; turn < 2; ++turn) {
            take_away(basis, row);
            const WidePart<T> norm = length(row);
            for (Wide<T>& value : row) value /= norm;
        }
        basis.push_back(std::move(row));
    }
    return basis;
}

/// The largest error of a solution, in units of the bounds at the head of this file.
template <class T>
class GelsError {
  public:
    GelsError(const GelsCall& call, const GuardedMatrix<T>& a, const GuardedMatrix<T>& b,
              const GuardedMatrix<T>& x)
        : call_(call), M_(a.view().with(call.op)), b_(b), x_(x) {
        WidePart<T> squares = 0;
        for (std::int64_t j = 0; j < M_.cols; ++j)
            for (std::int64_t i = 0; i < M_.rows; ++i) squares += squared(to_wide<T>(M_(i, j)));
        norm_ = std::sqrt(squares);
        if (M_.rows < M_.cols) basis_ = basis_of_rows(M_);
    }

    double largest() {
        for (std::int64_t j = 0; j < call_.nrhs; ++j) judge_column(j);
        return error_;
    }

  private:
    [[nodiscard]] static Vector<T> part(const GuardedMatrix<T>& from, std::int64_t j, std::int64_t first,
                                        std::int64_t last) {
        Vector<T> x;
        for (std::int64_t i = first; i < last; ++i) x.push_back(to_wide<T>(from.at(i, j)));
        return x;
    }

    void judge_column(std::int64_t j) {
        Vector<T> x = part(x_, j, 0, M_.cols);
        Vector<T> r = part(b_, j, 0, M_.rows);
        const WidePart<T> scale = norm_ * length(x) + length(r);
        const Vector<T> got = product(M_, x);
        for (std::size_t i = 0; i < r.size(); ++i) r[i] -= got[i];
        if (M_.rows >= M_.cols) {
            take(length(product(M_.adjoint(), r)), norm_ * scale);
            const WidePart<T> below = length(part(x_, j, M_.cols, M_.rows));
            if (!call_.scales_b()) take(std::abs(below - length(r)), scale);
        } else {
            take(length(r), scale);
            const WidePart<T> whole = length(x);
            take_away(basis_, x);
            take(length(x), 10 * whole);
        }
    }

    void take(WidePart<T> found, WidePart<T> scale) {
        const double unit = 10 * epsilon<T>() * std::sqrt(static_cast<double>(call_.most()) + 1);
        error_ = std::max(error_, in_units_of(unit * scale, found));
    }

    GelsCall call_;
    StoredMatrix<T> M_;
    const GuardedMatrix<T>& b_;
    const GuardedMatrix<T>& x_;
    WidePart<T> norm_ = 0;  ///< of M
    std::vector<Vector<T>> basis_{};
    double error_ = 0;
};

/// Whether all of X is zero.
template <class T>
bool vanishes(const GelsCall& call, const GuardedMatrix<T>& x) {
    for (std::int64_t j = 0; j < call.nrhs; ++j)
        for (std::int64_t i = 0; i < call.cols(); ++i)
            if (x.at(i, j) != T{0}) return false;
    return true;
}

template <class T>
CheckResult check_gels(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    RandomNumbers numbers(seed);
    const GelsCall call = draw_gels(numbers, n_max, kAdjoint<T>);
    GuardedMatrix<T> a = draw_matrix<T>(numbers, call);
    GuardedMatrix<T> x = draw_sides<T>(numbers, call);
    const GuardedMatrix<T> a_before = a;
    const GuardedMatrix<T> b = x;
    CheckResult result;
    std::ostringstream text;
    text << hg::routine_name<T>("gels") << ' ' << static_cast<char>(call.op) << " m=" << call.m
         << " n=" << call.n << " nrhs=" << call.nrhs << " lda=" << a.ld() << " ldb=" << x.ld() << ' '
         << kGelsKinds[static_cast<int>(call.kind)];
    if (call.zero_line >= 0) text << " zero_line=" << call.zero_line;
    result.problem = text.str();
    std::int64_t info = 0;
    run_checked(session, result, [&] {
        info = hg::gels(session, call.op, call.m, call.n, call.nrhs, a.data(), a.ld(), x.data(), x.ld());
    });
    if (!result.passed()) return result;
    if (info != call.info())
        result.fault = "info is " + std::to_string(info) + " instead of " + std::to_string(call.info());
    else if (!a.same_outside(a_before) || !x.same_outside(b))
        result.fault = "wrote outside the elements of A and B";
    else if (call.is_zero() && !vanishes(call, x))
        result.fault = "X is not zero, and A is";
    else if (info == 0 && !call.is_zero())
        result.error = GelsError<T>(call, a_before, b, x).largest();
    judge(result);
    return result;
}

}  // namespace

CheckRoutine gels_check() {
    return {"gels",
            "A X = B by least squares or with the least norm: also tiny and huge A and B, without full rank",
            100,
            check_gels<double>,
            check_gels<float>,
            check_gels<std::complex<double>>,
            check_gels<std::complex<float>>};
}

}  // namespace hgctl
