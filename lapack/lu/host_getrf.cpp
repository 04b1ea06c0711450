#include "lapack/lu/host_getrf.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>
#include <vector>

#include "blas/call/output_changes.hpp"
#include "host_blas/call_cpu_blas.hpp"
#include "host_blas/cpu_blas.hpp"
#include "host_blas/element_arithmetic.hpp"
#include "kernels/lu/lu_host.hpp"
#include "lapack/common/memory_loop.hpp"
#include <hg/runtime/program/element.hpp>

namespace hg {
namespace {

/// Narrower panels are factored column by column: calls of BLAS would cost more than they save.
constexpr int kNarrow = 16;

/// An m x n block of a column-major matrix.
template <class T>
struct Block {
    int m, n;
    T* data;
    std::ptrdiff_t ld;

    [[nodiscard]] T& operator()(int i, int j) const noexcept { return data[i + j * ld]; }
    [[nodiscard]] Block block(int i, int j, int rows, int cols) const noexcept {
        return {rows, cols, data + i + j * ld, ld};
    }
};

/// A := L U column by column; a zero pivot is not divided by.
template <class T>
void factor_columns(const Block<T>& A) noexcept {
    for (int k = 0; k < std::min(A.m, A.n); ++k) {
        if (A(k, k) != T{0})
            for (int i = k + 1; i < A.m; ++i) A(i, k) /= A(k, k);
        for (int j = k + 1; j < A.n; ++j)
            for (int i = k + 1; i < A.m; ++i) A(i, j) -= A(i, k) * A(k, j);
    }
}

/// A := L U by halves of its columns:
///
///     [A11 A12]   [L11    ] [U11 U12]    factor [A11; A21];  U12 := L11^-1 A12;
///     [A21 A22] = [L21 L22] [    U22]    A22 -= L21 U12;     factor A22
template <class T>
void factor(const Block<T>& A) noexcept {
    const int order = std::min(A.m, A.n);
    if (A.n <= kNarrow || order <= 1) return factor_columns(A);
    const int k = A.n > A.m ? A.m : order / 2;
    factor(A.block(0, 0, A.m, k));
    const Block<T> A11 = A.block(0, 0, k, k);
    const Block<T> A12 = A.block(0, k, k, A.n - k);
    cpu_trsm<T>({.unit = true}, A12.m, A12.n, T{1}, A11.data, A.ld, A12.data, A.ld);
    if (k == A.m) return;
    const Block<T> A21 = A.block(k, 0, A.m - k, k);
    const Block<T> A22 = A.block(k, k, A.m - k, A.n - k);
    cpu_gemm<T>(false, false, A22.m, A22.n, k, T{-1}, A21.data, A.ld, A12.data, A.ld, T{1}, A22.data, A.ld);
    factor(A22);
}

/// Whether pivots may be so small that they have no reciprocal: an element is as small, but for the digits
/// that a difference loses.
template <class T>
bool may_have_tiny_pivots(const HostGetrf<T>& f) noexcept {
    using Real = PartOf<T>;
    constexpr Real kTiny = std::numeric_limits<Real>::min() / std::numeric_limits<Real>::epsilon();
    std::atomic<bool> found{false};
    memory_loop(f.n, f.m * static_cast<std::int64_t>(sizeof(T)), [&](std::int64_t first, std::int64_t last) {
        bool any = false;
        for (std::int64_t j = first; j < last; ++j)
            for (std::int64_t i = 0; i < f.m; ++i) {
                const Real size = magnitude(f.A[i + j * f.lda]);
                any |= size < kTiny && size > 0;
            }
        if (any) found.store(true, std::memory_order_relaxed);
    });
    return found;
}

/// A := P L U by divisions, where LAPACK would multiply by reciprocals that some pivots do not have.
template <class T>
void factor_by_division(const HostGetrf<T>& f, std::int32_t* pivots) {
    const std::int64_t order = std::min(f.m, f.n);
    kernels::factor_panel(f.m, order, f.A, f.lda, pivots);
    for (std::int64_t j = order; j < f.n; ++j) {
        T* const column = f.A + j * f.lda;
        for (std::int64_t i = 0; i < order; ++i) std::swap(column[i], column[pivots[i]]);
    }
    for (std::int64_t i = 0; i < order; ++i) ++pivots[i];
    kernels::solve_lower_unit_on_host(order, f.n - order, f.A, f.lda, f.A + order * f.lda, f.lda);
}

}  // namespace

template <class T>
void host_getrf(const HostGetrf<T>& f) {
    const std::int64_t order = std::min(f.m, f.n);
    if (f.pivoting == Pivoting::none) {
        OutputChanges::note();
        factor(Block<T>{static_cast<int>(f.m), static_cast<int>(f.n), f.A, f.lda});
        for (std::int64_t i = 0; f.ipiv != nullptr && i < order; ++i) f.ipiv[i] = i + 1;
        return;
    }
    int info = 0;
    std::vector<int> pivots(static_cast<std::size_t>(order));
    const bool divides = may_have_tiny_pivots(f);
    OutputChanges::note();
    if (divides)
        factor_by_division(f, pivots.data());
    else
        call_cpu_blas(cpu_blas().routines<T>().getrf,
                      real_operations(element_type_of<T>()) * static_cast<double>(f.m) *
                          static_cast<double>(f.n) * static_cast<double>(order),
                      f.m, f.n, f.A, f.lda, pivots.data(), &info);
    std::copy(pivots.begin(), pivots.end(), f.ipiv);
}

template void host_getrf(const HostGetrf<float>&);
template void host_getrf(const HostGetrf<double>&);
template void host_getrf(const HostGetrf<std::complex<float>>&);
template void host_getrf(const HostGetrf<std::complex<double>>&);

}  // namespace hg
