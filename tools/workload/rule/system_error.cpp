#include "tools/workload/rule/system_error.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "tools/workload/rule/known_matrix.hpp"
#include "tools/workload/rule/product_error.hpp"
#include "tools/workload/rule/residual.hpp"

namespace hgctl {
namespace {

template <class T>
std::vector<Wide<T>> column_of(const Factor<T>& x, std::int64_t j) {
    std::vector<Wide<T>> column;
    for (std::int64_t i = 0; i < x.rows(); ++i) column.push_back(to_wide<T>(x(i, j)));
    return column;
}

template <class T>
Product<T> times(const Factor<T>& A, const std::vector<Wide<T>>& x) {
    return A.visit([&](const auto& matrix) { return multiply<T>(matrix, x); });
}

/// The worst column's backward error of what multiplies, in units of n times what is good.
template <class T, class Multiply>
double worst_residual(const Factor<T>& x, const Factor<T>& b, std::int64_t n, const Multiply& product) {
    double worst = 0;
    for (std::int64_t j = 0; n > 0 && j < x.cols(); ++j) {
        const std::vector<Wide<T>> column = column_of(x, j);
        const double error = backward_error(product(column), column, column_of(b, j));
        worst = std::max(worst, error / (static_cast<double>(n) * kGoodResidual));
    }
    return worst;
}

}  // namespace

template <class T>
double system_error(const Factor<T>& A, const std::type_identity_t<Factor<T>>& x,
                    const std::type_identity_t<Factor<T>>& b) {
    return worst_residual(x, b, A.cols(), [&](const auto& column) { return times(A, column); });
}

template <class T>
double factored_system_error(const Factor<T>& L, const std::type_identity_t<Factor<T>>& M,
                             const std::type_identity_t<Factor<T>>& x,
                             const std::type_identity_t<Factor<T>>& b) {
    return worst_residual(x, b, M.cols(), [&](const auto& column) {
        const Product<T> inner = times(M, column);
        Product<T> outer = times(L, inner.values);
        outer.norm *= inner.norm;
        return outer;
    });
}

template <class T>
double inverse_error(const Factor<T>& L, const std::type_identity_t<Factor<T>>& x) {
    const auto order = static_cast<std::size_t>(L.rows());
    std::vector<WidePart<T>> sums(order);  // of rows
    WidePart<T> norm = 0;                  // |L| |L^H|
    for (std::size_t j = 0; j < order; ++j) {
        const Product<T> inner = times(L.adjoint(), column_of(x, static_cast<std::int64_t>(j)));
        const Product<T> outer = times(L, inner.values);
        for (std::size_t i = 0; i < order; ++i)
            sums[i] += magnitude(outer.values[i] - static_cast<WidePart<T>>(i == j ? 1 : 0));
        norm = inner.norm * outer.norm;
    }
    const WidePart<T> norm_x = times(x, std::vector<Wide<T>>(order, 1)).norm;
    return in_units_of(3 * static_cast<WidePart<T>>(order) * epsilon<T>() * norm * norm_x, largest(sums));
}

template <class T>
double lu_error(const Factor<T>& A, const std::type_identity_t<Factor<T>>& lu, const std::int64_t* ipiv) {
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
Verdict cholesky_verdict(const Factor<T>& A, const std::type_identity_t<Factor<T>>& L, std::int64_t info) {
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

#define HGCTL_INSTANTIATE(T)                                                                                 \
    template double system_error(const Factor<T>&, const std::type_identity_t<Factor<T>>&,                   \
                                 const std::type_identity_t<Factor<T>>&);                                    \
    template double factored_system_error(const Factor<T>&, const std::type_identity_t<Factor<T>>&,          \
                                          const std::type_identity_t<Factor<T>>&,                            \
                                          const std::type_identity_t<Factor<T>>&);                           \
    template double inverse_error(const Factor<T>&, const std::type_identity_t<Factor<T>>&);                 \
    template double lu_error(const Factor<T>&, const std::type_identity_t<Factor<T>>&, const std::int64_t*); \
    template std::int64_t first_failing_minor(const Factor<T>&);                                             \
    template Verdict cholesky_verdict(const Factor<T>&, const std::type_identity_t<Factor<T>>&, std::int64_t);
HGCTL_INSTANTIATE(float)
HGCTL_INSTANTIATE(double)
HGCTL_INSTANTIATE(std::complex<float>)
HGCTL_INSTANTIATE(std::complex<double>)
#undef HGCTL_INSTANTIATE

}  // namespace hgctl
