#include "tools/workload/vectors/vector_error.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernels/element_arithmetic.hpp"
#include "tools/workload/rule/wide.hpp"

namespace hgctl {
namespace {

/// What elements are computed in: double or std::complex<double>.
template <class T>
using Number = std::conditional_t<kIsComplex<T>, std::complex<double>, double>;

template <class W>
W conjugate(W x) {
    if constexpr (kIsComplex<W>)
        return std::conj(x);
    else
        return x;
}

/// A sum with the sum of its terms' sizes.
template <class W>
struct Sum {
    W value = 0;
    PartOf<W> size = 0;

    void add(W term) {
        value += term;
        size += std::abs(term);
    }
    void add(const Sum<W>& other) {
        value += other.value;
        size += other.size;
    }
};

constexpr std::size_t kRowsAtOnce = 64;
constexpr std::size_t kTermsAtOnce = 4096;

template <class T, class W>
double in_bounds(W found, const Sum<W>& expected, double terms) {
    constexpr auto kEpsilon = static_cast<double>(std::numeric_limits<PartOf<T>>::epsilon());
    const double bound = 3 * kEpsilon * std::sqrt(terms + 2) * expected.size;
    const double error = std::abs(found - expected.value);
    return in_units_of(bound, error);
}

/// The largest of worst(first, last) over pieces of [0, count).
template <class Worst>
double largest(std::int64_t count, std::size_t piece, const Worst& worst) {
    return tbb::parallel_reduce(
        tbb::blocked_range<std::int64_t>(0, count, piece), 0.0,
        [&](const auto& part, double most) { return std::max(most, worst(part.begin(), part.end())); },
        [](double x, double y) { return std::max(x, y); }, tbb::simple_partitioner());
}

/// A call's operands as numbers.
template <class T>
class HostOperands {
  public:
    HostOperands(const VectorArguments& call, const std::vector<const void*>& before,
                 const std::vector<const void*>& after)
        : c(call), before_(before), after_(after) {}

    using W = Number<T>;

    [[nodiscard]] W was(std::size_t operand, std::int64_t i) const { return W(element(operand, i)); }
    [[nodiscard]] W is(std::size_t operand, std::int64_t i) const {
        return W(static_cast<const T*>(after_[operand])[i]);
    }
    [[nodiscard]] T element(std::size_t operand, std::int64_t i) const {
        return static_cast<const T*>(before_[operand])[i];
    }
    /// A real result.
    [[nodiscard]] double real(std::size_t operand) const {
        return static_cast<double>(*static_cast<const PartOf<T>*>(after_[operand]));
    }
    [[nodiscard]] std::int64_t place(std::size_t operand) const {
        return *static_cast<const std::int32_t*>(after_[operand]);
    }

    const VectorArguments& c;

