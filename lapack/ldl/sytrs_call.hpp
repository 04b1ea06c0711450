#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lapack/generated/arguments.hpp"
#include "lapack/ldl/ldl_steps.hpp"
#include <hg/blas/session.hpp>

namespace hg {

/// What a solve with the factors of an indefinite matrix of order n needs: then it takes no more memory of
/// its own.
template <class T>
struct LdlWorkspace {
    explicit LdlWorkspace(std::int64_t n)
        : L(std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(n * n))) {
        steps.reserve(static_cast<std::size_t>(n));
    }

    std::unique_ptr<T[]> L;  ///< n x n
    std::vector<LdlStep> steps{};
};

/// The solve of A X = B with the factors of an indefinite A, as routine_call() takes it.
template <class T, Symmetry kSymmetry = Symmetry::symmetric>
struct SytrsCall : SytrsArguments<T, kSymmetry> {
    [[nodiscard]] bool does_nothing() const noexcept { return this->n == 0 || this->nrhs == 0; }
    std::int64_t perform(Session& session) const;
    /// P A P^T = L D L^T, so X = P^T L^-T D^-1 L^-1 P B: two triangular solves.
    void solve(Session& session, LdlWorkspace<T>& workspace) const;

  private:
    using Steps = std::vector<LdlStep>;

    void check(const Steps& steps) const;
    void copy_columns(const Steps& steps, T* L) const noexcept;
    void copy_column(const Steps& steps, std::size_t step, std::int64_t column, T* L) const noexcept;
    void solve_with_blocks(const Steps& steps) const noexcept;
};

}  // namespace hg
