#pragma once

#include <cstdint>

#include "blas/call/shape.hpp"
#include <hg/blas/types.hpp>

namespace hg {

/// What iterative refinement does besides products and solves. All matrices are column-major. Several threads
/// work on large ones; the results do not depend on the number of threads.

/// to := from, rounded to single precision, for the elements that count. False if one of them overflows single
/// precision; then nothing is known of `to`. NaN stays NaN.
[[nodiscard]] bool round_to_single(const Shape& shape, const double* from, std::int64_t ld_from, float* to,
                                   std::int64_t ld_to) noexcept;

/// to := from.
void copy(std::int64_t rows, std::int64_t columns, const double* from, std::int64_t ld_from, double* to,
          std::int64_t ld_to) noexcept;
void copy(std::int64_t rows, std::int64_t columns, const float* from, std::int64_t ld_from, double* to,
          std::int64_t ld_to) noexcept;

/// to := to + from.
void add(std::int64_t rows, std::int64_t columns, const float* from, std::int64_t ld_from, double* to,
         std::int64_t ld_to) noexcept;

/// The largest sum of absolute values in a row of A; NaN if there is one in A.
double infinity_norm(std::int64_t rows, std::int64_t columns, const double* A, std::int64_t lda);
/// The same for a symmetric matrix of order n, of which one triangle is read.
double symmetric_norm(Uplo uplo, std::int64_t n, const double* A, std::int64_t lda);

/// The largest absolute value; NaN if there is one.
double largest_magnitude(std::int64_t count, const double* x) noexcept;

}  // namespace hg
