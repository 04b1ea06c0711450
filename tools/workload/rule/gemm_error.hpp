#pragma once

#include <vector>

#include "tools/workload/operands/gemm_call.hpp"
#include "tools/workload/rule/product_error.hpp"

namespace hgctl {

/// product_error() of a column-major call. `c0` holds C before the call, with its leading dimension ldc.
template <class T>
double gemm_error(const GemmCall<T>& call, const std::vector<T>& c0);

/// product_error_estimate() of a column-major call. `c0` may be null if beta is 0.
template <class T>
double gemm_error_estimate(const GemmCall<T>& call, const T* c0, unsigned threads);

/// The same if C held element i + j ldc of `c0` at (i, j) before the call.
template <class T>
double gemm_error_estimate(const GemmCall<T>& call, const RandomElements<T>& c0, unsigned threads);

}  // namespace hgctl
