#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Symmetric rank-2 update: A := alpha (x y^T + y x^T) + A; 2 n^2 flops
///
/// A is n x n; only its triangle `uplo` is read and written. x may be y.
///
/// <hg/blas/level2.hpp> describes the arguments, the errors, and where the call runs.
template <RealElement T>
void syr2(Session& session, Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* x, std::int64_t incx,
          const T* y, std::int64_t incy, T* A, std::int64_t lda);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/syr2.hpp>
