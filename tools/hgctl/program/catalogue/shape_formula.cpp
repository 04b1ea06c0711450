#include "tools/hgctl/program/catalogue/shape_formula.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <random>
#include <utility>

#include "tools/report/quantity.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

using Point = std::vector<std::int64_t>;
using Monomial = std::vector<std::size_t>;  ///< the variables whose product it is

constexpr int kChecks = 40;

bool equal(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

std::string number_text(double value) {
    return value == std::floor(value) ? fixed(value, 0) : fixed(value, 2);
}

/// c * ceil(x, b), or c * max(1, x / b), at most `cap`.
struct Steps {
    double factor = 1;
    std::int64_t width = 1;
    bool is_floor = false;
    std::optional<double> cap;

    [[nodiscard]] double at(std::int64_t x) const {
        const std::int64_t steps = is_floor ? std::max<std::int64_t>(1, x / width) : (x + width - 1) / width;
        const double value = factor * static_cast<double>(steps);
        return cap ? std::min(value, *cap) : value;
    }
    [[nodiscard]] std::string text(const std::string& x, bool with_factor = true) const {
        const std::string over = std::to_string(width);
        std::string form = width == 1 ? x
                           : is_floor ? "max(1, " + x + " / " + over + ")"
                                      : "ceil(" + x + ", " + over + ")";
        if (with_factor && factor != 1) form = number_text(factor) + " * " + form;
        return cap ? "min(" + form + ", " + number_text(*cap) + ")" : form;
    }
};

/// Looks for the formula of one function.
class FormulaSearch {
  public:
    FormulaSearch(const ShapeFunction& function, const std::vector<std::string>& names)
        : function_(function), names_(names) {
        for (std::size_t v = 0; v < names.size(); ++v)
            if (depends_on(v)) used_.push_back(v);
    }

    std::optional<std::string> found() {
        if (used_.empty()) return number_text(function_(any_point(1, 9)));
        if (auto text = polynomial()) return text;
        if (used_.size() == 1)
            if (const auto steps = steps_of([&](std::int64_t x) { return at(x, 1); }))
                return steps->text(name(0));
        return used_.size() == 2 ? of_two() : std::nullopt;
    }

  private:
    [[nodiscard]] const std::string& name(std::size_t of_used) const { return names_[used_[of_used]]; }
    Point any_point(std::int64_t low, std::int64_t high) {
        std::uniform_int_distribution<std::int64_t> extent(low, high);
        Point point(names_.size());
        for (std::int64_t& x : point) x = extent(random_);
        return point;
    }
    bool depends_on(std::size_t variable) {
        for (int t = 0; t < 2; ++t) {
            Point point = any_point(1, 3000);
            const double before = function_(point);
            for (const std::int64_t other : {1L, 77L, 1000L, 4099L}) {
                point[variable] = other;
                if (!equal(function_(point), before)) return true;
            }
        }
        return false;
    }
    /// With these values of the first two variables that it depends on.
    [[nodiscard]] double at(std::int64_t first, std::int64_t second) const {
        Point point(names_.size(), 1);
        point[used_[0]] = first;
        if (used_.size() > 1) point[used_[1]] = second;
        return function_(point);
    }

    std::optional<std::string> polynomial();
    bool interact(std::size_t first, std::size_t second);
    std::vector<Monomial> monomials();
    std::optional<std::vector<long double>> solved(const std::vector<Monomial>& terms);
    bool holds(const std::vector<Monomial>& terms, const std::vector<double>& factors);
    [[nodiscard]] std::string text_of(const std::vector<Monomial>& terms,
                                      const std::vector<double>& factors) const;
    std::optional<Steps> steps_of(const std::function<double(std::int64_t)>& f);
    std::optional<std::string> of_two();

    const ShapeFunction& function_;
    const std::vector<std::string>& names_;
    std::mt19937 random_{1};
    std::vector<std::size_t> used_{};
};

template <class Number>
Number value_at(const Monomial& monomial, const Point& point, Number scale) {
    Number product = 1;
    for (const std::size_t v : monomial) product *= static_cast<Number>(point[v]) / scale;
    return product;
}

/// Whether a polynomial has a term with both variables, which may be the same.
bool FormulaSearch::interact(std::size_t first, std::size_t second) {
    constexpr std::int64_t kStep = 7;
    const Point point = any_point(1, 400);
    Point one = point, other = point, both = point;
    one[first] += kStep;
    other[second] += kStep;
    both[first] += kStep;
    both[second] += kStep;
    return !equal(function_(both) + function_(point), function_(one) + function_(other));
}

/// The products of up to three variables that may be terms, those of the highest degree first.
std::vector<Monomial> FormulaSearch::monomials() {
    constexpr std::size_t kDegree = 3;
    std::vector<std::vector<bool>> together(names_.size(), std::vector<bool>(names_.size()));
    for (const std::size_t v : used_)
        for (const std::size_t w : used_)
            if (v <= w) together[v][w] = interact(v, w);
    std::vector<Monomial> all{{}};
    for (std::size_t begin = 0, d = 0; d < kDegree; ++d) {
        const std::size_t end = all.size();
        for (; begin < end; ++begin)
            for (const std::size_t v : used_) {
                const Monomial& shorter = all[begin];
                if (!std::ranges::all_of(shorter, [&](std::size_t u) { return together[u][v]; })) continue;
                Monomial longer = shorter;
                longer.push_back(v);
                all.push_back(std::move(longer));
            }
    }
    std::ranges::stable_sort(all, std::ranges::greater{}, &Monomial::size);
    return all;
}

constexpr long double kScale = 100;  // so that the powers of extents are of one magnitude

/// The factors with which these terms give the function at as many points, by Gaussian elimination.
std::optional<std::vector<long double>> FormulaSearch::solved(const std::vector<Monomial>& terms) {
    const std::size_t count = terms.size();
    std::vector<std::vector<long double>> rows;
    for (std::size_t i = 0; i < count; ++i) {
        const Point point = any_point(1, 400);
        std::vector<long double>& row = rows.emplace_back();
        for (const Monomial& term : terms) row.push_back(value_at(term, point, kScale));
        row.push_back(function_(point));
    }
    for (std::size_t c = 0; c < count; ++c) {
        const auto pivot = std::ranges::max_element(rows.begin() + static_cast<std::ptrdiff_t>(c), rows.end(),
                                                    {}, [&](const auto& row) { return std::abs(row[c]); });
        std::swap(rows[c], *pivot);
        if (std::abs(rows[c][c]) < 1e-12L) return std::nullopt;
        for (std::size_t i = 0; i < count; ++i) {
            if (i == c) continue;
            const long double factor = rows[i][c] / rows[c][c];
            for (std::size_t j = c; j <= count; ++j) rows[i][j] -= factor * rows[c][j];
        }
    }
    std::vector<long double> factors;
    for (std::size_t c = 0; c < count; ++c)
        factors.push_back(rows[c][count] / rows[c][c] /
                          std::pow(kScale, static_cast<long double>(terms[c].size())));
    return factors;
}

bool FormulaSearch::holds(const std::vector<Monomial>& terms, const std::vector<double>& factors) {
    for (int t = 0; t < kChecks; ++t) {
        const Point point = any_point(1, t % 2 == 0 ? 50 : 20000);
        double sum = 0;
        for (std::size_t i = 0; i < terms.size(); ++i) sum += factors[i] * value_at(terms[i], point, 1.0);
        if (!equal(sum, function_(point))) return false;
    }
    return true;
}

/// Multiples of a twelfth.
constexpr double kParts = 12;

std::string FormulaSearch::text_of(const std::vector<Monomial>& terms,
                                   const std::vector<double>& factors) const {
    std::string text;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (factors[i] == 0) continue;
        double above = std::abs(factors[i]), below = 1;
        for (; below < kParts && !equal(above * below, std::round(above * below)); ++below) {
        }
        above = std::round(above * below);
        text += text.empty() ? (factors[i] < 0 ? "-" : "") : factors[i] < 0 ? " - " : " + ";
        std::string product = above == 1 && !terms[i].empty() ? "" : fixed(above, 0);
        for (const std::size_t v : terms[i]) product += (product.empty() ? "" : " * ") + names_[v];
        text += product + (below > 1 ? " / " + fixed(below, 0) : "");
    }
    return text;
}

