#pragma once

#include <cstdint>
#include <vector>

#include <hg/runtime/program/element.hpp>

namespace hgctl {

/// Random matrices A and B of order n, and their product by the CPU's BLAS, with which others are compared.
template <class T>
class MemoryProblem {
  public:
    explicit MemoryProblem(std::int64_t n);

    [[nodiscard]] std::int64_t n() const noexcept { return n_; }
    [[nodiscard]] const T* a() const noexcept { return a_.data(); }
    [[nodiscard]] const T* b() const noexcept { return b_.data(); }
    /// What a version computes; NaN before it does.
    [[nodiscard]] std::vector<T>& c() noexcept { return c_; }
    void spoil_c();

    /// C := A B by the CPU's BLAS.
    void multiply_by_blas();
    /// C := A B by hg's own product, on `threads` threads.
    void multiply_by_hg(int threads);

    /// Keeps C as what others are compared with.
    void keep_as_reference();
    /// |C - reference| in units of 3 eps sqrt(n + 2) |A| |B|, in Frobenius norms. Infinity for NaN.
    [[nodiscard]] double error() const;

  private:
    std::int64_t n_;
    std::vector<T> a_, b_, c_, reference_;
};

extern template class MemoryProblem<float>;
extern template class MemoryProblem<double>;

}  // namespace hgctl
