#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Rank-1 update: A := alpha x y^T + A; 2 m n flops
///
/// A is m x n, x has m elements, and y has n. x may be y.
///
/// <hg/blas/level2.hpp> describes the arguments, the errors, and where the call runs.
template <RealElement T>
void ger(Session& session, Layout layout, std::int64_t m, std::int64_t n, T alpha, const T* x,
         std::int64_t incx, const T* y, std::int64_t incy, T* A, std::int64_t lda);

/// Rank-1 update of a complex matrix: A := alpha x y^T + A; 8 m n flops
///
/// A is m x n, x has m elements, and y has n. x may be y.
///
/// <hg/blas/level2.hpp> describes the arguments, the errors, and where the call runs.
template <ComplexElement T>
void geru(Session& session, Layout layout, std::int64_t m, std::int64_t n, T alpha, const T* x,
          std::int64_t incx, const T* y, std::int64_t incy, T* A, std::int64_t lda);

/// Rank-1 update of a complex matrix with a conjugate: A := alpha x y^H + A; 8 m n flops
///
/// A is m x n, x has m elements, and y has n. x may be y.
///
/// <hg/blas/level2.hpp> describes the arguments, the errors, and where the call runs.
template <ComplexElement T>
void gerc(Session& session, Layout layout, std::int64_t m, std::int64_t n, T alpha, const T* x,
          std::int64_t incx, const T* y, std::int64_t incy, T* A, std::int64_t lda);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/ger.hpp>
