#pragma once

#include <cstdint>

/// What host implementations of LU and getrf on the CPU share, for float, double and the complex numbers of
/// both.
namespace hg::kernels {

/// A = P L U with partial pivoting in ordinary memory, A being m x n with m >= n: row i was interchanged with
/// row pivots[i], counted from 0. The pivots are those that lu_panel.hpp describes.
template <class T>
void factor_panel(std::int64_t m, std::int64_t n, T* a, std::int64_t lda, std::int32_t* pivots);

/// A = L U without pivoting, A being n x n; zero pivots are not divided by.
template <class T>
void factor_diagonal(std::int64_t n, T* a, std::int64_t lda);

/// B := inv(L) B with L k x k unit lower triangular and B k x n.
template <class T>
void solve_lower_unit_on_host(std::int64_t k, std::int64_t n, const T* l, std::int64_t ldl, T* b,
                              std::int64_t ldb);

/// A := A inv(U) with U k x k upper triangular and A m x k; zeros on the diagonal are not divided by.
template <class T>
void solve_right_upper_on_host(std::int64_t m, std::int64_t k, const T* u, std::int64_t ldu, T* a,
                               std::int64_t lda);

}  // namespace hg::kernels
