#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>

#include "blas/call/shape.hpp"
#include <hg/blas/types.hpp>

namespace hg {

/// The elements of single precision for those of double precision.
template <class T>
using SingleOf = std::conditional_t<ComplexElement<T>, std::complex<float>, float>;

/// What iterative refinement does besides products and solves, for double and std::complex<double>. All
/// matrices are column-major. Several threads work on large ones; the results do not depend on the number of
/// threads.

/// to := from, rounded to single precision, for the elements that count. False if one of them, or a part of
/// it, overflows single precision; then nothing is known of `to`. NaN stays NaN.
template <class T>
[[nodiscard]] bool round_to_single(const Shape& shape, const T* from, std::int64_t ld_from, SingleOf<T>* to,
                                   std::int64_t ld_to) noexcept;

/// to := to + from.
template <class T>
void add(std::int64_t rows, std::int64_t columns, const SingleOf<T>* from, std::int64_t ld_from, T* to,
         std::int64_t ld_to) noexcept;

/// The largest sum of absolute values in a row of A; NaN if there is one in A.
template <class T>
double infinity_norm(std::int64_t rows, std::int64_t columns, const T* A, std::int64_t lda);
/// The same for a matrix of order n that is symmetric or, of complex elements, hermitian: one triangle is
/// read, and of its diagonal the real parts.
template <class T>
double self_adjoint_norm(Uplo uplo, std::int64_t n, const T* A, std::int64_t lda);

/// The largest absolute value, of complex elements the largest sum of the parts' ones; NaN if there is one.
template <class T>
double largest_magnitude(std::int64_t count, const T* x) noexcept;

}  // namespace hg
