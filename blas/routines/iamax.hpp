#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Returns the first i, counted from 0, of largest |x(i)|, as asum() has it; -1 if n is 0. incx must be positive. What NaN in x gives is
/// for the BLAS that does the call.
///
/// <hg/blas/level1.hpp> says what the arguments are, what is thrown, and who does the call.
template <Element T>
std::int64_t iamax(Session& session, std::int64_t n, const T* x, std::int64_t incx);

}  // namespace hg

// The names of BLAS and the forms on the process-wide session.
#include <hg/forms/blas/iamax.hpp>
