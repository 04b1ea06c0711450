#include "tools/workload/rule/qr_error.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tools/workload/rule/residual.hpp"
#include "tools/workload/rule/row_sums.hpp"

namespace hgctl {
namespace {

template <class T>
class Reflectors {
  public:
    Reflectors(const Factor<T>& V, const Factor<T>& tau)
        : V_(std::get<StoredMatrix<T>>(V)), tau_(std::get<StoredMatrix<T>>(tau)) {}

    [[nodiscard]] std::int64_t order() const noexcept { return V_.rows; }
    [[nodiscard]] std::int64_t count() const noexcept { return tau_.rows; }
    [[nodiscard]] T tau(std::int64_t j) const noexcept { return tau_(j, 0); }

    /// Q x, or Q^H x.
    [[nodiscard]] std::vector<Wide<T>> times(std::vector<Wide<T>> x, bool adjoint = false) const {
        for (std::int64_t step = 0; step < count(); ++step) {
            const std::int64_t j = adjoint ? step : count() - 1 - step;
            const Wide<T> factor = to_wide<T>(tau(j));
            reflect(j, adjoint ? conjugate_of(factor) : factor, x.data());
        }
        return x;
    }
    /// v^H v of one of them.
    [[nodiscard]] WidePart<T> square(std::int64_t j) const noexcept {
        WidePart<T> sum = 1;
        for (std::int64_t i = j + 1; i < order(); ++i) sum += squared(to_wide<T>(V_(i, j)));
        return sum;
    }

  private:
    /// x := x - factor v v^H x
    void reflect(std::int64_t j, Wide<T> factor, Wide<T>* x) const noexcept {
        Wide<T> sum = x[j];
        for (std::int64_t i = j + 1; i < order(); ++i) sum += conjugate_of(to_wide<T>(V_(i, j))) * x[i];
        sum *= factor;
        x[j] -= sum;
        for (std::int64_t i = j + 1; i < order(); ++i) x[i] -= sum * to_wide<T>(V_(i, j));
    }

    StoredMatrix<T> V_, tau_;
};

/// 10 eps sqrt(order + 1)
template <class T>
double reflection_unit(std::int64_t order) {
    return 10 * epsilon<T>() * std::sqrt(static_cast<double>(order) + 1);
}

/// |x - y| in units of what reflections of this order may be off by, times `norm`.
template <class T>
double reflection_error(std::vector<Wide<T>> x, const std::vector<Wide<T>>& y, WidePart<T> norm,
                        std::int64_t order) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] -= y[i];
    return in_units_of(reflection_unit<T>(order) * norm, norm_of(x));
}

/// The largest of error(j) for j from 0 to count - 1, on all cores.
template <class Error>
double worst_of(std::int64_t count, const Error& error) {
    return tbb::parallel_reduce(
        tbb::blocked_range<std::int64_t>(0, count), 0.0,
        [&](const tbb::blocked_range<std::int64_t>& range, double worst) {
            for (std::int64_t j = range.begin(); j < range.end(); ++j) worst = std::max(worst, error(j));
            return worst;
        },
        [](double a, double b) { return std::max(a, b); });
}

/// The worst column of Q X, or of Q^H X, against what was found.
template <class T>
double worst_reflection(const Reflectors<T>& q, bool adjoint, const Factor<T>& x, const Factor<T>& found) {
    return worst_of(x.cols(), [&](std::int64_t j) {
        const std::vector<Wide<T>> column = column_of(x, j);
        return reflection_error<T>(q.times(column, adjoint), column_of(found, j), norm_of(column), q.order());
    });
}

/// What is wrong with tau; H_j is unitary if |tau|^2 v^H v = 2 Re tau. The last reflector of a square matrix
/// may make a complex number real.
template <class T>
Verdict reflector_verdict(const Reflectors<T>& q, std::int64_t j) {
    const Wide<T> tau = to_wide<T>(q.tau(j));
    if (tau == Wide<T>{0}) return {};
    const double rounding = 4 * epsilon<T>(), real = static_cast<double>(std::real(tau));
    if (!(real >= 1 - rounding && real <= 2 + rounding) || (!kIsComplex<T> && j + 1 == q.order()))
        return {0, "tau of reflector " + std::to_string(j) + " is " + std::to_string(real)};
    return {reflection_error<T>({squared(tau) / std::real(tau) * q.square(j)}, {2}, 1, q.order())};
}

