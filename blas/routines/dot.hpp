#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Returns the sum of x(i) y(i) for real vectors, or 0 if n is 0; 2 n flops. x may be y.
///
/// <hg/blas/level1.hpp> describes the arguments, the errors, and where the call runs.
template <RealElement T>
T dot(Session& session, std::int64_t n, const T* x, std::int64_t incx, const T* y, std::int64_t incy);

/// Returns the sum of x(i) y(i) for complex vectors, or 0 if n is 0; 8 n flops. x may be y.
///
/// <hg/blas/level1.hpp> describes the arguments, the errors, and where the call runs.
template <ComplexElement T>
T dotu(Session& session, std::int64_t n, const T* x, std::int64_t incx, const T* y, std::int64_t incy);

/// Returns the sum of conj(x(i)) y(i) for complex vectors, or 0 if n is 0; 8 n flops. x may be y.
///
/// <hg/blas/level1.hpp> describes the arguments, the errors, and where the call runs.
template <ComplexElement T>
T dotc(Session& session, std::int64_t n, const T* x, std::int64_t incx, const T* y, std::int64_t incy);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/dot.hpp>
