// geqrf, ormqr and orgqr in `hgctl check`, of complex elements unmqr and ungqr. A = Q R of tall, wide and square matrices: random,
// graded, rank-deficient, near the limits of their type, and with zero columns. Products with Q are taken in a wider type. Column
// by column: |Q^H A - R| <= 10 eps sqrt(m + 1) |A|, likewise op(Q) C and C op(Q), and the columns of Q, against what the
// reflectors say. These are unitary, by the same bound, and the real part of tau is 0 or from 1 to 2.
#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "tools/hgctl/check/routines/check_routine.hpp"
#include "tools/workload/rule/draw.hpp"
#include "tools/workload/rule/guarded_matrix.hpp"
#include "tools/workload/rule/reflectors.hpp"
#include <hg/lapack/geqrf.hpp>
#include <hg/lapack/orgqr.hpp>
#include <hg/lapack/ormqr.hpp>

namespace hgctl {
namespace {

enum class QrKind { random, graded, deficient, tiny, huge, zeros };
constexpr const char* kQrKinds[] = {"random", "graded", "deficient", "tiny", "huge", "zeros"};

struct QrCall {
    QrKind kind = QrKind::random;
    std::int64_t m = 0, n = 0;

    [[nodiscard]] std::int64_t count() const { return std::min(m, n); }
};

/// What the elements of columns are multiplied by. Rounding errors of tiny ones are normal numbers in single precision,
/// since devices may flush others to zero.
template <class T>
int exponent(QrKind kind, std::int64_t j) {
    constexpr int kLimit = sizeof(PartOf<T>) == 8 ? 996 : 100;
    if (kind == QrKind::graded) return static_cast<int>(-(j % 30));
    if (kind == QrKind::tiny) return -kLimit;
    return kind == QrKind::huge ? kLimit : 0;
}

template <class T>
GuardedMatrix<T> draw_matrix(RandomNumbers& numbers, const QrCall& call) {
    GuardedMatrix<T> a(draw_stored(numbers, hg::Layout::col_major, call.m, call.n));
    const std::int64_t rank =
        call.kind == QrKind::deficient ? numbers.between(1, std::max<std::int64_t>(1, call.count())) : call.n;
    for (std::int64_t j = 0; j < call.n; ++j) {
        const bool zero = call.kind == QrKind::zeros && numbers.between(0, 2) == 0;
        for (std::int64_t i = 0; i < call.m; ++i) {
            const auto value = next_element<Drawn<T>>(numbers) * std::ldexp(1.0, exponent<T>(call.kind, j));
            a.at(i, j) = j >= rank ? a.at(i, j - rank) : zero ? T{0} : static_cast<T>(value);
        }
    }
    return a;
}

/// The difference of two vectors in units of 10 eps sqrt(order + 1) `norm`.
template <class T>
double difference(const std::vector<Wide<T>>& x, const std::vector<Wide<T>>& y, WidePart<T> norm,
                  std::int64_t order) {
    WidePart<T> squares = 0;
    for (std::size_t i = 0; i < x.size(); ++i) squares += squared(x[i] - y[i]);
    const double unit = 10 * epsilon<T>() * std::sqrt(static_cast<double>(order) + 1);
    return in_units_of(unit * norm, std::sqrt(squares));
}

template <class Number>
PartOf<Number> norm_of(const std::vector<Number>& x) {
    PartOf<Number> squares = 0;
    for (const Number value : x) squares += squared(value);
    return std::sqrt(squares);
}

/// A column, or a row as a column.
template <class T>
std::vector<Wide<T>> vector_of(const StoredMatrix<T>& a, std::int64_t j) {
    std::vector<Wide<T>> x(static_cast<std::size_t>(a.rows));
    for (std::int64_t i = 0; i < a.rows; ++i) x[static_cast<std::size_t>(i)] = to_wide<T>(a(i, j));
    return x;
}

/// Takes part of a problem into its result.
void take(CheckResult& result, const std::string& part, double error) {
    result.error = std::max(result.error, error);
    if (result.passed() && !(error <= 1))
        result.fault = part + ": error " + std::to_string(error) + " times the bound";
}

/// One problem: a matrix, its factors, and what is made of them.
template <class T>
class QrCheck {
  public:
    QrCheck(hg::Session& session, RandomNumbers& numbers, const QrCall& call)
        : session_(session),
          numbers_(numbers),
          call_(call),
          before_(draw_matrix<T>(numbers, call)),
          a_(before_),
          tau_({call.count(), 1, std::max<std::int64_t>(1, call.count())}) {
        std::ostringstream text;
        text << hg::routine_name<T>("geqrf") << " m=" << call.m << " n=" << call.n << " lda=" << a_.ld()
             << ' ' << kQrKinds[static_cast<int>(call.kind)];
        result_.problem = text.str();
    }

