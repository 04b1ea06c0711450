#include "tools/workload/rule/routines/lu.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "interfaces/generated/lapack_routines.hpp"
#include "lapack/inverse/getri_call.hpp"
#include "lapack/lu/getrf_call.hpp"
#include "lapack/refine/dsgesv_call.hpp"
#include "lapack/solve/gesv_call.hpp"
#include "lapack/solve/getrs_call.hpp"
#include "tools/workload/problem/blas_operand.hpp"
#include "tools/workload/problem/row_routine.hpp"
#include "tools/workload/rule/draw.hpp"

namespace hgctl {

/// What a matrix is like. Only dominant ones are factored without pivoting.
enum class LuKind { random, graded, tied, singular, growing, dominant };

/// How a matrix is made.
struct LuMatrix {
    LuKind kind = LuKind::random;
    std::int64_t zero_column = -1;  ///< of a singular one
    double diagonal = 0;            ///< what a dominant one's is larger by
};

/// An element of Wilkinson's matrix, whose last column doubles in each step: ones in it and on the diagonal,
/// -1 below the diagonal. Repeated in blocks, so that the growth stays within the numbers' range.
inline double growing_element(std::int64_t i, std::int64_t j) {
    constexpr std::int64_t kLongestGrowth = 40;
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
Number lu_element(const LuMatrix& matrix, RandomNumbers& numbers, std::int64_t i, std::int64_t j) {
    const auto random = next_element<Number>(numbers);
    if (j == matrix.zero_column) return 0;
    switch (matrix.kind) {
        case LuKind::graded:
            return random * std::ldexp(1.0, static_cast<int>(-(j % 30)));
        case LuKind::tied:  // whole numbers, of which many are as large as the pivot
            return rounded(2.0 * random) + (i == j ? 3.0 : 0.0);
        case LuKind::growing:
            return growing_element(i, j);
        case LuKind::dominant:
            return random + (i == j ? matrix.diagonal : 0.0);
        default:
            return random;
    }
}

/// Draws how rows are interchanged, and a matrix for that. `grows`: elements may grow, which a residual's
/// scale does not know.
template <class T, class Problem>
void draw_lu(Problem& problem, std::int64_t m, std::int64_t n, bool grows, hg::Pivoting pivoting) {
    constexpr const char* kKinds[] = {"random", "graded", "tied", "singular", "growing", "dominant"};
    RandomNumbers& numbers = problem.numbers();
    LuMatrix matrix{.diagonal = static_cast<double>(std::max(m, n))};
    if (problem.is_drawn()) matrix.kind = static_cast<LuKind>(numbers.between(0, 5));
    if (pivoting == hg::Pivoting::none) matrix.kind = LuKind::dominant;
    if (matrix.kind == LuKind::growing && !grows) matrix.kind = LuKind::random;
    if (matrix.kind == LuKind::singular && std::min(m, n) > 0)
        matrix.zero_column = numbers.between(0, std::min(m, n) - 1);
    problem.say(std::string("pivoting=") + static_cast<char>(pivoting) + ' ' +
                kKinds[static_cast<int>(matrix.kind)]);
    if (matrix.zero_column >= 0) problem.say("zero_column=" + std::to_string(matrix.zero_column));
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i)
            problem["A"].set(i, j, static_cast<T>(lu_element<Drawn<T>>(matrix, numbers, i, j)));
}

/// The way in which rows are interchanged.
template <class Problem>
hg::Pivoting draw_pivoting(Problem& problem, hg::Pivoting given) {
    constexpr hg::Pivoting kPivoting[] = {hg::Pivoting::partial, hg::Pivoting::partial,
                                          hg::Pivoting::tournament, hg::Pivoting::none};
    return problem.is_drawn() ? kPivoting[problem.numbers().between(0, 3)] : given;
}
template <class T, class Problem>
void draw_elements(hg::GetrfCall<T>& c, Problem& problem) {
    c.options.pivoting = draw_pivoting(problem, c.options.pivoting);
    draw_lu<T>(problem, c.m, c.n, true, c.options.pivoting);
}
template <class T, class Problem>
void draw_elements(hg::GesvCall<T>& c, Problem& problem) {
    c.options.pivoting = draw_pivoting(problem, c.options.pivoting);
    draw_lu<T>(problem, c.n, c.n, false, c.options.pivoting);
}
template <class T, class Problem>
void draw_elements(hg::MixedGesvCall<T>& c, Problem& problem) {
    draw_lu<T>(problem, c.n, c.n, false, hg::Pivoting::partial);
}

/// The factors of a well-conditioned matrix of order n, of random problems a third with graded columns, and
/// any interchanges.
template <class T, class Problem>
void draw_factors(Problem& problem, std::int64_t n, std::int64_t zero = -1) {
    RandomNumbers& numbers = problem.numbers();
    const bool graded = problem.is_drawn() && numbers.between(0, 2) == 0;
    if (graded) problem.say("graded");
    const double scale = 1 / (1 + std::sqrt(static_cast<double>(n)));
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i) {
            const auto value = scale * next_element<Drawn<T>>(numbers) + (i == j ? 1.0 : 0.0);
            const double factor = graded && i <= j ? std::ldexp(1.0, static_cast<int>(-(j % 30))) : 1.0;
            problem["A"].set(i, j, static_cast<T>(i == j && i == zero ? 0.0 : value * factor));
        }
    for (std::int64_t i = 0; i < n; ++i)
        problem.pivots()[static_cast<std::size_t>(i)] = numbers.between(i + 1, n);
}
template <class T, class Problem>
void draw_elements(const hg::GetrsCall<T>& c, Problem& problem) {
    draw_factors<T>(problem, c.nrhs > 0 ? c.n : 0);
    for (std::int64_t i = 0; c.nrhs == 0 && i < c.n; ++i)
        problem.pivots()[static_cast<std::size_t>(i)] = problem.numbers().between(i + 1, c.n);
}
template <class T, class Problem>
void draw_elements(const hg::GetriCall<T>& c, Problem& problem) {
    const bool fails = problem.is_drawn() && c.n > 0 && problem.numbers().between(0, 3) == 0;
    const std::int64_t zero = fails ? problem.numbers().between(0, c.n - 1) : -1;
    if (fails) problem.say("zero=" + std::to_string(zero));
    draw_factors<T>(problem, c.n, zero);
}

const std::vector<Routine>& lu_routines() {
    using namespace hg::routines;
    static const std::vector<Routine> routines = routines_of<Getrf, Getrs, Gesv, Getri, Dsgesv, Zcgesv>();
    return routines;
}

}  // namespace hgctl
