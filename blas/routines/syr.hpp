#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Symmetric rank-1 update: A := alpha x x^T + A; n^2 flops
///
/// A is n x n; only its triangle `uplo` is read and written.
///
/// <hg/blas/level2.hpp> says what the arguments are, what is thrown, and who does the call.
template <RealElement T>
void syr(Session& session, Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* x, std::int64_t incx,
         T* A, std::int64_t lda);

}  // namespace hg

// The names of BLAS and the forms on the process-wide session.
#include <hg/forms/blas/syr.hpp>
