#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Hermitian rank-1 update: A := alpha x x^H + A; 4 n^2 flops
///
/// A is n x n; only its triangle `uplo` is read and written. alpha is real. Imaginary parts on the diagonal are not read, and
/// become 0 unless alpha or n is 0.
///
/// <hg/blas/level2.hpp> says what the arguments are, what is thrown, and who does the call.
template <ComplexElement T>
void her(Session& session, Layout layout, Uplo uplo, std::int64_t n, RealOf<T> alpha, const T* x,
         std::int64_t incx, T* A, std::int64_t lda);

}  // namespace hg

// The names of BLAS and the forms on the process-wide session.
#include <hg/forms/blas/her.hpp>
