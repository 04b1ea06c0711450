#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "tools/hgctl/check/known_matrix.hpp"

namespace hgctl {

/// Scaled residuals below this are good (HPL, Petitet, Whaley, Dongarra, Cleary).
inline constexpr double kGoodResidual = 16;

/// The backward error |A x - b| / (|A| |x| + |b|) in units of eps, largest norms.
template <class T, class Matrix>
double backward_error(const Matrix& A, const std::vector<Wide<T>>& x, const std::vector<Wide<T>>& b) {
    const Product<T> product = multiply<T>(A, x);
    std::vector<Wide<T>> rest(b.size());
    for (std::size_t i = 0; i < b.size(); ++i) rest[i] = product.values[i] - b[i];
    const double difference = largest(rest);
    if (difference == 0) return 0;
    const double scale = product.norm * largest(x) + largest(b);
    return difference / (static_cast<double>(std::numeric_limits<T>::epsilon()) * scale);
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

extern template void solve_with_factors(const float*, std::int64_t, std::int64_t, const std::int64_t*,
                                        std::vector<float>&);
extern template void solve_with_factors(const double*, std::int64_t, std::int64_t, const std::int64_t*,
                                        std::vector<double>&);

}  // namespace hgctl
