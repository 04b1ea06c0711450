#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

/// The scaling of a matrix whose largest element is so small or so large that arithmetic with it may fail, as
/// LAPACK's drivers do it: to the nearest size that is safe. Several threads work on large matrices; the
/// results do not depend on their number.
template <class T>
class SafeScale {
  public:
    /// Looks at the elements of a column-major matrix. NaN and Inf are left to arithmetic.
    SafeScale(std::int64_t rows, std::int64_t cols, const T* A, std::int64_t lda) noexcept;

    [[nodiscard]] bool all_zero() const noexcept { return largest_ == Real{0}; }
    /// True if the matrix is to be scaled.
    [[nodiscard]] bool is_needed() const noexcept { return safe_ < largest_ || safe_ > largest_; }
    /// A matrix times what scales this one.
    void apply(std::int64_t rows, std::int64_t cols, T* X, std::int64_t ldx) const noexcept;
    /// A matrix times the inverse of that.
    void undo(std::int64_t rows, std::int64_t cols, T* X, std::int64_t ldx) const noexcept;

  private:
    using Real = RealOf<T>;

    Real largest_;  ///< magnitude; NaN if there is one, and for Inf
    Real safe_;     ///< what becomes of it
};

}  // namespace hg
