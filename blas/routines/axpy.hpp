#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// y := alpha x + y; 2 n flops, 8 n if they are complex. If alpha is 0, x is not read and may be null, and y stays as it is.
///
/// <hg/blas/level1.hpp> says what the arguments are, what is thrown, and who does the call.
template <Element T>
void axpy(Session& session, std::int64_t n, T alpha, const T* x, std::int64_t incx, T* y, std::int64_t incy);

}  // namespace hg

// The names of BLAS and the forms on the process-wide session.
#include <hg/forms/blas/axpy.hpp>
