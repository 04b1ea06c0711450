#pragma once

#include <vector>

#include "tools/hgctl/matrices/gemm_call.hpp"
#include "tools/hgctl/matrices/random_matrix.hpp"

namespace hgctl {

/// How far a product is from what it should be, in units of the bound that hg holds to:
/// |C - Cref| <= 3 eps (sqrt(k + 2) |alpha| |A| |B| + 2 |beta| |C0|), Frobenius norms. Good up to 1.
/// Infinity for NaN where a number should be.
///
/// `call` is column-major; `c0` holds C before the call, with its leading dimension ldc. The reference sums
/// in long double for double and in double for float. O(m n k) work.
template <class T>
double gemm_error(const GemmCall<T>& call, const std::vector<T>& c0);

/// The same from O(m n + m k + n k) work, for large matrices: (C - Cref) x for a random vector x of +1 and -1
/// (R. Freivalds, IFIP 1977). Each row counts in units of its own bound,
///
///     3 eps (sqrt(k + 2) |alpha| |A_i| |B| + 2 |beta| |C0_i|)
///
/// and the largest row counts. Uses `threads` threads. `c0` may be null if beta is 0.
template <class T>
double gemm_error_estimate(const GemmCall<T>& call, const T* c0, unsigned threads);

/// The same if C held element i + j ldc of `c0` at (i, j) before the call.
template <class T>
double gemm_error_estimate(const GemmCall<T>& call, const RandomElements<T>& c0, unsigned threads);

extern template double gemm_error(const GemmCall<float>&, const std::vector<float>&);
extern template double gemm_error(const GemmCall<double>&, const std::vector<double>&);
extern template double gemm_error_estimate(const GemmCall<float>&, const float*, unsigned);
extern template double gemm_error_estimate(const GemmCall<double>&, const double*, unsigned);
extern template double gemm_error_estimate(const GemmCall<float>&, const RandomElements<float>&, unsigned);
extern template double gemm_error_estimate(const GemmCall<double>&, const RandomElements<double>&, unsigned);

}  // namespace hgctl
