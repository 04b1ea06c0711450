#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Returns the smallest 0-based index i with the largest |x(i)|, defined as in asum(), or -1 if n is 0. incx
/// must be positive. If x contains NaN, the result depends on the BLAS that runs the call.
///
/// <hg/blas/level1.hpp> describes the arguments, the errors, and where the call runs.
template <Element T>
std::int64_t iamax(Session& session, std::int64_t n, const T* x, std::int64_t incx);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/iamax.hpp>
