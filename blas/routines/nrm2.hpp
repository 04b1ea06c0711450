#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Returns the square root of the sum of |x(i)|^2, 0 if n is 0, without overflow or underflow on the way; 2 n flops, 4 n if
/// x is complex.
/// incx must be positive.
///
/// <hg/blas/level1.hpp> says what the arguments are, what is thrown, and who does the call.
template <Element T>
RealOf<T> nrm2(Session& session, std::int64_t n, const T* x, std::int64_t incx);

}  // namespace hg

// The names of BLAS and the forms on the process-wide session.
#include <hg/forms/blas/nrm2.hpp>
