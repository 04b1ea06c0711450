#pragma once

#include <complex>
#include <cstdint>
#include <string_view>

#include "blas/call/shape.hpp"
#include "blas/cost/flops.hpp"
#include "blas/level3/triangle/trsm_call.hpp"
#include "lapack/common/row_interchanges.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>
#include <hg/lapack/substitution_problem.hpp>

namespace hg {

/// The solve of op(A) X = B with the factors of A, as routine_call() takes it.
template <class T>
struct GetrsCall {
    using Element = T;
    static constexpr std::string_view kName = "getrs";

    Op op;
    std::int64_t n, nrhs;
    const T* A;
    std::int64_t lda;
    const std::int64_t* ipiv;  ///< null: no interchanges
    T* B;
    std::int64_t ldb;

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.op("op", c.op);
        list.size("n", c.n);
        list.size("nrhs", c.nrhs);
        list.matrix("A", c.A, c.lda, Shape{c.n, c.n}, c.nrhs > 0);
        list.vector("ipiv", c.ipiv, c.n, false);
        list.matrix("B", c.B, c.ldb, Shape{c.n, c.nrhs});
    }

    [[nodiscard]] double flops() const noexcept {
        return real_operations(element_type_of<T>()) * getrs_flops(n, nrhs);
    }
    [[nodiscard]] bool does_nothing() const noexcept { return n == 0 || nrhs == 0; }
    /// A = P L U, so X = U^-1 L^-1 P^T B, and for the transposed system X = P L^-T U^-T B. In one program, or for many
    /// right-hand sides as two triangular solves.
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