  private:
    const std::vector<const void*>& before_;
    const std::vector<const void*>& after_;
};

/// The worst element of vectors, of which expected(i) gives the value and is(i) what was found.
template <class T, class Expected, class Found>
double worst_of(std::int64_t n, double terms, const Expected& expected, const Found& found) {
    return largest(n, kTermsAtOnce, [&](std::int64_t first, std::int64_t last) {
        double worst = 0;
        for (std::int64_t i = first; i < last; ++i)
            worst = std::max(worst, in_bounds<T>(found(i), expected(i), terms));
        return worst;
    });
}

template <class T>
double map_error(const HostOperands<T>& o) {
    using R = VectorRoutine;
    const std::int64_t n = o.c.n;
    const auto element = [&](std::size_t operand, double of_x, double of_y) {
        return worst_of<T>(
            n, 2,
            [&](std::int64_t i) {
                Sum<Number<T>> sum;
                sum.add(of_x * o.was(0, i));
                if (of_y != 0) sum.add(of_y * o.was(1, i));
                return sum;
            },
            [&](std::int64_t i) { return o.is(operand, i); });
    };
    switch (o.c.routine) {
        case R::copy:
            return element(1, 1, 0);
        case R::swap:
            return std::max(element(1, 1, 0), worst_of<T>(
                                                  n, 2,
                                                  [&](std::int64_t i) {
                                                      Sum<Number<T>> sum;
                                                      sum.add(o.was(1, i));
                                                      return sum;
                                                  },
                                                  [&](std::int64_t i) { return o.is(0, i); }));
        case R::scal:
            return element(0, o.c.alpha, 0);
        case R::axpy:
            return element(1, o.c.alpha, 1);
        default:
            return std::max(element(0, o.c.c, o.c.s), element(1, -o.c.s, o.c.c));
    }
}

/// Summed in pieces, so that the reference's own error is small.
template <class Term, class W = std::invoke_result_t<Term, std::int64_t>>
Sum<W> sum_of(std::int64_t n, const Term& term) {
    const auto add_terms = [&](const tbb::blocked_range<std::int64_t>& part, Sum<W> sum) {
        for (std::int64_t i = part.begin(); i < part.end(); ++i) sum.add(term(i));
        return sum;
    };
    const auto add_sums = [](Sum<W> sum, const Sum<W>& other) {
        sum.add(other);
        return sum;
    };
    return tbb::parallel_deterministic_reduce(tbb::blocked_range<std::int64_t>(0, n, kTermsAtOnce), Sum<W>{},
                                              add_terms, add_sums);
}

/// |x|, of a complex number |re| + |im|, in its own precision.
template <class X>
PartOf<X> size_of_parts(X x) {
    return hg::kernels::magnitude(x);
}

template <class T>
double reduction_error(const HostOperands<T>& o) {
    const std::int64_t n = o.c.n;
    const auto terms = static_cast<double>(n);
    switch (o.c.routine) {
        case VectorRoutine::asum:
            return in_bounds<T>(o.real(1),
                                sum_of(n, [&](std::int64_t i) { return size_of_parts(o.was(0, i)); }), terms);
        case VectorRoutine::nrm2: {
            // In a type whose squares neither overflow nor vanish.
            const auto square = [&](std::int64_t i) { return squared(to_wide<T>(o.element(0, i))); };
            const auto root = static_cast<double>(std::sqrt(sum_of(n, square).value));
            return in_bounds<T>(o.real(1), Sum<double>{root, root}, terms);
        }
        case VectorRoutine::iamax: {
            std::int64_t best = 0;
            for (std::int64_t i = 1; i < n; ++i)
                if (size_of_parts(o.element(0, i)) > size_of_parts(o.element(0, best))) best = i;
            return o.place(1) == best ? 0 : std::numeric_limits<double>::infinity();
        }
        default: {
            const bool conjugates = o.c.routine == VectorRoutine::dotc;
            const auto term = [&](std::int64_t i) {
                return (conjugates ? conjugate(o.was(0, i)) : o.was(0, i)) * o.was(1, i);
            };
            return in_bounds<T>(o.is(2, 0), sum_of(n, term), terms);
        }
    }
}

/// The worst element of a product's `rows` elements, each the sum of term(i, j) over the j in [begin(i), end(i)).
template <class T, class Term, class Range, class Found>
double product_error(std::int64_t rows, std::int64_t cols, const Range& range, const Term& term,
                     const Found& found) {
    return largest(rows, kRowsAtOnce, [&](std::int64_t first, std::int64_t last) {
        std::vector<Sum<Number<T>>> sums(static_cast<std::size_t>(last - first));
        for (std::int64_t j = 0; j < cols; ++j)
            for (std::int64_t i = first; i < last; ++i)
                if (const auto [begin, end] = range(i); j >= begin && j < end)
                    sums[static_cast<std::size_t>(i - first)].add(term(i, j));
        double worst = 0;
        for (std::int64_t i = first; i < last; ++i)
            worst = std::max(worst, found(i, sums[static_cast<std::size_t>(i - first)]));
        return worst;
    });
}

struct Range {
    std::int64_t begin, end;
};

/// gemv, symv, hemv, trmv and trsv: op(A) x beside what it should be.
template <class T>
double matrix_vector_error(const HostOperands<T>& o) {
    using R = VectorRoutine;
    const VectorArguments& c = o.c;
    const R id = c.routine;
    const bool symmetric = id == R::symv || id == R::hemv;
    const bool transposed = !symmetric && c.op != hg::Op::none;
    const bool conjugates = id == R::hemv || c.op == hg::Op::conj_trans;
    const bool lower = c.uplo == hg::Uplo::lower;
    const std::int64_t ld = c.ld();
    const std::int64_t rows = transposed ? c.n : ld;
    const std::int64_t cols = transposed ? ld : c.n;
    const bool triangular = id == R::trmv || id == R::trsv;
    const auto range = [&](std::int64_t i) {
        if (!triangular) return Range{0, cols};
        return lower != transposed ? Range{0, i + 1} : Range{i, cols};
    };
    const bool has_ones = triangular && c.diag == hg::Diag::unit;
    const auto element = [&](std::int64_t i, std::int64_t j) {
        if (has_ones && i == j) return Number<T>(1);
        if (id == R::hemv && i == j) return Number<T>(std::real(o.was(0, i + i * ld)));
        const bool swapped = symmetric ? lower != (i >= j) && i != j : transposed;
        if (!swapped) return o.was(0, i + j * ld);
        return conjugates ? conjugate(o.was(0, j + i * ld)) : o.was(0, j + i * ld);
    };
    const auto term = [&](std::int64_t i, std::int64_t j) {
        return element(i, j) * (id == R::trsv ? o.is(1, j) : o.was(1, j));
    };
    const auto found = [&](std::int64_t i, Sum<Number<T>> sum) {
        const Number<T> right = id == R::trsv ? o.was(1, i) : o.is(triangular ? 1 : 2, i);
        if (id == R::trsv) sum.size += std::abs(right);
        return in_bounds<T>(right, sum, static_cast<double>(cols));
    };
    return product_error<T>(rows, cols, range, term, found);
}

/// ger, syr, syr2 and theirs of complex elements. The elements of the other triangle must be as they were.
template <class T>
double update_error(const HostOperands<T>& o) {
    using R = VectorRoutine;
    const VectorArguments& c = o.c;
    const bool whole = c.routine <= R::gerc;
    const bool hermitian = c.routine == R::her || c.routine == R::her2;
    const bool conjugates = hermitian || c.routine == R::gerc;
    const std::int64_t rows = whole ? c.m : c.n;
    const std::size_t y = c.routine == R::syr || c.routine == R::her ? 1 : 2;
    const auto product = [&](std::size_t of, std::int64_t i, std::size_t with, std::int64_t j) {
        return c.alpha * o.was(of, i) * (conjugates ? conjugate(o.was(with, j)) : o.was(with, j));
    };
    return largest(c.n, 1, [&](std::int64_t j, std::int64_t) {
        double worst = 0;
        for (std::int64_t i = 0; i < rows; ++i) {
            Sum<Number<T>> sum;
            const Number<T> old = o.was(0, i + j * rows);
            sum.add(hermitian && i == j ? Number<T>(std::real(old)) : old);
            if (whole || (c.uplo == hg::Uplo::lower ? i >= j : i <= j)) {
                sum.add(product(1, i, y, j));
                if (c.routine == R::syr2 || c.routine == R::her2) sum.add(product(2, i, 1, j));
            }
            worst = std::max(worst, in_bounds<T>(o.is(0, i + j * rows), sum, 2));
        }
        return worst;
    });
}

}  // namespace

template <class T>
double vector_error(const VectorArguments& call, const std::vector<const void*>& before,
                    const std::vector<const void*>& after) {
    using R = VectorRoutine;
    const HostOperands<T> operands(call, before, after);
    switch (call.routine) {
        case R::copy:
        case R::swap:
        case R::scal:
        case R::axpy:
        case R::rot:
            return map_error(operands);
        case R::dot:
        case R::dotu:
        case R::dotc:
        case R::asum:
        case R::nrm2:
        case R::iamax:
            return reduction_error(operands);
        case R::ger:
        case R::geru:
        case R::gerc:
        case R::syr:
        case R::her:
        case R::syr2:
        case R::her2:
            return update_error(operands);
        default:
            return matrix_vector_error(operands);
    }
}

template double vector_error<double>(const VectorArguments&, const std::vector<const void*>&,
                                     const std::vector<const void*>&);
template double vector_error<float>(const VectorArguments&, const std::vector<const void*>&,
                                    const std::vector<const void*>&);
template double vector_error<std::complex<double>>(const VectorArguments&, const std::vector<const void*>&,
                                                   const std::vector<const void*>&);
template double vector_error<std::complex<float>>(const VectorArguments&, const std::vector<const void*>&,
                                                  const std::vector<const void*>&);

}  // namespace hgctl
