#pragma once

#include "blas/level3/triangle/trsm_call.hpp"
#include "lapack/common/row_interchanges.hpp"
#include "lapack/generated/arguments.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>
#include <hg/lapack/substitution_problem.hpp>

namespace hg {

/// The solve of op(A) X = B with the factors of A, as routine_call() takes it.
template <class T>
struct GetrsCall : GetrsArguments<T> {
    [[nodiscard]] bool does_nothing() const noexcept { return this->n == 0 || this->nrhs == 0; }
    /// A = P L U, so X = U^-1 L^-1 P^T B, and for the transposed system X = P L^-T U^-T B. In one program, or
    /// for many right-hand sides as two triangular solves.
    std::int64_t perform(Session& session) const;
    /// The same with valid interchanges, by the CPU's BLAS.
    void on_cpu() const noexcept;

    /// The two solves with triangles.
    [[nodiscard]] SubstitutionProblem problem() const noexcept;
    /// X := P^T X, if that comes before them.
    void interchange_before(T* X, std::int64_t ldx) const noexcept;
    /// X := P X, if that comes after them.
    void interchange_after(T* X, std::int64_t ldx) const noexcept;

  private:
    /// perform() with a way to solve a triangle.
    template <class Solve>
    void in_order(const Solve& solve_triangle) const;
    [[nodiscard]] TrsmCall<T> triangle(Uplo uplo, Diag diag) const noexcept;
    void check_interchanges() const;
    void solve(Session& session, Uplo uplo, Diag diag) const;
};

}  // namespace hg