    CheckResult run() {
        factor();
        for (const hg::Side side : {hg::Side::left, hg::Side::right})
            if (result_.passed()) multiply(side);
        if (result_.passed()) make_columns();
        return result_;
    }

  private:
    [[nodiscard]] Reflectors<T> reflectors() const {
        return {a_.data(), call_.m, call_.count(), a_.ld(), tau_.data()};
    }

    void factor() {
        const GuardedMatrix<T> tau_before = tau_;
        std::int64_t info = 0;
        run_checked(session_, result_,
                    [&] { info = hg::geqrf(session_, call_.m, call_.n, a_.data(), a_.ld(), tau_.data()); });
        if (!result_.passed()) return;
        if (info != 0) result_.fault = "info is " + std::to_string(info) + " instead of 0";
        if (!a_.same_outside(before_)) result_.fault = "wrote outside the m x n elements of A";
        if (!tau_.same_outside(tau_before)) result_.fault = "wrote outside the elements of tau";
        for (std::int64_t j = 0; j < call_.count() && result_.passed(); ++j) judge_reflector(j);
        for (std::int64_t j = 0; j < call_.n && result_.passed(); ++j) judge_column(j);
    }

    /// H_j is unitary if |tau|^2 v^H v = 2 Re tau. The last one of a square matrix may make a complex number real.
    void judge_reflector(std::int64_t j) {
        const T tau = tau_.at(j, 0);
        if (tau == T{0}) return;
        const std::string name = "reflector " + std::to_string(j);
        const double rounding = 4 * epsilon<T>();
        const double real = std::real(tau);
        if (!(real >= 1 - rounding && real <= 2 + rounding) || (!kIsComplex<T> && j + 1 == call_.m)) {
            result_.fault = name + ": tau is " + std::to_string(real);
            return;
        }
        const Wide<T> wide_tau = to_wide<T>(tau);
        take(result_, name,
             difference<T>({squared(wide_tau) / std::real(wide_tau) * reflectors().square(j)}, {2}, 1,
                           call_.m));
    }

    /// Q^H A is to be R, with a real diagonal.
    void judge_column(std::int64_t j) {
        const StoredMatrix<T> upper{a_.data(), call_.m, call_.n, a_.ld(), Part::upper};
        std::vector<Wide<T>> x = vector_of(before_.view(), j);
        const WidePart<T> norm = norm_of(x);
        reflectors().multiply_adjoint(x.data());
        take(result_, "column " + std::to_string(j), difference<T>(x, vector_of(upper, j), norm, call_.m));
        if (j < call_.count() && std::imag(a_.at(j, j)) != 0)
            result_.fault = "R has a complex diagonal in column " + std::to_string(j);
    }

    /// The reflectors alone: NaN takes the place of R.
    [[nodiscard]] GuardedMatrix<T> reflectors_alone() {
        StoredShape shape = draw_stored(numbers_, hg::Layout::col_major, call_.m, call_.count());
        shape.part = Part::unit_lower;
        GuardedMatrix<T> v(shape);
        copy_reflectors(v);
        return v;
    }
    void copy_reflectors(GuardedMatrix<T>& to) const {
        for (std::int64_t j = 0; j < call_.count(); ++j)
            for (std::int64_t i = j + 1; i < call_.m; ++i) to.at(i, j) = a_.at(i, j);
    }

