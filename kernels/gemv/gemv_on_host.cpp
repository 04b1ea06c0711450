
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/gemv/gemv_rules.hpp"
#include "kernels/kernel_parts.hpp"
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
void add_products(bool transpose, const HostOperand& a, const std::vector<T>& x, Range of_y, Range of_x,
                  T* sum) {
    const Range columns = transpose ? of_y : of_x;
    const Range rows = transpose ? of_x : of_y;
    for (std::int64_t j = columns.first; j < columns.last; ++j) {
        const T* column = a.as<const T>() + j * a.ld;
        T total{0};
        for (std::int64_t i = rows.first; i < rows.last; ++i) {
            if (transpose)
                total = added_product(column[i], x[static_cast<std::size_t>(i)], total);
            else
                sum[i - rows.first] =
                    added_product(column[i], x[static_cast<std::size_t>(j)], sum[i - rows.first]);
        }
        if (transpose) sum[j - columns.first] += total;
    }
}

/// What the scalars say of A beside its op. The diagonal is as in gemv_kernel().
struct Form {
    bool upper = false;
    int diagonal = 0;
    bool conjugated = false;
};

Form form_of(const GemvParameters& p, const HostCall& call) {
    Form form{.conjugated = is_complex(p.type) && call.scalars.back() != 0};
    if (!p.triangle) return form;
    form.upper = call.scalars[1] != 0;
    form.diagonal = call.scalars[2].as<int>();
    return form;
}

/// sum, and what element a of the diagonal adds to it.
template <class T>
T add_of_diagonal(int diagonal, T a, T x, T sum) {
    if (diagonal == kLeftOut) return sum;
    if (diagonal == kOnes) return sum + x;
    if (diagonal == kRealParts) return sum + std::real(a) * x;
    return added_product(a, x, sum);
}

/// The same for the triangle's elements alone.
template <class T>
void add_diagonal(bool transpose, const HostOperand& a, const std::vector<T>& x, Range of_y, Range of_x,
                  const Form& form, T* sums) {
    for (std::int64_t i = of_y.first; i < of_y.last; ++i)
        for (std::int64_t j = of_x.first; j < of_x.last; ++j) {
            T& sum = sums[i - of_y.first];
            const T x_j = x[static_cast<std::size_t>(j)];
            const T a_ij = transpose ? a.as<T>()[j + i * a.ld] : a.as<T>()[i + j * a.ld];
            if (i == j)
                sum = add_of_diagonal(form.diagonal, a_ij, x_j, sum);
            else if ((i < j) == (form.upper != transpose))
                sum = added_product(a_ij, x_j, sum);
        }
}

/// p and q of gemv_common.cl. Operands of coefficients begin at `first`.
template <class T, class Parameters>
std::array<T, 2> coefficients(const Parameters& p, const HostCall& call, std::size_t first) {
    const std::size_t of_beta = first + static_cast<std::size_t>(operands_of(p.alpha));
    return {coefficient<T>(p.alpha, call.scalars[0], call.operands, first),
            p.overwrite ? T{0} : coefficient<T>(p.beta, call.scalars[1], call.operands, of_beta)};
}

template <class T>
void set_element(T& y, T p, T sum, T q) {
    const T product = p == T{0} ? T{0} : multiply(p, sum);
    y = q == T{0} ? product : product + (q == T{1} ? y : multiply(q, y));
}

/// keep(i, part, sum) for all elements of op(A) x. If A is the conjugate, those of op(conj(A)) conj(x) are
/// conjugated.
template <class T, class Keep>
void for_sums(const GemvParameters& p, const HostCall& call, const Elements<T>& of_x, std::int64_t parts,
              const Keep& keep) {
    const HostOperand& a = call.operands[0];
    const Form form = form_of(p, call);
    const std::int64_t length = p.transpose ? a.cols : a.rows;
    const std::int64_t size = gemv_block(p);
    std::vector<T> sum, x;
    for (std::int64_t i = 0; i < of_x.size(); ++i) x.push_back(conjugated_if(form.conjugated, of_x[i]));
    for (std::int64_t block = 0; block * size < length; ++block)
        for (std::int64_t part = 0; part < parts; ++part) {
            const Range of_y{block * size, std::min((block + 1) * size, length)};
            const Ranges ranges = ranges_of(p, a, block, form.upper);
            sum.assign(static_cast<std::size_t>(of_y.last - of_y.first), T{0});
            add_products(p.transpose, a, x, of_y, part_of(ranges.whole, gemv_strip(p), part, parts),
                         sum.data());
            if (part == 0) add_diagonal(p.transpose, a, x, of_y, ranges.diagonal, form, sum.data());
            for (std::int64_t i = of_y.first; i < of_y.last; ++i)
                keep(i, part, conjugated_if(form.conjugated, sum[static_cast<std::size_t>(i - of_y.first)]));
        }
}

template <class T>
void sums_on_host(const GemvParameters& p, const HostCall& call) {
    const Elements<T> x(call.operands[1], call.scalars[0] != 0);
    const HostOperand& sums = call.operands[2];
    for_sums<T>(p, call, x, sums.cols,
                [&](std::int64_t i, std::int64_t part, T sum) { sums.as<T>()[i + part * sums.ld] = sum; });
}

template <class T>
void product_on_host(const GemvParameters& p, const HostCall& call) {
    const auto reversed = call.scalars.subspan(p.overwrite ? 1 : 2, 2);
    const Elements<T> x(call.operands[1], reversed[0] != 0);
    const Elements<T> y(call.operands[2], reversed[1] != 0);
    const auto [alpha, beta] = coefficients<T>(p, call, 3);
    if (alpha == T{0}) {
        for (std::int64_t i = 0; i < y.size(); ++i) set_element<T>(y[i], alpha, T{0}, beta);
        return;
    }
    for_sums<T>(p, call, x, 1, [&, a = alpha, b = beta](std::int64_t i, std::int64_t, T sum) {
        set_element(y[i], a, sum, b);
    });
}

template <class T>
void total_on_host(const GemvTotalParameters& p, const HostCall& call) {
    const HostOperand& sums = call.operands[0];
    const Elements<T> y(call.operands[1], call.scalars.back() != 0);
    const auto [alpha, beta] = coefficients<T>(p, call, 2);
    for (std::int64_t i = 0; i < y.size(); ++i) {
        T sum{0};
        for (std::int64_t s = 0; s < sums.cols; ++s) sum += sums.as<T>()[i + s * sums.ld];
        set_element(y[i], alpha, sum, beta);
    }
}

}  // namespace

std::function<void(const HostCall&)> gemv_on_host(const GemvParameters& p) {
    return host_for_type(p.type, [p]<class T>(const HostCall& call) {
        leaves_sums(p) ? sums_on_host<T>(p, call) : product_on_host<T>(p, call);
    });
}

std::function<void(const HostCall&)> gemv_total_on_host(const GemvTotalParameters& p) {
    return host_for_type(p.type, [p]<class T>(const HostCall& call) { total_on_host<T>(p, call); });
}

}  // namespace hg::kernels
