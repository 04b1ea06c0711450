#include "tools/workload/rule/system_error.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>
#include <vector>

#include "tools/workload/rule/product_error.hpp"
#include "tools/workload/rule/residual.hpp"
#include "tools/workload/rule/row_sums.hpp"

namespace hgctl {
namespace {

/// HPL's scaled residual in units of what is good, of the product of a matrix of order n with x.
template <class T>
double hpl_error(const Product<T>& product, const std::vector<Wide<T>>& x, const std::vector<Wide<T>>& b,
                 std::int64_t n) {
    return n == 0 ? 0 : backward_error(product, x, b) / (static_cast<double>(n) * kGoodResidual);
}

/// L M x. Norms multiply.
template <class T>
Product<T> times(const Factor<T>& L, const Factor<T>& M, const std::vector<Wide<T>>& x) {
    const Product<T> inner = times(M, x);
    Product<T> outer = times(L, inner.values);
    outer.norm *= inner.norm;
    return outer;
}

/// The worst column's error of what multiplies.
template <class T, class Multiply>
double worst_residual(const Factor<T>& x, const Factor<T>& b, std::int64_t n, const Multiply& product) {
    double worst = 0;
    for (std::int64_t j = 0; j < x.cols(); ++j) {
        const std::vector<Wide<T>> column = column_of(x, j);
        worst = std::max(worst, hpl_error(product(column), column, column_of(b, j), n));
    }
    return worst;
}

}  // namespace

template <class T>
double system_error(const Factor<T>& A, const AsFactor<T>& x, const AsFactor<T>& b) {
    return worst_residual(x, b, A.cols(), [&](const auto& column) { return times(A, column); });
}

template <class T>
double refined_error(const Factor<T>& A, const AsFactor<T>& x, const AsFactor<T>& b) {
    const double unit = epsilon<T>() * std::sqrt(static_cast<double>(A.cols()));
    double worst = 0;
    for (std::int64_t j = 0; j < x.cols(); ++j) {
        const std::vector<Wide<T>> column = column_of(x, j);
        const Product<T> product = times(A, column);
        worst = std::max(worst, in_units_of(unit * product.norm * largest(column),
                                            largest(rest_of(product, column_of(b, j)))));
    }
    return worst;
}

template <class T>
double factored_system_error(const Factor<T>& L, const AsFactor<T>& M, const AsFactor<T>& x,
                             const AsFactor<T>& b) {
    return worst_residual(x, b, M.cols(), [&](const auto& column) { return times(L, M, column); });
}

template <class T>
double inverse_error(const Factor<T>& L, const AsFactor<T>& M, const AsFactor<T>& x) {
    const auto order = static_cast<std::size_t>(L.rows());
    std::vector<WidePart<T>> sums(order), sums_of_a(order);  // of rows
    const auto times_a = [&](const std::vector<Wide<T>>& column) {
        return times(L, times(M, column).values).values;
    };
    for (std::size_t j = 0; j < order; ++j) {
        std::vector<Wide<T>> unit(order);
        unit[j] = 1;
        const std::vector<Wide<T>> of_a = times_a(unit);
        const std::vector<Wide<T>> found = times_a(column_of(x, static_cast<std::int64_t>(j)));
        for (std::size_t i = 0; i < order; ++i) {
            sums_of_a[i] += magnitude(of_a[i]);
            sums[i] += magnitude(found[i] - unit[i]);
        }
    }
    const WidePart<T> norm_x = times(x, std::vector<Wide<T>>(order, 1)).norm;
    return in_units_of(static_cast<WidePart<T>>(order) * epsilon<T>() * largest(sums_of_a) * norm_x,
                       largest(sums));
}

template <class T>
double lu_error(const Factor<T>& A, const AsFactor<T>& lu, const std::int64_t* ipiv) {
    const std::int64_t m = A.rows(), n = A.cols(), k = std::min(m, n);
    const std::vector<T> rows = interchanged(A, ipiv, k);
    const StoredMatrix<T> expected{rows.data(), m, n, std::max<std::int64_t>(1, m)};
    const Factor<T> lower = lu.leading(m, k).as(Part::unit_lower), upper = lu.leading(k, n).as(Part::upper);
    return product_error<T>({{{lower, upper}}}, expected, expected);
}

template <class T>
std::int64_t first_failing_minor(const Factor<T>& A) {
    std::vector<std::vector<Wide<T>>> rows;  // of L
    for (std::int64_t i = 0; i < A.rows(); ++i) {
        std::vector<Wide<T>> row;
        WidePart<T> pivot = std::real(to_wide<T>(A(i, i)));
        for (std::size_t j = 0; j < rows.size(); ++j) {
            Wide<T> rest = to_wide<T>(A(i, static_cast<std::int64_t>(j)));
            for (std::size_t p = 0; p < j; ++p) rest -= row[p] * conjugate_of(rows[j][p]);
            row.push_back(rest / rows[j][j]);
            pivot -= squared(row.back());
        }
        if (!(pivot > 0)) return i + 1;
        row.push_back(std::sqrt(pivot));
        rows.push_back(std::move(row));
    }
    return 0;
}

template <class T>
Verdict cholesky_verdict(const Factor<T>& A, const AsFactor<T>& L, std::int64_t info) {
    const std::int64_t k = info == 0 ? A.rows() : info - 1;
    if (k < 0 || k > A.rows()) return {0, "info is " + std::to_string(info)};
    for (std::int64_t i = 0; i < k; ++i)
        if (!(std::real(L(i, i)) > 0) || std::imag(L(i, i)) != 0)
            return {0, "diagonal element " + std::to_string(i) + " of the factor is not a positive number"};
    const Factor<T> factor = L.leading(k, k), leading = A.leading(k, k);
    Verdict verdict{product_error<T>({{{factor, factor.adjoint()}}}, leading, leading)};
    if (info > 0) verdict.fault = info_fault(info, first_failing_minor(A.leading(info, info)));
    return verdict;
}

template <class T>
double system_error_estimate(const Factor<T>& A, const AsFactor<T>& x, const AsFactor<T>& b) {
    const std::vector<Wide<T>> z = random_signs<T>(x.cols()), combined = times(x, z).values;
    return hpl_error(times(A, combined), combined, times(b, z).values, A.cols());
}

template <class T>
double factored_system_error_estimate(const Factor<T>& L, const AsFactor<T>& M, const AsFactor<T>& x,
                                      const AsFactor<T>& b) {
    const std::vector<Wide<T>> z = random_signs<T>(x.cols()), combined = times(x, z).values;
    Product<T> product = times(L, M, combined);
    // |L M|, of which a product with random signs is a lower bound: |L| |M| may be much larger.
    product.norm = largest(times(L, M, random_signs<T>(M.cols())).values);
    return hpl_error(product, combined, times(b, z).values, M.cols());
}

template <class T>
double lu_error_estimate(const Factor<T>& A, const AsFactor<T>& lu, const std::int64_t* ipiv) {
    const std::int64_t m = A.rows(), n = A.cols(), k = std::min(m, n);
    if (m == n) {
        const auto& factors = std::get<StoredMatrix<T>>(lu);
        std::vector<T> x(static_cast<std::size_t>(n));
        RandomElements<T>{2}.copy_to(x.data(), n);
        const std::vector<Wide<T>> b(x.begin(), x.end());
        solve_with_factors(factors.data, n, factors.ld, ipiv, x);
        const std::vector<Wide<T>> solution(x.begin(), x.end());
        return hpl_error(times(A, solution), solution, b, n);
    }
    const std::vector<Wide<T>> z = random_signs<T>(n);
    const Factor<T> lower = lu.leading(m, k).as(Part::unit_lower), upper = lu.leading(k, n).as(Part::upper);
    std::vector<Wide<T>> product = times(lower, upper, z).values;
    for (std::int64_t i = k - 1; i >= 0; --i)
        std::swap(product[static_cast<std::size_t>(i)], product[static_cast<std::size_t>(ipiv[i] - 1)]);
    return hpl_error(times(A, z), z, product, n);
}

template <class T>
double factors_error_estimate(const Factor<T>& A, const AsFactor<T>& L, const AsFactor<T>& M) {
    const std::vector<Wide<T>> z = random_signs<T>(A.cols());
    return hpl_error(times(A, z), z, times(L, M, z).values, A.cols());
}

template <class T>
double cholesky_error_estimate(const Factor<T>& A, const AsFactor<T>& L) {
    return factors_error_estimate<T>(A, L, L.adjoint());
}

template <class T>
double inverse_error_estimate(const Factor<T>& L, const AsFactor<T>& M, const AsFactor<T>& x) {
    const std::vector<Wide<T>> z = random_signs<T>(x.cols()), w = times(M, x, z).values;
    return hpl_error(times(L, w), w, z, x.cols());
}

#define HGCTL_INSTANTIATE(T)                                                                                 \
    template double system_error(const Factor<T>&, const AsFactor<T>&, const AsFactor<T>&);                  \
    template double refined_error(const Factor<T>&, const AsFactor<T>&, const AsFactor<T>&);                 \
    template double factored_system_error(const Factor<T>&, const AsFactor<T>&, const AsFactor<T>&,          \
                                          const AsFactor<T>&);                                               \
    template double system_error_estimate(const Factor<T>&, const AsFactor<T>&, const AsFactor<T>&);         \
    template double factored_system_error_estimate(const Factor<T>&, const AsFactor<T>&, const AsFactor<T>&, \
                                                   const AsFactor<T>&);                                      \
    template double lu_error_estimate(const Factor<T>&, const AsFactor<T>&, const std::int64_t*);            \
    template double factors_error_estimate(const Factor<T>&, const AsFactor<T>&, const AsFactor<T>&);        \
    template double cholesky_error_estimate(const Factor<T>&, const AsFactor<T>&);                           \
    template double inverse_error_estimate(const Factor<T>&, const AsFactor<T>&, const AsFactor<T>&);        \
    template double inverse_error(const Factor<T>&, const AsFactor<T>&, const AsFactor<T>&);                 \
    template double lu_error(const Factor<T>&, const AsFactor<T>&, const std::int64_t*);                     \
    template std::int64_t first_failing_minor(const Factor<T>&);                                             \
    template Verdict cholesky_verdict(const Factor<T>&, const AsFactor<T>&, std::int64_t);
HGCTL_INSTANTIATE(float)
HGCTL_INSTANTIATE(double)
HGCTL_INSTANTIATE(std::complex<float>)
HGCTL_INSTANTIATE(std::complex<double>)
#undef HGCTL_INSTANTIATE

}  // namespace hgctl