    /// op(Q) C, or C op(Q), whose rows are those of op(Q)^H C^H.
    void multiply(hg::Side side) {
        const bool left = side == hg::Side::left;
        const hg::Op op = numbers_.between(0, 1) == 0 ? hg::Op::none : kAdjoint<T>;
        const std::int64_t vectors = draw_size(numbers_, std::max<std::int64_t>(1, call_.n));
        const std::int64_t rows = left ? call_.m : vectors;
        const std::int64_t cols = left ? vectors : call_.m;
        const GuardedMatrix<T> v = reflectors_alone();
        GuardedMatrix<T> c(draw_stored(numbers_, hg::Layout::col_major, rows, cols));
        c.fill(numbers_.next());
        const GuardedMatrix<T> before = c;
        const std::string part = std::string(kIsComplex<T> ? "unmqr " : "ormqr ") + static_cast<char>(side) +
                                 ' ' + static_cast<char>(op) + " of " + std::to_string(vectors) + " vectors";
        run_checked(session_, result_, [&] {
            if constexpr (kIsComplex<T>)
                hg::unmqr(session_, side, op, rows, cols, call_.count(), v.data(), v.ld(), tau_.data(),
                          c.data(), c.ld());
            else
                hg::ormqr(session_, side, op, rows, cols, call_.count(), v.data(), v.ld(), tau_.data(),
                          c.data(), c.ld());
        });
        if (!c.same_outside(before)) result_.fault = part + ": wrote outside the elements of C";
        const bool adjoint = (op != hg::Op::none) == left;
        for (std::int64_t j = 0; j < vectors && result_.passed(); ++j) {
            std::vector<Wide<T>> x = vector_of(left ? before.view() : before.view().adjoint(), j);
            const WidePart<T> norm = norm_of(x);
            if (adjoint)
                reflectors().multiply_adjoint(x.data());
            else
                reflectors().multiply(x.data());
            const std::vector<Wide<T>> y = vector_of(left ? c.view() : c.view().adjoint(), j);
            take(result_, part, difference<T>(x, y, norm, call_.m));
        }
    }

    /// The first columns of Q. NaN stands in all places but those of the reflectors.
    void make_columns() {
        const std::int64_t cols = numbers_.between(call_.count(), call_.m);
        GuardedMatrix<T> q(draw_stored(numbers_, hg::Layout::col_major, call_.m, cols));
        copy_reflectors(q);
        const GuardedMatrix<T> before = q;
        const std::string part =
            (kIsComplex<T> ? "ungqr of " : "orgqr of ") + std::to_string(cols) + " columns";
        run_checked(session_, result_, [&] {
            if constexpr (kIsComplex<T>)
                hg::ungqr(session_, call_.m, cols, call_.count(), q.data(), q.ld(), tau_.data());
            else
                hg::orgqr(session_, call_.m, cols, call_.count(), q.data(), q.ld(), tau_.data());
        });
        if (!q.same_outside(before)) result_.fault = part + ": wrote outside the elements of Q";
        for (std::int64_t j = 0; j < cols && result_.passed(); ++j) {
            std::vector<Wide<T>> x(static_cast<std::size_t>(call_.m));
            x[static_cast<std::size_t>(j)] = 1;
            reflectors().multiply(x.data());
            take(result_, part, difference<T>(x, vector_of(q.view(), j), 1, call_.m));
        }
    }

    hg::Session& session_;
    RandomNumbers& numbers_;
    QrCall call_;
    GuardedMatrix<T> before_, a_, tau_;
    CheckResult result_{};
};

template <class T>
CheckResult check_geqrf(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    RandomNumbers numbers(seed);
    QrCall call{.kind = static_cast<QrKind>(numbers.between(0, 5)), .m = draw_size(numbers, n_max)};
    call.n = numbers.between(0, 2) == 0 ? call.m : draw_size(numbers, n_max);
    return QrCheck<T>(session, numbers, call).run();
}

}  // namespace

CheckRoutine geqrf_check() {
    return {"geqrf",
            "A = Q R, products with Q and its columns: also graded, rank-deficient, tiny and huge A",
            100,
            check_geqrf<double>,
            check_geqrf<float>,
            check_geqrf<std::complex<double>>,
            check_geqrf<std::complex<float>>};
}

}  // namespace hgctl
