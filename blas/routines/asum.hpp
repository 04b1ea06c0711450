#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Returns the sum of |x(i)|, or 0 if n is 0; n flops. For a complex x(i), |x(i)| is the sum of the
/// magnitudes of both parts; 2 n flops. incx must be positive.
///
/// <hg/blas/level1.hpp> describes the arguments, the errors, and where the call runs.
template <Element T>
RealOf<T> asum(Session& session, std::int64_t n, const T* x, std::int64_t incx);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/asum.hpp>
