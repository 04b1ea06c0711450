#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// x := alpha x; n flops, or 6 n if x is complex. incx must be positive. If alpha is 0, it depends on the
/// BLAS that runs the call whether NaN and Inf in x remain or become 0.
///
/// <hg/blas/level1.hpp> describes the arguments, the errors, and where the call runs.
template <Element T>
void scal(Session& session, std::int64_t n, T alpha, T* x, std::int64_t incx);

/// The same for a complex x with a real alpha; 2 n flops.
///
/// <hg/blas/level1.hpp> describes the arguments, the errors, and where the call runs.
template <ComplexElement T>
void scal(Session& session, std::int64_t n, RealOf<T> alpha, T* x, std::int64_t incx);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/scal.hpp>
