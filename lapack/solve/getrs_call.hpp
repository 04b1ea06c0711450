#pragma once

#include "lapack/generated/arguments.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>
#include <hg/lapack/substitution_problem.hpp>

namespace hg {

/// The solve of op(A) X = B with the factors of A, as routine_call() takes it.
template <class T>
struct GetrsCall : GetrsArguments<T> {
    [[nodiscard]] bool does_nothing() const noexcept { return this->n == 0 || this->nrhs == 0; }
    /// A = P L U, so X = U^-1 L^-1 P^T B, and for the transposed system X = P L^-T U^-T B.
    std::int64_t perform(Session& session) const;

    /// The two solves with triangles.
    [[nodiscard]] SubstitutionProblem problem() const noexcept {
        return {.type = element_type_of<T>(), .op = this->op, .n = this->n, .nrhs = this->nrhs};
    }
    /// X := P^T X, if that comes before them.
    void interchange_before(T* X, std::int64_t ldx) const noexcept;
    /// X := P X, if that comes after them.
    void interchange_after(T* X, std::int64_t ldx) const noexcept;
};

}  // namespace hg
