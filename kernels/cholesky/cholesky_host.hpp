#pragma once

#include <cstdint>

namespace hg::kernels {

/// A = L L^H in ordinary memory, in the lower triangle of A, which is n x n: element (i, j) lies at a[i
/// row_step + j col_step]. Imaginary parts on the diagonal are not read. Returns 0, or the order of the
/// leading minor that is not positive definite, with A as kernels::cholesky_diagonal() leaves it. Made for
/// float, double and the complex numbers of both.
template <class T>
std::int64_t factor_cholesky(std::int64_t n, T* a, std::int64_t row_step, std::int64_t col_step);

/// A := (L L^H)^-1 in ordinary memory, in the lower triangle of A, which holds L; elements lie as in
/// factor_cholesky(). No diagonal element is zero.
template <class T>
void invert_cholesky(std::int64_t n, T* a, std::int64_t row_step, std::int64_t col_step);

}  // namespace hg::kernels
