#include "tools/workload/rule/product_error.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "tools/workload/rule/lines.hpp"
#include "tools/workload/rule/row_sums.hpp"

namespace hgctl {
namespace {

template <class T>
using Vector = std::vector<Wide<T>>;

template <class T>
using Magnitudes = std::vector<WidePart<T>>;

template <class Numbers>
Numbers zeros(std::int64_t size) {
    return Numbers(static_cast<std::size_t>(size));
}

/// sqrt(k + 2) |alpha| |A| |B|
template <class T>
WidePart<T> product_bound(Wide<T> alpha, std::int64_t k, WidePart<T> norm_a, WidePart<T> norm_b) {
    return growth<T>(k) * std::abs(alpha) * norm_a * norm_b;
}

/// 3 eps (products + 2 |beta| |C0|)
template <class T>
WidePart<T> bound(const ProductRule<T>& rule, WidePart<T> products, WidePart<T> norm_c0) {
    return 3 * epsilon<T>() * (products + 2 * std::abs(to_wide(rule.beta)) * norm_c0);
}

/// Calls work(A, B, factor) with each product of the rule that counts.
template <class T, class Work>
void each_product(const ProductRule<T>& rule, const Work& work) {
    if (rule.alpha == T{0}) return;
    for (const auto& product : rule.products) {
        const Wide<T> alpha = to_wide(product.conjugates_alpha ? conjugate_of(rule.alpha) : rule.alpha);
        const Wide<T> factor = alpha * static_cast<WidePart<T>>(product.factor);
        std::visit(
            [&](const auto& a, const auto& b) {
                if (a.cols > 0) work(a, b, factor);
            },
            product.left, product.right);
    }
}

/// products + beta c0, with nothing of what does not count.
template <class T>
Wide<T> expected(const ProductRule<T>& rule, Wide<T> products, Wide<T> c0) {
    return rule.beta != T{0} ? products + to_wide(rule.beta) * c0 : products;
}

/// The sum of x(p) y(p), by parts: products of std::complex look for NaN each time.
template <class Number>
Number dot(const Number* x, const Number* y, std::int64_t count) noexcept {
    if constexpr (kIsComplex<Number>) {
        PartOf<Number> real = 0, imag = 0;
        for (std::int64_t p = 0; p < count; ++p) {
            real += x[p].real() * y[p].real() - x[p].imag() * y[p].imag();
            imag += x[p].real() * y[p].imag() + x[p].imag() * y[p].real();
        }
        return {real, imag};
    } else {
        Number sum = 0;
        for (std::int64_t p = 0; p < count; ++p) sum += x[p] * y[p];
        return sum;
    }
}

/// The sum of products of two lines.
template <class T>
Wide<T> dot(const Lines<T>& x, std::size_t i, const Lines<T>& y, std::size_t j) noexcept {
    const std::int64_t first = std::max(x.places[i].first, y.places[j].first);
    const std::int64_t end = std::min(x.places[i].end, y.places[j].end);
    const auto at = [first](const Lines<T>& of, std::size_t line) {
        return of.numbers.data() + static_cast<std::int64_t>(line) * of.rows + first;
    };
    return first < end ? dot(at(x, i), at(y, j), end - first) : Wide<T>{0};
}

/// sums += factor A B, of the rows of A and the columns of B.
template <class T>
void add_product(Wide<T> factor, const Lines<T>& rows_of_a, const Lines<T>& columns_of_b, Vector<T>& sums) {
    const std::size_t rows = rows_of_a.places.size();
    const std::size_t work = rows * static_cast<std::size_t>(rows_of_a.rows);
    const std::size_t least = 1 + (1 << 18) / std::max<std::size_t>(1, work);  // columns of a thread
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, columns_of_b.places.size(), least),
                      [&](const tbb::blocked_range<std::size_t>& columns) {
                          for (std::size_t j = columns.begin(); j < columns.end(); ++j)
                              for (std::size_t i = 0; i < rows; ++i)
                                  sums[i + j * rows] += factor * dot(rows_of_a, i, columns_of_b, j);
                      });
}

