#include <algorithm>
#include <complex>
#include <cstddef>
#include <string_view>

#include "kernels/cpu/plain_arguments.hpp"
#include "kernels/cpu/plain_parts.hpp"
#include "kernels/cpu/plain_product.hpp"

namespace hg::kernels {
namespace {

/// B := T B with T of order m, column by column of B.
template <class T>
void multiply_from_left(Index m, Index n, const Factor<T>& t, bool lower, bool unit, const Matrix<T>& b) {
    for (Index j = 0; j < n; ++j)
        for (Index step = 0; step < m; ++step) {
            const Index p = lower ? m - 1 - step : step;
            for (Index i = lower ? p + 1 : 0; i < (lower ? m : p); ++i) b(i, j) += b(p, j) * t(i, p);
            if (!unit) b(p, j) *= t(p, p);
        }
}

/// B := B T with T of order n, by columns of B.
template <class T>
void multiply_from_right(Index m, Index n, const Factor<T>& t, bool lower, bool unit, const Matrix<T>& b) {
    for (Index step = 0; step < n; ++step) {
        const Index j = lower ? step : n - 1 - step;
        for (Index i = 0; !unit && i < m; ++i) b(i, j) *= t(j, j);
        for (Index p = lower ? j + 1 : 0; p < (lower ? n : j); ++p)
            for (Index i = 0; i < m; ++i) b(i, j) += b(i, p) * t(p, j);
    }
}

/// B := T^-1 B with T of order m, column by column of B.
template <class T>
void solve_from_left(Index m, Index n, const Factor<T>& t, bool lower, bool unit, const Matrix<T>& b) {
    for (Index j = 0; j < n; ++j)
        for (Index step = 0; step < m; ++step) {
            const Index p = lower ? step : m - 1 - step;
            if (b(p, j) == T{0}) continue;
            if (!unit) b(p, j) /= t(p, p);
            for (Index i = lower ? p + 1 : 0; i < (lower ? m : p); ++i) b(i, j) -= b(p, j) * t(i, p);
        }
}

/// B := B T^-1 with T of order n, by columns of B.
template <class T>
void solve_from_right(Index m, Index n, const Factor<T>& t, bool lower, bool unit, const Matrix<T>& b) {
    for (Index step = 0; step < n; ++step) {
        const Index j = lower ? n - 1 - step : step;
        for (Index p = lower ? j + 1 : 0; p < (lower ? n : j); ++p)
            for (Index i = 0; i < m; ++i) b(i, j) -= b(i, p) * t(p, j);
        if (unit) continue;
        for (Index i = 0; i < m; ++i) b(i, j) /= t(j, j);
    }
}

/// Calls act(left, m, n, t, lower, unit, b) for arguments that are right, after B := alpha B, unless alpha is 0.
template <class T, class Act>
void with_triangle(std::string_view name, const char* side, const char* uplo, const char* transa,
                   const char* diag, const int* m, const int* n, const T* alpha, const T* a, const int* lda,
                   T* b, const int* ldb, const Act& act) {
    const bool left = upper_case(side) == 'L';
    const bool transposed = upper_case(transa) != 'N';
    if (wrong_argument<T>(name, {{1, is_one_of(side, "LR")},
                                 {2, is_one_of(uplo, "LU")},
                                 {3, is_one_of(transa, "NTC")},
                                 {4, is_one_of(diag, "NU")},
                                 {5, *m >= 0},
                                 {6, *n >= 0},
                                 {9, *lda >= std::max(1, left ? *m : *n)},
                                 {11, *ldb >= std::max(1, *m)}}) != 0)
        return;
    const Matrix<T> x(b, *ldb);
    if (*alpha != T{1}) scale(*m, *n, *alpha, x);
    if (*alpha == T{0}) return;
    act(left, *m, *n, Factor<T>(a, *lda, transa), (upper_case(uplo) == 'L') != transposed,
        upper_case(diag) == 'U', x);
}

template <class T>
void trmm(const char* side, const char* uplo, const char* transa, const char* diag, const int* m,
          const int* n, const T* alpha, const T* a, const int* lda, T* b, const int* ldb,
          std::size_t /*length*/, std::size_t /*length*/, std::size_t /*length*/, std::size_t /*length*/) {
    with_triangle("TRMM ", side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb,
                  [](bool left, const auto&... rest) {
                      left ? multiply_from_left<T>(rest...) : multiply_from_right<T>(rest...);
                  });
}

template <class T>
void trsm(const char* side, const char* uplo, const char* transa, const char* diag, const int* m,
          const int* n, const T* alpha, const T* a, const int* lda, T* b, const int* ldb,
          std::size_t /*length*/, std::size_t /*length*/, std::size_t /*length*/, std::size_t /*length*/) {
    with_triangle("TRSM ", side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb,
                  [](bool left, const auto&... rest) {
                      left ? solve_from_left<T>(rest...) : solve_from_right<T>(rest...);
                  });
}

}  // namespace

template <class T>
void set_plain_triangles(CpuRoutines<T>& routines) noexcept {
    routines.trmm = trmm<T>;
    routines.trsm = trsm<T>;
}

template void set_plain_triangles(CpuRoutines<double>&) noexcept;
template void set_plain_triangles(CpuRoutines<float>&) noexcept;
template void set_plain_triangles(CpuRoutines<std::complex<double>>&) noexcept;
template void set_plain_triangles(CpuRoutines<std::complex<float>>&) noexcept;

}  // namespace hg::kernels
