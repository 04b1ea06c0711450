#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// y := alpha x + y; 2 n flops, or 8 n if elements are complex. If alpha is 0, y is unchanged, and x is not
/// read and may be null.
///
/// <hg/blas/level1.hpp> describes the arguments, the errors, and where the call runs.
template <Element T>
void axpy(Session& session, std::int64_t n, T alpha, const T* x, std::int64_t incx, T* y, std::int64_t incy);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/axpy.hpp>