/// The sums of the rows of a triangle of A B, elements times those of x: each row of A meets the columns of B
/// that have an element there.
template <class T, class Left, class Right>
Vector<T> triangle_sums(const Left& a, const Right& b, const Vector<T>& x, bool upper) {
    auto sums = zeros<Vector<T>>(a.rows);
    auto columns = zeros<Vector<T>>(a.cols);  // those so far, summed up
    for (std::int64_t step = 0; step < a.rows; ++step) {
        const std::int64_t i = upper ? a.rows - 1 - step : step;
        Wide<T>& sum = sums[static_cast<std::size_t>(i)];
        for (std::int64_t p = 0; p < a.cols; ++p) {
            Wide<T>& column = columns[static_cast<std::size_t>(p)];
            column += to_wide<T>(b(p, i)) * x[static_cast<std::size_t>(i)];
            sum += to_wide<T>(a(i, p)) * column;
        }
    }
    return sums;
}

}  // namespace

template <class T>
double product_error(const ProductRule<T>& rule, const AsFactor<T>& c, const AsFactor<T>& c0) {
    const std::int64_t rows = c.rows(), cols = c.cols();
    if (rows == 0 || cols == 0) return 0;  // whatever the factors hold
    auto sums = zeros<Vector<T>>(rows * cols);
    WidePart<T> products = 0;
    each_product(rule, [&](const auto& a, const auto& b, Wide<T> factor) {
        const Lines<T> rows_of_a(a.transpose()), columns_of_b(b);
        add_product(factor, rows_of_a, columns_of_b, sums);
        products +=
            product_bound<T>(factor, a.cols, norm_of(rows_of_a.numbers), norm_of(columns_of_b.numbers));
    });
    WidePart<T> squares = 0;
    for (std::int64_t j = 0; j < cols; ++j)
        for (std::int64_t i = 0; i < rows; ++i) {
            if (!holds(rule.part, i, j)) continue;
            const T before = rule.beta != T{0} ? c0(i, j) : T{0};
            squares += squared(to_wide<T>(c(i, j)) -
                               expected(rule, sums[static_cast<std::size_t>(i + j * rows)], to_wide(before)));
        }
    const WidePart<T> norm_c0 = rule.beta != T{0} ? frobenius_norm(c0) : WidePart<T>{0};
    return in_units_of(bound(rule, products, norm_c0), std::sqrt(squares));
}

template <class T>
double product_error_estimate(const ProductRule<T>& rule, const AsFactor<T>& c, const AsFactor<T>& c0) {
    const Vector<T> x = random_signs<T>(c.cols());
    const auto of_rows = [&](const auto& matrix) { return row_sums<T>(matrix, x, kSquared); };
    const RowSums<T> after = c.visit(of_rows);
    auto sums = zeros<Vector<T>>(c.rows());
    Magnitudes<T> bounds(sums.size());
    each_product(rule, [&](const auto& a, const auto& b, Wide<T> factor) {
        const RowSums<T> bx = row_sums<T>(b, x, kSquared);
        WidePart<T> squares_b = 0;
        for (const WidePart<T> square : bx.sizes) squares_b += square;
        RowSums<T> abx = row_sums<T>(a, bx.values, kSquared);
        if (rule.part != Part::all) abx.values = triangle_sums<T>(a, b, x, is_upper(rule.part));
        for (std::size_t i = 0; i < sums.size(); ++i) {
            sums[i] += factor * abx.values[i];
            bounds[i] += product_bound<T>(factor, a.cols, std::sqrt(abx.sizes[i]), std::sqrt(squares_b));
        }
    });
    RowSums<T> before{zeros<Vector<T>>(c.rows()), zeros<Magnitudes<T>>(c.rows())};
    if (rule.beta != T{0}) before = c0.visit(of_rows);
    double worst = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const Wide<T> difference = after.values[i] - expected(rule, sums[i], before.values[i]);
        const WidePart<T> allowed = bound(rule, bounds[i], std::sqrt(before.sizes[i]));
        worst = std::max(worst, in_units_of(allowed, std::abs(difference)));
    }
    return worst;
}

#define HGCTL_INSTANTIATE(T)                                                                      \
    template double product_error(const ProductRule<T>&, const AsFactor<T>&, const AsFactor<T>&); \
    template double product_error_estimate(const ProductRule<T>&, const AsFactor<T>&, const AsFactor<T>&);
HGCTL_INSTANTIATE(float)
HGCTL_INSTANTIATE(double)
HGCTL_INSTANTIATE(std::complex<float>)
HGCTL_INSTANTIATE(std::complex<double>)
#undef HGCTL_INSTANTIATE

}  // namespace hgctl
