#pragma once

#include <span>

#include "sparse/residual/scaling.hpp"
#include <hg/sparse/host_array.hpp>
#include <hg/sparse/sparse_matrix.hpp>

namespace hg::sparse {

/// x of A x = b as the host has it, with r = b - A x computed from A, b and x in double precision. Devices
/// solve for corrections:
///
///     A' d = r',   A' = 2^-a A,   r' = 2^-e r,   x += 2^(e - a) d
///
/// Powers of two lose nothing, and keep what devices multiply within the range of T, whatever A, b and x are
/// measured in.
template <Element T>
class HostSolution {
  public:
    /// x is 0, or what is given. A and b must live as long.
    HostSolution(const SparseMatrix<T>& A, std::span<const T> b, std::span<const T> x);

    /// a
    [[nodiscard]] int exponent_of_matrix() const noexcept { return exponent_of_matrix_; }
    /// |b|
    [[nodiscard]] const Magnitude& norm_of_b() const noexcept { return norm_of_b_; }
    /// |r|; its exponent is e.
    [[nodiscard]] const Magnitude& residual() const noexcept { return residual_; }
    /// |r| / |b|; b must not be 0.
    [[nodiscard]] double relative_residual() const noexcept { return ratio(residual_, norm_of_b_); }
    /// False if an element of r is NaN or infinite.
    [[nodiscard]] bool is_finite() const noexcept { return is_finite_; }

    /// r', until the devices' correction takes its place.
    [[nodiscard]] T* exchange() noexcept { return exchange_.data(); }
    /// Adds the correction d that exchange() holds. Keeps the solution before if it is better than those that
    /// were kept.
    void add_correction();
    /// The best of the solutions before, if it is better than x.
    void take_best();
    void store(std::span<T> x) const;

  private:
    void keep();
    void compute_residual();
    /// r in units of 2^exponent.
    void subtract_product(int exponent);

    const SparseMatrix<T>& A_;
    const std::span<const T> b_;
    const Extent extent_of_b_, extent_of_matrix_;
    const int exponent_of_matrix_;
    const Magnitude norm_of_b_;
    HostArray<T> x_, best_;  ///< best_ without elements: 0
    HostArray<WideOf<T>> r_;
    HostArray<T> exchange_;
    Magnitude residual_, best_residual_;
    bool has_best_ = false, is_zero_ = true, is_finite_ = true;
};

}  // namespace hg::sparse
