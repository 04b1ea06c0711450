#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// x, y := c x + s y, c y - s x, a plane rotation if c^2 + s^2 = 1; 6 n flops, 12 n if x and y are complex: c and s are
/// real.
///
/// <hg/blas/level1.hpp> says what the arguments are, what is thrown, and who does the call.
template <Element T>
void rot(Session& session, std::int64_t n, T* x, std::int64_t incx, T* y, std::int64_t incy, RealOf<T> c,
         RealOf<T> s);

}  // namespace hg

// The names of BLAS and the forms on the process-wide session.
#include <hg/forms/blas/rot.hpp>
