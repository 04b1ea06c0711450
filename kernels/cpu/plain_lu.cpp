#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "kernels/cpu/plain_arguments.hpp"
#include "kernels/cpu/plain_parts.hpp"
#include "kernels/lu/lu_host.hpp"

namespace hg::kernels {
namespace {

/// Interchanges rows of an m x n matrix, as getrf counts them, in ascending order or in descending.
template <class T>
void interchange(std::ptrdiff_t n, T* a, std::ptrdiff_t lda, const int* ipiv, std::ptrdiff_t count,
                 bool ascending) {
    for (std::ptrdiff_t step = 0; step < count; ++step) {
        const std::ptrdiff_t i = ascending ? step : count - 1 - step;
        const std::ptrdiff_t other = ipiv[i] - 1;
        if (other == i) continue;
        for (std::ptrdiff_t j = 0; j < n; ++j) std::swap(a[i + j * lda], a[other + j * lda]);
    }
}

template <class T>
void getrf(const int* m, const int* n, T* a, const int* lda, int* ipiv, int* info) {
    *info = -wrong_argument<T>("GETRF", {{1, *m >= 0}, {2, *n >= 0}, {4, *lda >= std::max(1, *m)}});
    if (*info != 0) return;
    const int order = std::min(*m, *n);
    const std::ptrdiff_t ld = *lda;
    static_assert(sizeof(int) == sizeof(std::int32_t));
    factor_panel<T>(*m, order, a, ld, ipiv);
    for (int i = order - 1; i >= 0; --i) {
        ++ipiv[i];
        if (a[i * (ld + 1)] == T{0}) *info = i + 1;
    }
    if (order == *n || order == 0) return;
    T* rest = a + order * ld;
    interchange<T>(*n - order, rest, ld, ipiv, order, true);
    solve_lower_unit_on_host(order, *n - order, a, ld, rest, ld);
}

template <class T>
void getrs(const char* trans, const int* n, const int* nrhs, const T* a, const int* lda, const int* ipiv,
           T* b, const int* ldb, int* info, std::size_t /*length*/) {
    *info = -wrong_argument<T>("GETRS", {{1, is_one_of(trans, "NTC")},
                                         {2, *n >= 0},
                                         {3, *nrhs >= 0},
                                         {5, *lda >= std::max(1, *n)},
                                         {8, *ldb >= std::max(1, *n)}});
    if (*info != 0 || *n == 0 || *nrhs == 0) return;
    const bool transposed = upper_case(trans) != 'N';
    const bool conjugated = upper_case(trans) == 'C';
    const CpuTriangle l{.transposed = transposed, .unit = true, .conjugated = conjugated};
    const CpuTriangle u{.upper = true, .transposed = transposed, .conjugated = conjugated};
    if (!transposed) interchange<T>(*nrhs, b, *ldb, ipiv, *n, true);
    for (const CpuTriangle& triangle : {transposed ? u : l, transposed ? l : u})
        cpu_trsm<T>(triangle, *n, *nrhs, T{1}, a, *lda, b, *ldb);
    if (transposed) interchange<T>(*nrhs, b, *ldb, ipiv, *n, false);
}

template <class T>
void gesv(const int* n, const int* nrhs, T* a, const int* lda, int* ipiv, T* b, const int* ldb, int* info) {
    *info = -wrong_argument<T>(
        "GESV ", {{1, *n >= 0}, {2, *nrhs >= 0}, {4, *lda >= std::max(1, *n)}, {7, *ldb >= std::max(1, *n)}});
    if (*info != 0) return;
    getrf<T>(n, n, a, lda, ipiv, info);
    if (*info == 0) getrs<T>("N", n, nrhs, a, lda, ipiv, b, ldb, info, 1);
}

}  // namespace

template <class T>
void set_plain_lu(CpuRoutines<T>& routines) noexcept {
    routines.getrf = getrf<T>;
    routines.getrs = getrs<T>;
    routines.gesv = gesv<T>;
}

template void set_plain_lu(CpuRoutines<double>&) noexcept;
template void set_plain_lu(CpuRoutines<float>&) noexcept;
template void set_plain_lu(CpuRoutines<std::complex<double>>&) noexcept;
template void set_plain_lu(CpuRoutines<std::complex<float>>&) noexcept;

}  // namespace hg::kernels
