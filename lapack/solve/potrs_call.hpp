#pragma once

#include "blas/level3/triangle/trsm_call.hpp"
#include "lapack/generated/arguments.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>
#include <hg/lapack/substitution_problem.hpp>

namespace hg {

/// The solve of A X = B with the Cholesky factor of A, as routine_call() takes it.
template <class T>
struct PotrsCall : PotrsArguments<T> {
    [[nodiscard]] bool does_nothing() const noexcept { return this->n == 0 || this->nrhs == 0; }
    /// A = L L^H, so X = L^-H L^-1 B; if A = U^H U, X = U^-1 U^-H B. In one program, or for many right-hand
    /// sides as two triangular solves.
    std::int64_t perform(Session& session) const;
    /// The same by the CPU's BLAS.
    void on_cpu() const noexcept;
    /// The two solves.
    [[nodiscard]] SubstitutionProblem problem() const noexcept;

  private:
    /// The solve that comes first, or the other.
    [[nodiscard]] TrsmCall<T> triangle_of(bool first) const noexcept;
};

}  // namespace hg
