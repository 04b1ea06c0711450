#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// y := x
///
/// <hg/blas/level1.hpp> says what the arguments are, what is thrown, and who does the call.
template <Element T>
void copy(Session& session, std::int64_t n, const T* x, std::int64_t incx, T* y, std::int64_t incy);

}  // namespace hg

// The names of BLAS and the forms on the process-wide session.
#include <hg/forms/blas/copy.hpp>
