#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "tools/workload/rule/row_sums.hpp"

namespace hgctl {

/// Scaled residuals below this are good (HPL, Petitet, Whaley, Dongarra, Cleary).
inline constexpr double kGoodResidual = 16;

/// b - A x, of the product A x.
template <class T>
std::vector<Wide<T>> rest_of(const Product<T>& product, const std::vector<Wide<T>>& b) {
    std::vector<Wide<T>> rest(b.size());
    for (std::size_t i = 0; i < b.size(); ++i) rest[i] = b[i] - product.values[i];
    return rest;
}

/// The backward error |A x - b| / (|A| |x| + |b|) in units of eps, largest norms, of the product A x.
template <class T>
double backward_error(const Product<T>& product, const std::vector<Wide<T>>& x,
                      const std::vector<Wide<T>>& b) {
    const WidePart<T> scale = product.norm * largest(x) + largest(b);
    return in_units_of(epsilon<T>() * scale, largest(rest_of(product, b)));
}

template <class T, class Matrix>
double backward_error(const Matrix& A, const std::vector<Wide<T>>& x, const std::vector<Wide<T>>& b) {
    return backward_error(multiply<T>(A, x), x, b);
}

/// How far x is from least squares: |A^H r| / (|A^H| (|A| |x| + |b|)) in units of eps, largest norms, with
/// r = b - A x, of the product A x.
template <class T, class Matrix>
double least_squares_error(const Matrix& A, const Product<T>& product, const std::vector<Wide<T>>& x,
                           const std::vector<Wide<T>>& b) {
    const Product<T> normal = multiply<T>(A.adjoint(), rest_of(product, b));
    const WidePart<T> scale = normal.norm * (product.norm * largest(x) + largest(b));
    return in_units_of(epsilon<T>() * scale, largest(normal.values));
}

/// |b - A x| / |b|, Euclidean norms, of the product A x; 0 if b is.
template <class T>
double relative_residual(const Product<T>& product, const std::vector<Wide<T>>& b) {
    WidePart<T> squares = 0;
    WidePart<T> squares_b = 0;
    for (const Wide<T> value : rest_of(product, b)) squares += squared(value);
    for (const Wide<T> value : b) squares_b += squared(value);
    return squares_b == 0 ? 0 : static_cast<double>(std::sqrt(squares / squares_b));
}

/// HPL's scaled residual, the backward error / n, with n the columns of A.
template <class T, class Matrix>
double scaled_residual(const Matrix& A, const std::vector<Wide<T>>& x, const std::vector<Wide<T>>& b) {
    return backward_error<T>(A, x, b) / static_cast<double>(A.cols);
}

/// Solves A x = b with the factors of getrf() in working precision, on all cores: x holds b before. ipiv may
/// be null for factors made without pivoting.
template <class T>
void solve_with_factors(const T* lu, std::int64_t n, std::int64_t ld, const std::int64_t* ipiv,
                        std::vector<T>& x);

}  // namespace hgctl