std::optional<std::string> FormulaSearch::polynomial() {
    constexpr std::size_t kMostTerms = 100;
    const std::vector<Monomial> terms = monomials();
    if (terms.size() > kMostTerms) return std::nullopt;
    const auto raw = solved(terms);
    if (!raw) return std::nullopt;
    std::vector<double> factors;
    for (const long double factor : *raw)
        factors.push_back(static_cast<double>(std::round(factor * kParts) / kParts));
    if (!holds(terms, factors)) return std::nullopt;
    return text_of(terms, factors);
}

/// Of a function that grows from 1 on. Large numbers come last: some functions count what they describe.
std::optional<Steps> FormulaSearch::steps_of(const std::function<double(std::int64_t)>& f) {
    constexpr std::int64_t kSmall = 1 << 15, kLarge = 1 << 25;
    Steps steps;
    steps.factor = f(1);
    std::int64_t low = 1, high = kSmall;  // f(low) is f(1), f(high) is not
    if (f(high) == steps.factor) return std::nullopt;
    while (high - low > 1) {
        const std::int64_t middle = (low + high) / 2;
        (f(middle) == steps.factor ? low : high) = middle;
    }
    const auto holds_to = [&](std::int64_t most) {
        std::uniform_int_distribution<std::int64_t> any(1, most);
        for (int t = 0; t < kChecks; ++t)
            if (const std::int64_t x = any(random_) >> (t % 10); x > 0 && !equal(f(x), steps.at(x)))
                return false;
        return true;
    };
    steps.width = low;
    if (!holds_to(kSmall)) {
        steps.width = (low + 1) / 2;
        steps.is_floor = true;
        if (!holds_to(kSmall)) return std::nullopt;
    }
    if (const double most = f(kLarge); most < steps.at(kLarge)) steps.cap = most;
    return holds_to(kLarge) ? std::optional(steps) : std::nullopt;
}

std::optional<std::string> FormulaSearch::of_two() {
    const auto first = steps_of([&](std::int64_t x) { return at(x, 1); });
    if (!first) return std::nullopt;
    std::uniform_int_distribution<std::int64_t> any(1, 3000);
    const auto holds_at_all = [&](const auto& form) {
        for (int t = 0; t < kChecks; ++t) {
            const std::int64_t x = any(random_), y = any(random_);
            if (!equal(at(x, y), form(x, y))) return false;
        }
        return true;
    };
    if (holds_at_all([&](std::int64_t x, std::int64_t y) { return first->at(x * y); }))
        return first->text(name(0) + " * " + name(1));
    const auto second = steps_of([&](std::int64_t y) { return at(1, y); });
    if (!second || first->cap || second->cap || !holds_at_all([&](std::int64_t x, std::int64_t y) {
            return first->at(x) * second->at(y) / second->factor;
        }))
        return std::nullopt;
    return first->text(name(0)) + " * " + second->text(name(1), false);
}

}  // namespace

std::optional<std::string> formula_of(const ShapeFunction& function, const std::vector<std::string>& names) {
    try {
        return FormulaSearch(function, names).found();
    } catch (const hg::Error&) {
        return std::nullopt;
    }
}

}  // namespace hgctl
