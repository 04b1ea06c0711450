#include "host_blas/product/host_trsm.hpp"

#include <algorithm>
#include <complex>

#include "host_blas/product/host_matrix.hpp"
#include "host_blas/product/host_product.hpp"

namespace hg {
namespace {

/// Order of the diagonal blocks that are solved element by element.
constexpr std::int64_t kDiagonal = 32;

/// B := T^-1 B with T of order m, column by column of B.
template <class T>
void solve_from_left(std::int64_t m, std::int64_t n, const HostFactor<T>& t, bool lower, bool unit,
                     const HostMatrix<T>& b) {
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t step = 0; step < m; ++step) {
            const std::int64_t p = lower ? step : m - 1 - step;
            if (b(p, j) == T{0}) continue;
            if (!unit) b(p, j) /= t(p, p);
            for (std::int64_t i = lower ? p + 1 : 0; i < (lower ? m : p); ++i) b(i, j) -= b(p, j) * t(i, p);
        }
}

/// B := B T^-1 with T of order n, by columns of B.
template <class T>
void solve_from_right(std::int64_t m, std::int64_t n, const HostFactor<T>& t, bool lower, bool unit,
                      const HostMatrix<T>& b) {
    for (std::int64_t step = 0; step < n; ++step) {
        const std::int64_t j = lower ? n - 1 - step : step;
        for (std::int64_t p = lower ? j + 1 : 0; p < (lower ? n : j); ++p)
            for (std::int64_t i = 0; i < m; ++i) b(i, j) -= b(i, p) * t(p, j);
        if (unit) continue;
        for (std::int64_t i = 0; i < m; ++i) b(i, j) /= t(j, j);
    }
}

template <class T>
class HostTrsm {
  public:
    HostTrsm(const CpuTriangle& triangle, std::int64_t m, std::int64_t n, const T* a, std::int64_t lda, T* b,
             std::int64_t ldb)
        : which_(triangle), m_(m), n_(n), a_(a), lda_(lda), b_(b), ldb_(ldb) {}

    void solve() const {
        const std::int64_t order = which_.right ? n_ : m_;
        const std::int64_t blocks = (order + kDiagonal - 1) / kDiagonal;
        // Begin with the first block if op(A) is lower and on the left, or upper and on the right.
        const bool forward = (which_.upper != which_.transposed) == which_.right;
        for (std::int64_t step = 0; step < blocks; ++step) {
            const std::int64_t first = (forward ? step : blocks - 1 - step) * kDiagonal;
            const std::int64_t end = std::min(first + kDiagonal, order);
            solve_with_diagonal(first, end - first);
            if (forward)
                subtract(first, end - first, end, order - end);
            else
                subtract(first, end - first, 0, first);
        }
    }

  private:
    void solve_with_diagonal(std::int64_t first, std::int64_t order) const {
        const HostFactor<T> t(a_ + first * (lda_ + 1), lda_, which_.transposed,
                              which_.transposed && which_.conjugated);
        const HostMatrix<T> b(of_b(first), ldb_);
        const bool lower = which_.upper == which_.transposed;
        if (which_.right)
            solve_from_right(m_, order, t, lower, which_.unit, b);
        else
            solve_from_left(order, n_, t, lower, which_.unit, b);
    }

    /// Subtracts the contribution of the solved part from the rows of B (columns for `right`) [other, other +
    /// count).
    void subtract(std::int64_t first, std::int64_t order, std::int64_t other, std::int64_t count) const {
        if (count == 0) return;
        const std::int64_t row = which_.right ? first : other;
        const std::int64_t col = which_.right ? other : first;
        const T* block = which_.transposed ? a_ + col + row * lda_ : a_ + row + col * lda_;
        if (which_.right)
            host_gemm<T>(CpuOperation::none, operation(), m_, count, order, T{-1}, of_b(first), ldb_, block,
                         lda_, T{1}, of_b(other), ldb_);
        else
            host_gemm<T>(operation(), CpuOperation::none, count, n_, order, T{-1}, block, lda_, of_b(first),
                         ldb_, T{1}, of_b(other), ldb_);
    }

    [[nodiscard]] CpuOperation operation() const {
        if (!which_.transposed) return CpuOperation::none;
        return which_.conjugated ? CpuOperation::conj_trans : CpuOperation::trans;
    }
    [[nodiscard]] T* of_b(std::int64_t first) const { return which_.right ? b_ + first * ldb_ : b_ + first; }

    const CpuTriangle which_;
    const std::int64_t m_, n_;
    const T* const a_;
    const std::int64_t lda_;
    T* const b_;
    const std::int64_t ldb_;
};

}  // namespace

template <class T>
void host_trsm(const CpuTriangle& triangle, std::int64_t m, std::int64_t n, const T* a, std::int64_t lda,
               T* b, std::int64_t ldb) noexcept {
    HostTrsm<T>(triangle, m, n, a, lda, b, ldb).solve();
}

#define HG_INSTANTIATE(T)                                                                               \
    template void host_trsm(const CpuTriangle&, std::int64_t, std::int64_t, const T*, std::int64_t, T*, \
                            std::int64_t) noexcept;
HG_INSTANTIATE(double)
HG_INSTANTIATE(float)
HG_INSTANTIATE(std::complex<double>)
HG_INSTANTIATE(std::complex<float>)
#undef HG_INSTANTIATE

}  // namespace hg