/// x^H y
template <class Number>
Number inner_product(const std::vector<Number>& x, const std::vector<Number>& y) {
    Number sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += conjugate_of(x[i]) * y[i];
    return sum;
}

/// What x has beside the span of orthonormal vectors.
template <class Number>
void take_away(const std::vector<std::vector<Number>>& basis, std::vector<Number>& x) {
    for (const std::vector<Number>& q : basis) {
        const Number factor = inner_product(q, x);
        for (std::size_t i = 0; i < x.size(); ++i) x[i] -= factor * q[i];
    }
}

/// Orthonormal vectors that span the columns of a matrix, by Gram and Schmidt, twice.
template <class T>
std::vector<std::vector<Wide<T>>> basis_of_columns(const Factor<T>& matrix) {
    std::vector<std::vector<Wide<T>>> basis;
    for (std::int64_t j = 0; j < matrix.cols(); ++j) {
        std::vector<Wide<T>> column = column_of(matrix, j);
        for (int turn = 0; turn < 2; ++turn) {
            take_away(basis, column);
            const WidePart<T> norm = norm_of(column);
            for (Wide<T>& value : column) value /= norm;
        }
        basis.push_back(std::move(column));
    }
    return basis;
}

/// True if LAPACK scales a matrix before it is factored or solved with.
template <class T>
bool is_scaled(const Factor<T>& x) {
    const auto least = std::numeric_limits<PartOf<T>>::min() / std::numeric_limits<PartOf<T>>::epsilon();
    WidePart<T> most = 0;
    for (std::int64_t j = 0; j < x.cols(); ++j) most = std::max(most, largest(column_of(x, j)));
    return (most > 0 && most < least) || most > 1 / least;
}

/// What products with matrices of this order may be off by: eps (10 + sqrt(order) / 2).
template <class T>
double product_unit(const Factor<T>& A) {
    return epsilon<T>() * (10 + std::sqrt(static_cast<double>(std::max(A.rows(), A.cols()))) / 2);
}

/// Of the factors of A: the R of Q R, or the L of L Q if A has more columns.
template <class T>
double triangle_error(const Factor<T>& A, const Factor<T>& factors) {
    const bool wide = A.rows() < A.cols();
    const std::int64_t order = std::min(A.rows(), A.cols());
    const Factor<T> triangle = factors.leading(order, order).as(wide ? Part::lower : Part::upper);
    const Factor<T> left = wide ? A : A.adjoint(), root = wide ? triangle : triangle.adjoint();
    WidePart<T> squares = 0;
    for (std::int64_t j = 0; j < order; ++j) {
        const auto expected = times(left, column_of(left.adjoint(), j)).values;
        const auto found = times(root, column_of(root.adjoint(), j)).values;
        for (std::size_t i = 0; i < expected.size(); ++i) squares += squared(found[i] - expected[i]);
    }
    const WidePart<T> norm = frobenius_norm(A);
    return in_units_of(product_unit(A) * norm * norm, std::sqrt(squares));
}

/// What is good of a backward error in units of eps.
template <class T>
double good_error(const Factor<T>& A) {
    return static_cast<double>(std::max(A.rows(), A.cols())) * kGoodResidual;
}

}  // namespace

template <class T>
Verdict qr_verdict(const Factor<T>& A, const AsFactor<T>& factors, const AsFactor<T>& tau) {
    const Reflectors<T> q(factors, tau);
    double error = 0;
    for (std::int64_t j = 0; j < q.count(); ++j) {
        const Verdict verdict = reflector_verdict(q, j);
        if (!verdict.fault.empty()) return verdict;
        if (std::imag(factors(j, j)) != 0)
            return {0, "R has a complex diagonal in column " + std::to_string(j)};
        error = std::max(error, verdict.error);
    }
    return {std::max(error, worst_reflection<T>(q, true, A, factors.as(Part::upper)))};
}

template <class T>
double q_product_error(const Factor<T>& V, const AsFactor<T>& tau, hg::Side side, hg::Op op,
                       const AsFactor<T>& c, const AsFactor<T>& c0) {
    const bool left = side == hg::Side::left;  // else C^H = op(Q)^H C0^H
    return worst_reflection<T>({V, tau}, (op != hg::Op::none) == left, left ? c0 : c0.adjoint(),
                               left ? c : c.adjoint());
}

