#include "tools/workload/rule/solve_error.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tools/workload/rule/lines.hpp"
#include "tools/workload/rule/residual.hpp"
#include "tools/workload/rule/row_sums.hpp"

namespace hgctl {
namespace {

/// The rows of a triangle.
template <class T>
Lines<T> rows_of(const Factor<T>& t) {
    return t.transpose().visit([](const auto& matrix) { return Lines<T>(matrix); });
}

/// The error of column j.
template <class T>
double column_error(const SolveRule<T>& rule, const Lines<T>& t, WidePart<T> norm_t, const Factor<T>& x,
                    std::int64_t j) {
    WidePart<T> squares = 0;
    WidePart<T> squares_x = 0;
    WidePart<T> squares_b = 0;
    for (std::int64_t line = 0; line < t.rows; ++line) {
        const auto [first, end] = t.places[static_cast<std::size_t>(line)];
        const Wide<T> wanted = to_wide(rule.alpha) * to_wide<T>(rule.b(line, j));
        Wide<T> rest = wanted;
        const Wide<T>* const row = t.numbers.data() + line * t.rows;
        for (std::int64_t p = first; p < end; ++p) rest -= row[p] * to_wide<T>(x(p, j));
        squares += squared(rest);
        squares_x += squared(to_wide<T>(x(line, j)));
        squares_b += squared(wanted);
    }
    const WidePart<T> scaling = rule.scales_b ? 2 * std::sqrt(squares_b) : WidePart<T>{0};
    const WidePart<T> product = growth<T>(t.rows) * norm_t;
    return in_units_of(3 * epsilon<T>() * (product * std::sqrt(squares_x) + scaling), std::sqrt(squares));
}

/// The largest error of a column.
template <class T>
double worst_column(const SolveRule<T>& rule, const Factor<T>& x) {
    const Lines<T> triangle = rows_of(rule.triangle);
    const WidePart<T> norm = norm_of(triangle.numbers);
    std::vector<double> errors(static_cast<std::size_t>(x.cols()));
    tbb::parallel_for(std::int64_t{0}, x.cols(), [&](std::int64_t j) {
        errors[static_cast<std::size_t>(j)] = column_error(rule, triangle, norm, x, j);
    });
    return errors.empty() ? 0 : *std::max_element(errors.begin(), errors.end());
}

/// 0 if all elements are zero.
template <class T>
double error_of_zero(const Factor<T>& x) {
    for (std::int64_t i = 0; i < x.rows(); ++i)
        for (std::int64_t j = 0; j < x.cols(); ++j)
            if (!(x(i, j) == T{0})) return std::numeric_limits<double>::infinity();
    return 0;
}

}  // namespace

template <class T>
double solve_error(const SolveRule<T>& rule, const AsFactor<T>& result) {
    if (rule.alpha == T{0}) return error_of_zero(result);
    return worst_column(rule, rule.gives_transpose ? result.transpose() : result);
}

template <class T>
double solve_error_estimate(const SolveRule<T>& rule, const AsFactor<T>& result) {
    if (rule.alpha == T{0}) return error_of_zero(result);
    const Factor<T> x = rule.gives_transpose ? result.transpose() : result;
    const std::vector<Wide<T>> signs = random_signs<T>(x.cols());
    const auto times_signs = [&](const auto& matrix) { return multiply<T>(matrix, signs).values; };
    std::vector<Wide<T>> b = rule.b.visit(times_signs);
    for (Wide<T>& value : b) value *= to_wide(rule.alpha);
    const std::vector<Wide<T>> combined = x.visit(times_signs);
    const double error = rule.triangle.visit(
        [&](const auto& triangle) { return backward_error(multiply<T>(triangle, combined), combined, b); });
    return error / (3 * growth<T>(rule.triangle.rows()));
}

#define HGCTL_INSTANTIATE(T)                                            \
    template double solve_error(const SolveRule<T>&, const Factor<T>&); \
    template double solve_error_estimate(const SolveRule<T>&, const Factor<T>&);
HGCTL_INSTANTIATE(float)
HGCTL_INSTANTIATE(double)
HGCTL_INSTANTIATE(std::complex<float>)
HGCTL_INSTANTIATE(std::complex<double>)
#undef HGCTL_INSTANTIATE

}  // namespace hgctl
