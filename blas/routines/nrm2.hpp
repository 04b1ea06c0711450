#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Returns the square root of the sum of |x(i)|^2, or 0 if n is 0, without intermediate overflow or
/// underflow; 2 n flops, or 4 n if x is complex. incx must be positive.
///
/// <hg/blas/level1.hpp> describes the arguments, the errors, and where the call runs.
template <Element T>
RealOf<T> nrm2(Session& session, std::int64_t n, const T* x, std::int64_t incx);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/nrm2.hpp>
