#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Symmetric rank-1 update: A := alpha x x^T + A; n^2 flops
///
/// A is n x n; only its triangle `uplo` is read and written.
///
/// <hg/blas/level2.hpp> describes the arguments, the errors, and where the call runs.
template <RealElement T>
void syr(Session& session, Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* x, std::int64_t incx,
         T* A, std::int64_t lda);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/syr.hpp>
