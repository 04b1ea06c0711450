#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace hg::test {

using Vector = std::vector<long double>;

/// The Frobenius norm of a matrix R of `columns` columns that is known by `times(x)` = R x alone, so that the
/// residual of a product costs no product: the root of the mean of |R x|^2 over random vectors x of variance
/// 1 (Girard's estimate, mostly within a third of the norm), or the norm itself where R has no more columns
/// than that takes.
template <class Times>
double norm_by_products(std::int64_t columns, Times times) {
    constexpr std::int64_t kVectors = 4;
    const bool exact = columns <= kVectors;
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    long double squares = 0;
    for (std::int64_t v = 0; v < (exact ? columns : kVectors); ++v) {
        Vector x(static_cast<std::size_t>(columns));
        for (std::size_t j = 0; j < x.size(); ++j)
            x[j] = exact ? static_cast<long double>(static_cast<std::int64_t>(j) == v) : normal(random);
        for (const long double y : times(x)) squares += y * y;
    }
    return static_cast<double>(std::sqrt(exact ? squares : squares / kVectors));
}

/// y += factor M x, with M of y.size() rows given by `element(i, j)`.
template <class Element>
void add_product(Vector& y, long double factor, const Element& element, const Vector& x) {
    for (std::size_t j = 0; j < x.size(); ++j) {
        const long double scale = factor * x[j];
        for (std::size_t i = 0; i < y.size(); ++i)
            y[i] += scale * element(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j));
    }
}

}  // namespace hg::test