template <class T>
double q_columns_error(const Factor<T>& V, const AsFactor<T>& tau, const AsFactor<T>& columns) {
    const std::int64_t m = columns.rows(), n = columns.cols();
    std::vector<T> identity(static_cast<std::size_t>(m * n));
    for (std::int64_t j = 0; j < n; ++j) identity[static_cast<std::size_t>(j + j * m)] = 1;
    return worst_reflection<T>({V, tau}, false, StoredMatrix<T>{identity.data(), m, n, m}, columns);
}

template <class T>
double gels_error(const Factor<T>& A, hg::Op op, const AsFactor<T>& factors, const AsFactor<T>& x,
                  const AsFactor<T>& b) {
    using Vector = std::vector<Wide<T>>;
    const Factor<T> M = A.with(op);
    const bool wide = M.rows() < M.cols();
    const auto basis = wide ? basis_of_columns(M.adjoint()) : std::vector<Vector>{};
    const WidePart<T> norm = frobenius_norm(M);
    const bool scales_b = is_scaled(b.leading(M.rows(), b.cols()));
    const auto error = [unit = product_unit(M)](WidePart<T> found, WidePart<T> scale) {
        return in_units_of(unit * scale, found);
    };
    const double worst = worst_of(x.cols(), [&](std::int64_t j) {
        const Vector whole = column_of(x, j);
        Vector solution(whole.begin(), whole.begin() + M.cols()), rest = column_of(b, j);
        rest.resize(static_cast<std::size_t>(M.rows()));
        const WidePart<T> length = norm_of(solution), scale = norm * length + norm_of(rest);
        const Vector product = times(M, solution).values;
        for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= product[i];
        if (wide) {
            take_away(basis, solution);
            return std::max(error(norm_of(rest), scale), error(norm_of(solution), 10 * length));
        }
        const double gradient = error(norm_of(times(M.adjoint(), rest).values), norm * scale);
        const Vector below(whole.begin() + M.cols(), whole.end());
        return scales_b ? gradient
                        : std::max(gradient, error(std::abs(norm_of(below) - norm_of(rest)), scale));
    });
    return is_scaled(A) ? worst : std::max(worst, triangle_error<T>(A, factors));
}

template <class T>
double qr_error_estimate(const Factor<T>& A, const AsFactor<T>& factors, const AsFactor<T>& tau) {
    const Reflectors<T> q(factors, tau);
    const std::vector<Wide<T>> z = random_signs<T>(A.cols());
    std::vector<Wide<T>> product = times(factors.leading(q.count(), A.cols()).as(Part::upper), z).values;
    product.resize(static_cast<std::size_t>(A.rows()));
    return backward_error(times(A, z), z, q.times(std::move(product))) / good_error(A);
}

template <class T>
double gels_error_estimate(const Factor<T>& A, hg::Op op, const AsFactor<T>& x, const AsFactor<T>& b) {
    const Factor<T> M = A.with(op);
    const std::vector<Wide<T>> z = random_signs<T>(x.cols());
    const std::vector<Wide<T>> solution = times(x.leading(M.cols(), x.cols()), z).values;
    const std::vector<Wide<T>> sides = times(b.leading(M.rows(), b.cols()), z).values;
    const Product<T> product = times(M, solution);
    if (M.rows() < M.cols()) return backward_error(product, solution, sides) / good_error(A);
    return M.visit([&](const auto& matrix) {
        return least_squares_error(matrix, product, solution, sides);
    }) / good_error(A);
}

#define HGCTL_INSTANTIATE(T)                                                                               \
    template Verdict qr_verdict(const Factor<T>&, const AsFactor<T>&, const AsFactor<T>&);                 \
    template double q_product_error(const Factor<T>&, const AsFactor<T>&, hg::Side, hg::Op,                \
                                    const AsFactor<T>&, const AsFactor<T>&);                               \
    template double q_columns_error(const Factor<T>&, const AsFactor<T>&, const AsFactor<T>&);             \
    template double qr_error_estimate(const Factor<T>&, const AsFactor<T>&, const AsFactor<T>&);           \
    template double gels_error_estimate(const Factor<T>&, hg::Op, const AsFactor<T>&, const AsFactor<T>&); \
    template double gels_error(const Factor<T>&, hg::Op, const AsFactor<T>&, const AsFactor<T>&,           \
                               const AsFactor<T>&);
HGCTL_INSTANTIATE(float)
HGCTL_INSTANTIATE(double)
HGCTL_INSTANTIATE(std::complex<float>)
HGCTL_INSTANTIATE(std::complex<double>)
#undef HGCTL_INSTANTIATE

}  // namespace hgctl
