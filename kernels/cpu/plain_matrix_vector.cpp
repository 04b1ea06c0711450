#include <algorithm>
#include <complex>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "kernels/cpu/plain_arguments.hpp"
#include "kernels/cpu/plain_parts.hpp"
#include "kernels/cpu/plain_vector.hpp"

namespace hg::kernels {
namespace {

/// y := beta y; what y holds does not matter if beta is 0.
template <class T>
void scale(Index n, T beta, const Vector<T>& y) {
    for (Index i = 0; beta != T{1} && i < n; ++i) y[i] = beta == T{0} ? T{0} : beta * y[i];
}

template <class T>
void gemv(const char* trans, const int* m, const int* n, const T* alpha, const T* a, const int* lda,
          const T* x, const int* incx, const T* beta, T* y, const int* incy, std::size_t /*length*/) {
    if (wrong_argument<T>("GEMV ", {{1, is_one_of(trans, "NTC")},
                                    {2, *m >= 0},
                                    {3, *n >= 0},
                                    {6, *lda >= std::max(1, *m)},
                                    {8, *incx != 0},
                                    {11, *incy != 0}}) != 0 ||
        *m == 0 || *n == 0)
        return;
    const bool transposed = upper_case(trans) != 'N';
    const Index rows = transposed ? *n : *m, cols = transposed ? *m : *n;
    const Factor<T> matrix(a, *lda, trans);
    const Vector<const T> from(x, cols, *incx);
    const Vector<T> to(y, rows, *incy);
    scale(rows, *beta, to);
    for (Index j = 0; *alpha != T{0} && j < cols; ++j)
        for (Index i = 0; i < rows; ++i) to[i] += *alpha * from[j] * matrix(i, j);
}

/// ger, geru and gerc.
template <class T, bool conjugates>
void ger(const int* m, const int* n, const T* alpha, const T* x, const int* incx, const T* y, const int* incy,
         T* a, const int* lda) {
    constexpr bool is_real = std::is_floating_point_v<T>;
    if (wrong_argument<T>(
            is_real      ? "GER  "
            : conjugates ? "GERC "
                         : "GERU ",
            {{1, *m >= 0}, {2, *n >= 0}, {5, *incx != 0}, {7, *incy != 0}, {9, *lda >= std::max(1, *m)}}) !=
        0)
        return;
    const Vector<const T> column(x, *m, *incx), row(y, *n, *incy);
    const Matrix<T> matrix(a, *lda);
    for (Index j = 0; *alpha != T{0} && j < *n; ++j)
        for (Index i = 0; i < *m; ++i) matrix(i, j) += *alpha * conjugated_if(conjugates, row[j]) * column[i];
}

/// symv and hemv.
template <class T, Kind kind>
void symv(const char* uplo, const int* n, const T* alpha, const T* a, const int* lda, const T* x,
          const int* incx, const T* beta, T* y, const int* incy, std::size_t /*length*/) {
    if (wrong_argument<T>(kind == Kind::hermitian ? "HEMV " : "SYMV ", {{1, is_one_of(uplo, "LU")},
                                                                        {2, *n >= 0},
                                                                        {5, *lda >= std::max(1, *n)},
                                                                        {7, *incx != 0},
                                                                        {10, *incy != 0}}) != 0)
        return;
    const Symmetric<T> matrix{{a, *lda}, upper_case(uplo) == 'L', kind == Kind::hermitian};
    const Vector<const T> from(x, *n, *incx);
    const Vector<T> to(y, *n, *incy);
    scale<T>(*n, *beta, to);
    for (Index j = 0; *alpha != T{0} && j < *n; ++j)
        for (Index i = 0; i < *n; ++i) to[i] += *alpha * from[j] * matrix(i, j);
}

/// Calls act(i, j) for the elements of one triangle.
template <class Act>
void for_each_of_triangle(bool lower, Index n, const Act& act) {
    for (Index j = 0; j < n; ++j)
        for (Index i = lower ? j : 0; i < (lower ? n : j + 1); ++i) act(i, j);
}

/// A hermitian matrix's diagonal is real: what stands in its imaginary parts does not count, and becomes 0.
template <class T, Kind kind>
void add_to(T& element, T change, bool on_diagonal) {
    element += change;
    if (kind == Kind::hermitian && on_diagonal) element = std::real(element);
}

/// syr and her, whose alpha is real.
template <class T, Kind kind, class Scalar>
void syr(const char* uplo, const int* n, const Scalar* alpha, const T* x, const int* incx, T* a,
         const int* lda, std::size_t /*length*/) {
    if (wrong_argument<T>(
            kind == Kind::hermitian ? "HER  " : "SYR  ",
            {{1, is_one_of(uplo, "LU")}, {2, *n >= 0}, {5, *incx != 0}, {7, *lda >= std::max(1, *n)}}) != 0 ||
        *alpha == Scalar{0})
        return;
    const Vector<const T> u(x, *n, *incx);
    const Matrix<T> matrix(a, *lda);
    for_each_of_triangle(upper_case(uplo) == 'L', *n, [&](Index i, Index j) {
        add_to<T, kind>(matrix(i, j), *alpha * conjugated_if(kind == Kind::hermitian, u[j]) * u[i], i == j);
    });
}

/// syr2 and her2.
template <class T, Kind kind>
void syr2(const char* uplo, const int* n, const T* alpha, const T* x, const int* incx, const T* y,
          const int* incy, T* a, const int* lda, std::size_t /*length*/) {
    constexpr bool conjugates = kind == Kind::hermitian;
    if (wrong_argument<T>(conjugates ? "HER2 " : "SYR2 ", {{1, is_one_of(uplo, "LU")},
                                                           {2, *n >= 0},
                                                           {5, *incx != 0},
                                                           {7, *incy != 0},
                                                           {9, *lda >= std::max(1, *n)}}) != 0 ||
        *alpha == T{0})
        return;
    const Vector<const T> u(x, *n, *incx), v(y, *n, *incy);
    const Matrix<T> matrix(a, *lda);
    const T factor = *alpha, other = conjugated_if(conjugates, factor);
    for_each_of_triangle(upper_case(uplo) == 'L', *n, [&](Index i, Index j) {
        const T change =
            factor * conjugated_if(conjugates, v[j]) * u[i] + other * conjugated_if(conjugates, u[j]) * v[i];
        add_to<T, kind>(matrix(i, j), change, i == j);
    });
}

/// Calls act(t, lower, unit, x) with the triangle T = op(A) for arguments that are right.
template <class T, class Act>
void with_triangle(std::string_view name, const char* uplo, const char* trans, const char* diag, const int* n,
                   const T* a, const int* lda, T* x, const int* incx, const Act& act) {
    if (wrong_argument<T>(name, {{1, is_one_of(uplo, "LU")},
                                 {2, is_one_of(trans, "NTC")},
                                 {3, is_one_of(diag, "NU")},
                                 {4, *n >= 0},
                                 {6, *lda >= std::max(1, *n)},
                                 {8, *incx != 0}}) != 0)
        return;
    const bool transposed = upper_case(trans) != 'N';
    act(Factor<T>(a, *lda, trans), (upper_case(uplo) == 'L') != transposed, upper_case(diag) == 'U',
        Vector<T>(x, *n, *incx));
}

template <class T>
void trmv(const char* uplo, const char* trans, const char* diag, const int* n, const T* a, const int* lda,
          T* x, const int* incx, std::size_t /*length*/, std::size_t /*length*/, std::size_t /*length*/) {
    with_triangle("TRMV ", uplo, trans, diag, n, a, lda, x, incx,
                  [n](const Factor<T>& t, bool lower, bool unit, const Vector<T>& b) {
                      for (Index step = 0; step < *n; ++step) {
                          const Index p = lower ? *n - 1 - step : step;
                          for (Index i = lower ? p + 1 : 0; i < (lower ? *n : p); ++i) b[i] += b[p] * t(i, p);
                          if (!unit) b[p] *= t(p, p);
                      }
                  });
}

template <class T>
void trsv(const char* uplo, const char* trans, const char* diag, const int* n, const T* a, const int* lda,
          T* x, const int* incx, std::size_t /*length*/, std::size_t /*length*/, std::size_t /*length*/) {
    with_triangle("TRSV ", uplo, trans, diag, n, a, lda, x, incx,
                  [n](const Factor<T>& t, bool lower, bool unit, const Vector<T>& b) {
                      for (Index step = 0; step < *n; ++step) {
                          const Index p = lower ? step : *n - 1 - step;
                          if (!unit) b[p] /= t(p, p);
                          for (Index i = lower ? p + 1 : 0; i < (lower ? *n : p); ++i) b[i] -= b[p] * t(i, p);
                      }
                  });
}

}  // namespace

template <class T>
void set_plain_matrix_vector(CpuRoutines<T>& routines) noexcept {
    routines.gemv = gemv<T>;
    routines.trmv = trmv<T>;
    routines.trsv = trsv<T>;
    if constexpr (std::is_floating_point_v<T>) {
        routines.ger = ger<T, false>;
        routines.symv = symv<T, Kind::symmetric>;
        routines.syr = syr<T, Kind::symmetric, T>;
        routines.syr2 = syr2<T, Kind::symmetric>;
    } else {
        routines.geru = ger<T, false>;
        routines.gerc = ger<T, true>;
        routines.hemv = symv<T, Kind::hermitian>;
        routines.her = syr<T, Kind::hermitian, PartOf<T>>;
        routines.her2 = syr2<T, Kind::hermitian>;
    }
}

template void set_plain_matrix_vector(CpuRoutines<double>&) noexcept;
template void set_plain_matrix_vector(CpuRoutines<float>&) noexcept;
template void set_plain_matrix_vector(CpuRoutines<std::complex<double>>&) noexcept;
template void set_plain_matrix_vector(CpuRoutines<std::complex<float>>&) noexcept;

}  // namespace hg::kernels
