#include "kernels/gemm/host/host_trsm.hpp"

#include <algorithm>
#include <complex>

#include "kernels/cpu/plain_blas.hpp"
#include "kernels/gemm/host/host_product.hpp"

namespace hg::kernels {
namespace {

/// Order of the diagonal blocks that are solved with element by element.
constexpr std::int64_t kDiagonal = 32;

template <class T>
class HostTrsm {
  public:
    HostTrsm(const CpuTriangle& triangle, std::int64_t m, std::int64_t n, const T* a, std::int64_t lda, T* b,
             std::int64_t ldb)
        : which_(triangle), m_(m), n_(n), a_(a), lda_(lda), b_(b), ldb_(ldb) {}

    void solve() const {
        const std::int64_t order = which_.right ? n_ : m_;
        const std::int64_t blocks = (order + kDiagonal - 1) / kDiagonal;
        // From the left with a lower op(A) from the first block on, and likewise from the right with an upper one.
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
        const char side = which_.right ? 'R' : 'L';
        const char uplo = which_.upper ? 'U' : 'L';
        const char trans = static_cast<char>(operation());
        const char diag = which_.unit ? 'U' : 'N';
        const auto rows = static_cast<int>(which_.right ? m_ : order);
        const auto cols = static_cast<int>(which_.right ? order : n_);
        const auto lda = static_cast<int>(lda_);
        const auto ldb = static_cast<int>(ldb_);
        const T one{1};
        plain_routines<T>().trsm(&side, &uplo, &trans, &diag, &rows, &cols, &one, a_ + first * (lda_ + 1),
                                 &lda, of_b(first), &ldb, 1, 1, 1, 1);
    }

    /// What is solved for enters the rows of B, or the columns for `right`, [other, other + count).
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

}  // namespace hg::kernels
