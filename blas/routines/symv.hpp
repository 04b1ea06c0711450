#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Product of a symmetric matrix and a vector: y := alpha A x + beta y; 2 n^2 flops
///
/// A is n x n; only its triangle `uplo` is read.
///
/// <hg/blas/level2.hpp> describes the arguments, the errors, and where the call runs.
template <RealElement T>
void symv(Session& session, Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* A, std::int64_t lda,
          const T* x, std::int64_t incx, T beta, T* y, std::int64_t incy);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/symv.hpp>
