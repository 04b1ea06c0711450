#pragma once

#include "lapack/generated/arguments.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>
#include <hg/lapack/substitution_problem.hpp>

namespace hg {

/// The solve of A X = B with the Cholesky factor of A, as routine_call() takes it.
template <class T>
struct PotrsCall : PotrsArguments<T> {
    [[nodiscard]] bool does_nothing() const noexcept { return this->n == 0 || this->nrhs == 0; }
    /// A = L L^H, so X = L^-H L^-1 B; if A = U^H U, X = U^-1 U^-H B.
    std::int64_t perform(Session& session) const;
    /// The two solves.
    [[nodiscard]] SubstitutionProblem problem() const noexcept {
        return {.type = element_type_of<T>(),
                .factors = this->uplo == Uplo::upper ? Factors::upper : Factors::lower,
                .n = this->n,
                .nrhs = this->nrhs};
    }
};

}  // namespace hg
