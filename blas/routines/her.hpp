#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Hermitian rank-1 update: A := alpha x x^H + A; 4 n^2 flops
///
/// A is n x n; only its triangle `uplo` is read and written. alpha is real. Imaginary parts on the diagonal
/// are not read, and are set to 0 unless alpha or n is 0.
///
/// <hg/blas/level2.hpp> describes the arguments, the errors, and where the call runs.
template <ComplexElement T>
void her(Session& session, Layout layout, Uplo uplo, std::int64_t n, RealOf<T> alpha, const T* x,
         std::int64_t incx, T* A, std::int64_t lda);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/her.hpp>
