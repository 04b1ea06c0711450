#pragma once

#include <vector>

#include "lapack/generated/arguments.hpp"
#include "lapack/ldl/ldl_steps.hpp"
#include <hg/blas/session.hpp>

namespace hg {

/// The solve of A X = B with the factors of an indefinite A, as routine_call() takes it.
template <class T, Symmetry kSymmetry = Symmetry::symmetric>
struct SytrsCall : SytrsArguments<T, kSymmetry> {
    [[nodiscard]] bool does_nothing() const noexcept { return this->n == 0 || this->nrhs == 0; }
    /// P A P^T = L D L^T, so X = P^T L^-T D^-1 L^-1 P B: two triangular solves.
    std::int64_t perform(Session& session) const;

  private:
    using Steps = std::vector<LdlStep>;

    [[nodiscard]] Steps checked_steps() const;
    void copy_column(const Steps& steps, std::size_t step, std::int64_t column, T* L) const noexcept;
    void solve_with_blocks(const Steps& steps) const noexcept;
};

}  // namespace hg
