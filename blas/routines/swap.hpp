#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// x, y := y, x
///
/// <hg/blas/level1.hpp> describes the arguments, the errors, and where the call runs.
template <Element T>
void swap(Session& session, std::int64_t n, T* x, std::int64_t incx, T* y, std::int64_t incy);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/swap.hpp>
