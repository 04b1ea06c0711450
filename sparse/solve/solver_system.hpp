#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sparse/solve/solver_blocks.hpp"
#include "sparse/spmv/placement.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/machine/bindings.hpp>
#include <hg/sparse/solver_options.hpp>

namespace hg::sparse {

/// next := of_z z + D (of_r r + of_w A z) + of_previous previous, D being the inverse of A's diagonal.
/// `previous` is what z was a step before.
struct ChebyshevStep {
    double of_z = 0, of_r = 0, of_w = 0, of_previous = 0;
};

/// Who has which rows of A, and how it is preconditioned: what a solver's programs are made from. No device
/// is asked.
class SolverLayout {
  public:
    /// Divides A. Throws Error{device_failed} if no device computes with its elements.
    template <Element T>
    SolverLayout(const SparseMatrix<T>& A, Target target, const kernels::Database& database,
                 const BlockLimits& limits = {});

    [[nodiscard]] std::int64_t size() const noexcept { return placement_.rows; }
    [[nodiscard]] const Target& target() const noexcept { return target_; }
    [[nodiscard]] const Placement& placement() const noexcept { return placement_; }
    /// Steps of the polynomial in A that the preconditioner is from now on.
    void set_polynomial(std::vector<ChebyshevStep> steps) { polynomial_ = std::move(steps); }
    [[nodiscard]] const std::vector<ChebyshevStep>& polynomial() const noexcept { return polynomial_; }
    /// False once the devices have A and the preconditioner.
    [[nodiscard]] bool has_arrays() const noexcept { return has_arrays_; }
    /// 0: there is no preconditioner; 1: a diagonal one, of which polynomials are made; more: rows of its
    /// blocks.
    [[nodiscard]] std::int64_t preconditioner_rows() const noexcept { return preconditioner_rows_; }
    void set_preconditioner_rows(std::int64_t rows) noexcept { preconditioner_rows_ = rows; }

  protected:
    /// The devices have A: the host's arrays are freed.
    void release_arrays() noexcept;

  private:
    Target target_;
    Placement placement_;
    std::int64_t preconditioner_rows_ = 0;
    std::vector<ChebyshevStep> polynomial_;
    bool has_arrays_ = true;
};

/// A x = b on the devices of a session: what is in their memory from run to run.
class SolverSystem : public SolverLayout {
  public:
    /// Divides A. Throws Error{device_failed} if no device computes with its elements.
    template <Element T>
    SolverSystem(const SparseMatrix<T>& A, const SolverOptions& options, Session& session,
                 const BlockLimits& limits = {});

    /// Runs a program. Its resident registers keep what they hold for later ones; the matrices of A, the
    /// preconditioner and the exchanges are bound to the system's own memory.
    void run(const Program& program, Bindings bindings);
    /// Compiles its kernels, and reserves memory for it.
    void prepare(const Program& program) { session_.machine().prepare(program); }

    /// The devices have A and the preconditioner: the host's arrays are freed.
    void release_arrays() noexcept;

  private:
    void make_exchanges(std::int64_t restart);
    void bind_own_matrices(const Program& program, Bindings& bindings) const;

    Session& session_;
    BlockArray preconditioner_;
    std::shared_ptr<PinnedMemory> exchange_;
    Bindings arrays_;     ///< matrices of A and of the preconditioner
    Bindings exchanges_;  ///< matrices
    Bindings residents_;  ///< those that programs had so far
};

/// Parts of sums that are on their way at once.
inline constexpr std::int64_t kSumColumns = 16;

/// Rows from one product of a vector with the basis to the next: real ones stand together, complex ones where
/// windows may begin.
constexpr std::int64_t product_step(ElementType type) noexcept {
    return is_complex(type) ? kPlaceUnit : 1;
}
/// Rows of `count` products.
constexpr std::int64_t product_rows(ElementType type, std::int64_t count) noexcept {
    return product_step(type) * (count - 1) + 1;
}

}  // namespace hg::sparse
