#include "kernels/gemv/gemv_on_host.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "kernels/gemv/gemv_rules.hpp"
#include "kernels/real_type.hpp"
#include "kernels/vector/vector_elements.hpp"

namespace hg::kernels {
namespace {

/// Columns of A, or rows if transposed: [first, last).
struct Range {
    std::int64_t first;
    std::int64_t last;
};

/// Part `part` of `parts`: whole strips, and what is left over for the last one.
Range part_of(Range all, std::int64_t strip, std::int64_t part, std::int64_t parts) {
    const std::int64_t strips = (all.last - all.first) / strip;
    const auto begin = [&](std::int64_t p) { return all.first + strips * p / parts * strip; };
    return {begin(part), part == parts - 1 ? all.last : begin(part + 1)};
}

/// What a work-group's elements of y sum up: whole columns or rows of its block, and those with the diagonal.
struct Ranges {
    Range whole;
    Range diagonal;
};

Ranges ranges_of(const GemvParameters& p, const HostOperand& a, std::int64_t block, bool upper) {
    const std::int64_t length = p.transpose ? a.rows : a.cols;
    if (!p.triangle) return {{0, length}, {0, 0}};
    std::int64_t first = block * gemv_block(p);
    std::int64_t last = std::min(first + gemv_block(p), length);
    if (p.transpose && upper) first = first / p.blocking.vector * p.blocking.vector;
    if (p.transpose && !upper)
        last = std::min((last + p.blocking.vector - 1) / p.blocking.vector * p.blocking.vector, length);
    // Rows of an upper triangle and columns of a lower one follow the diagonal.
    if (upper != p.transpose) return {{last, length}, {first, last}};
    return {{0, first}, {first, last}};
}

/// sum(i) += A(i, j) x(j) for the rows `of_y` and the columns `of_x`, or with A^T.
template <class T>
void add_products(bool transpose, const HostOperand& a, const Elements<T>& x, Range of_y, Range of_x,
                  T* sum) {
    const Range columns = transpose ? of_y : of_x;
    const Range rows = transpose ? of_x : of_y;
    for (std::int64_t j = columns.first; j < columns.last; ++j) {
        const T* column = a.as<const T>() + j * a.ld;
        T total = 0;
        for (std::int64_t i = rows.first; i < rows.last; ++i) {
            if (transpose)
                total += column[i] * x[i];
            else
                sum[i - rows.first] += column[i] * x[j];
        }
        if (transpose) sum[j - columns.first] += total;
    }
}

/// The same for the triangle's elements alone.
template <class T>
void add_diagonal(bool transpose, const HostOperand& a, const Elements<T>& x, Range of_y, Range of_x,
                  bool upper, bool unit, T* sum) {
    for (std::int64_t i = of_y.first; i < of_y.last; ++i)
        for (std::int64_t j = of_x.first; j < of_x.last; ++j) {
            if (i == j && unit)
                sum[i - of_y.first] += x[j];
            else if (i == j || (i < j) == (upper != transpose))
                sum[i - of_y.first] += (transpose ? a.as<T>()[j + i * a.ld] : a.as<T>()[i + j * a.ld]) * x[j];
        }
}

template <class T>
T coefficient(VectorCoefficient kind, const ScalarValue& scalar, std::span<const HostOperand> operands) {
    T value = scalar.as<T>();
    if (kind != VectorCoefficient::number) value *= operands[0].as<T>()[0];
    if (kind == VectorCoefficient::quotient) value /= operands[1].as<T>()[0];
    return value;
}

/// p and q of gemv_common.cl. Operands of coefficients begin at `first`.
template <class T, class Parameters>
std::array<T, 2> coefficients(const Parameters& p, const HostCall& call, std::size_t first) {
    const auto of_alpha = call.operands.subspan(first);
    const auto of_beta = of_alpha.subspan(static_cast<std::size_t>(operands_of(p.alpha)));
    return {coefficient<T>(p.alpha, call.scalars[0], of_alpha),
            p.overwrite ? T{0} : coefficient<T>(p.beta, call.scalars[1], of_beta)};
}

template <class T>
void set_element(T& y, T p, T sum, T q) {
    const T product = p == T{0} ? T{0} : p * sum;
    y = q == T{0} ? product : product + q * y;
}

/// keep(i, part, sum) for all elements of op(A) x.
template <class T, class Keep>
void for_sums(const GemvParameters& p, const HostCall& call, const Elements<T>& x, std::int64_t parts,
              bool upper, bool unit, const Keep& keep) {
    const HostOperand& a = call.operands[0];
    const std::int64_t length = p.transpose ? a.cols : a.rows;
    const std::int64_t size = gemv_block(p);
    std::vector<T> sum;
    for (std::int64_t block = 0; block * size < length; ++block)
        for (std::int64_t part = 0; part < parts; ++part) {
            const Range of_y{block * size, std::min((block + 1) * size, length)};
            const Ranges ranges = ranges_of(p, a, block, upper);
            sum.assign(static_cast<std::size_t>(of_y.last - of_y.first), T{0});
            add_products(p.transpose, a, x, of_y, part_of(ranges.whole, gemv_strip(p), part, parts),
                         sum.data());
            if (part == 0) add_diagonal(p.transpose, a, x, of_y, ranges.diagonal, upper, unit, sum.data());
            for (std::int64_t i = of_y.first; i < of_y.last; ++i)
                keep(i, part, sum[static_cast<std::size_t>(i - of_y.first)]);
        }
}

template <class T>
void sums_on_host(const GemvParameters& p, const HostCall& call) {
    const Elements<T> x(call.operands[1], call.scalars[0] != 0);
    const HostOperand& sums = call.operands[2];
    const bool upper = p.triangle && call.scalars[1] != 0;
    const bool unit = p.triangle && call.scalars[2] != 0;
    for_sums<T>(p, call, x, sums.cols, upper, unit,
                [&](std::int64_t i, std::int64_t part, T sum) { sums.as<T>()[i + part * sums.ld] = sum; });
}

template <class T>
void product_on_host(const GemvParameters& p, const HostCall& call) {
    const auto reversed = call.scalars.last(2);
    const Elements<T> x(call.operands[1], reversed[0] != 0);
    const Elements<T> y(call.operands[2], reversed[1] != 0);
    const auto [alpha, beta] = coefficients<T>(p, call, 3);
    if (alpha == T{0}) {
        for (std::int64_t i = 0; i < y.size(); ++i) set_element<T>(y[i], alpha, 0, beta);
        return;
    }
    for_sums<T>(p, call, x, 1, false, false, [&, a = alpha, b = beta](std::int64_t i, std::int64_t, T sum) {
        set_element(y[i], a, sum, b);
    });
}

template <class T>
void total_on_host(const GemvTotalParameters& p, const HostCall& call) {
    const HostOperand& sums = call.operands[0];
    const Elements<T> y(call.operands[1], call.scalars.back() != 0);
    const auto [alpha, beta] = coefficients<T>(p, call, 2);
    for (std::int64_t i = 0; i < y.size(); ++i) {
        T sum = 0;
        for (std::int64_t s = 0; s < sums.cols; ++s) sum += sums.as<T>()[i + s * sums.ld];
        set_element(y[i], alpha, sum, beta);
    }
}

}  // namespace

std::function<void(const HostCall&)> gemv_on_host(const GemvParameters& p) {
    return for_real_type(p.type, [&](auto zero) -> std::function<void(const HostCall&)> {
        using T = decltype(zero);
        if (leaves_sums(p)) return [p](const HostCall& call) { sums_on_host<T>(p, call); };
        return [p](const HostCall& call) { product_on_host<T>(p, call); };
    });
}

std::function<void(const HostCall&)> gemv_total_on_host(const GemvTotalParameters& p) {
    return for_real_type(p.type, [&](auto zero) -> std::function<void(const HostCall&)> {
        using T = decltype(zero);
        return [p](const HostCall& call) { total_on_host<T>(p, call); };
    });
}

}  // namespace hg::kernels
