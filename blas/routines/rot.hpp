#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// x, y := c x + s y, c y - s x: a plane rotation if c^2 + s^2 = 1. c and s are real. It takes 6 n flops, or
/// 12 n if x and y are complex.
///
/// <hg/blas/level1.hpp> describes the arguments, the errors, and where the call runs.
template <Element T>
void rot(Session& session, std::int64_t n, T* x, std::int64_t incx, T* y, std::int64_t incy, RealOf<T> c,
         RealOf<T> s);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/rot.hpp>
