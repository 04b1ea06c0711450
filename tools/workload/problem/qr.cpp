#include "tools/workload/rule/routines/qr.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <string>

#include "interfaces/generated/lapack_routines.hpp"
#include "lapack/qr/geqrf_call.hpp"
#include "lapack/qr/orgqr_call.hpp"
#include "lapack/qr/ormqr_call.hpp"
#include "lapack/solve/gels_call.hpp"
#include "tools/workload/problem/call_problem.hpp"
#include "tools/workload/problem/row_routine.hpp"
#include "tools/workload/rule/draw.hpp"

namespace hgctl {

enum class QrKind { random, graded, deficient, tiny, huge, zeros };

template <class T>
inline constexpr bool kIsOftenSquare<hg::GeqrfCall<T>> = true;

/// What the elements of columns are multiplied by. Rounding errors of tiny ones are normal numbers in single
/// precision, since devices may flush others to zero.
template <class T>
int qr_exponent(QrKind kind, std::int64_t j) {
    constexpr int kLimit = sizeof(PartOf<T>) == 8 ? 996 : 100;
    if (kind == QrKind::graded) return static_cast<int>(-(j % 30));
    if (kind == QrKind::tiny) return -kLimit;
    return kind == QrKind::huge ? kLimit : 0;
}

template <class T, class Problem>
void draw_elements(const hg::GeqrfCall<T>& c, Problem& problem) {
    constexpr const char* kKinds[] = {"random", "graded", "deficient", "tiny", "huge", "zeros"};
    RandomNumbers& numbers = problem.numbers();
    const QrKind kind = problem.is_drawn() ? static_cast<QrKind>(numbers.between(0, 5)) : QrKind::random;
    problem.say(kKinds[static_cast<int>(kind)]);
    const std::int64_t rank =
        kind == QrKind::deficient ? numbers.between(1, std::max<std::int64_t>(1, c.order())) : c.n;
    auto& A = problem["A"];
    for (std::int64_t j = 0; j < c.n; ++j) {
        const bool zero = kind == QrKind::zeros && numbers.between(0, 2) == 0;
        for (std::int64_t i = 0; i < c.m; ++i) {
            const auto value = next_element<Drawn<T>>(numbers) * std::ldexp(1.0, qr_exponent<T>(kind, j));
            A.set(i, j, j >= rank ? A.get(i, j - rank) : zero ? T{0} : static_cast<T>(value));
        }
    }
}

/// Any reflectors, as geqrf() makes them: tau is 0, or (1 + u) / v^H v with |u| = 1 and so large that its
/// real part is at least 1. NaN stands where a QR factorization has R.
template <class T, class Problem>
void draw_reflectors(Problem& problem, std::int64_t order, std::int64_t count) {
    RandomNumbers& numbers = problem.numbers();
    const double scale = 1 / std::sqrt(static_cast<double>(2 * order) + 1);
    for (std::int64_t j = 0; j < count; ++j) {
        const bool nothing = problem.is_drawn() && numbers.between(0, 7) == 0;
        const double size =
            problem.is_drawn() ? std::ldexp(scale, -static_cast<int>(numbers.between(0, 3) * 8)) : scale;
        WidePart<T> square = 1;
        for (std::int64_t i = 0; i < order; ++i) {
            const T value =
                i > j ? static_cast<T>(next_element<Drawn<T>>(numbers) * size) : not_a_number<T>();
            problem["A"].set(i, j, value);
            if (i > j) square += squared(to_wide<T>(value));
        }
        const double angle = kIsComplex<T> ? numbers.unit() : 0;  // Re(1 + u) is at least 1.5 then
        const std::complex<double> twice = 1.0 + std::polar(1.0, angle);
        problem["tau"].set(j, 0, nothing ? T{0} : element_from<T>(twice / static_cast<double>(square)));
    }
}
template <class T, class Problem>
void draw_elements(const hg::OrmqrCall<T>& c, Problem& problem) {
    if (c.m > 0 && c.n > 0) draw_reflectors<T>(problem, c.order(), c.k);
}
template <class T, class Problem>
void draw_elements(const hg::OrgqrCall<T>& c, Problem& problem) {
    for (std::int64_t j = c.k; j < c.n; ++j)
        for (std::int64_t i = 0; i < c.m; ++i) problem["A"].set(i, j, not_a_number<T>());
    draw_reflectors<T>(problem, c.m, c.k);
}

enum class GelsKind { plain, singular, zero, tiny_a, huge_a, tiny_b, huge_b };

/// The power of two that multiplies a matrix.
template <class T>
double gels_scale(GelsKind kind, GelsKind tiny, GelsKind huge) {
    constexpr int kLimit = sizeof(PartOf<T>) == 8 ? 996 : 110;
    return std::ldexp(1.0, kind == tiny ? -kLimit : kind == huge ? kLimit : 0);
}

/// The diagonal is larger than what random elements make of any vector, so that the condition number is
/// small. NaN stands in the rows of B that are not read.
template <class T, class Problem>
void draw_elements(const hg::GelsCall<T>& c, Problem& problem) {
    constexpr const char* kKinds[] = {"plain", "singular", "zero", "tiny_a", "huge_a", "tiny_b", "huge_b"};
    RandomNumbers& numbers = problem.numbers();
    auto kind = GelsKind::plain;
    if (problem.is_drawn()) kind = static_cast<GelsKind>(std::max<std::int64_t>(0, numbers.between(-3, 6)));
    const std::int64_t least = std::min(c.m, c.n), most = std::max(c.m, c.n);
    if (kind == GelsKind::singular && least < 2) kind = GelsKind::plain;
    const std::int64_t zero_line = kind == GelsKind::singular ? numbers.between(0, least - 1) : -1;
    problem.say(kKinds[static_cast<int>(kind)]);
    if (zero_line >= 0) problem.say("zero_line=" + std::to_string(zero_line));
    const double diagonal = (kIsComplex<T> ? 2 : 1.5) * std::sqrt(static_cast<double>(most));
    const double of_a = gels_scale<T>(kind, GelsKind::tiny_a, GelsKind::huge_a);
    const double of_b = gels_scale<T>(kind, GelsKind::tiny_b, GelsKind::huge_b);
    for (std::int64_t j = 0; j < c.n; ++j)
        for (std::int64_t i = 0; i < c.m; ++i) {
            const auto value = next_element<Drawn<T>>(numbers) + (i == j ? diagonal : 0.0);
            const bool zero = kind == GelsKind::zero || (c.m < c.n ? i : j) == zero_line;
            problem["A"].set(i, j, zero ? T{0} : static_cast<T>(value * of_a));
        }
    for (std::int64_t j = 0; j < c.nrhs; ++j)
        for (std::int64_t i = 0; i < (c.op == hg::Op::none ? c.m : c.n); ++i)
            problem["B"].set(i, j, static_cast<T>(next_element<Drawn<T>>(numbers) * of_b));
}

const std::vector<Routine>& qr_routines() {
    using namespace hg::routines;
    static const std::vector<Routine> routines = routines_of<Geqrf, Ormqr, Unmqr, Orgqr, Ungqr, Gels>();
    return routines;
}

}  // namespace hgctl
