#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// x := alpha x; n flops, 6 n if x is complex. incx must be positive. If alpha is 0, what NaN
/// and Inf in x become is for the BLAS that does the call: themselves, or 0.
///
/// <hg/blas/level1.hpp> says what the arguments are, what is thrown, and who does the call.
template <Element T>
void scal(Session& session, std::int64_t n, T alpha, T* x, std::int64_t incx);

/// The same with a real alpha for a complex x; 2 n flops.
///
/// <hg/blas/level1.hpp> says what the arguments are, what is thrown, and who does the call.
template <ComplexElement T>
void scal(Session& session, std::int64_t n, RealOf<T> alpha, T* x, std::int64_t incx);

}  // namespace hg

// The names of BLAS and the forms on the process-wide session.
#include <hg/forms/blas/scal.hpp>
