#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Returns the sum of |x(i)|, 0 if n is 0; n flops. Of a complex x(i) that is the sum of both parts' magnitudes; 2 n flops.
/// incx must be positive.
///
/// <hg/blas/level1.hpp> says what the arguments are, what is thrown, and who does the call.
template <Element T>
RealOf<T> asum(Session& session, std::int64_t n, const T* x, std::int64_t incx);

}  // namespace hg

// The names of BLAS and the forms on the process-wide session.
#include <hg/forms/blas/asum.hpp>
