#pragma once

#include <complex>
#include <cstdint>
#include <string_view>

#include "blas/call/shape.hpp"
#include "blas/cost/flops.hpp"
#include "blas/level3/triangle/trsm_call.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>
#include <hg/lapack/substitution_problem.hpp>

namespace hg {

/// The solve of A X = B with the Cholesky factor of A, as routine_call() takes it.
template <class T>
struct PotrsCall {
    using Element = T;
    static constexpr std::string_view kName = "potrs";

    Uplo uplo;
    std::int64_t n, nrhs;
    const T* A;
    std::int64_t lda;
    T* B;
    std::int64_t ldb;

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.uplo(c.uplo);
        list.size("n", c.n);
        list.size("nrhs", c.nrhs);
        list.matrix("A", c.A, c.lda, triangle(c.uplo, c.n), c.nrhs > 0);
        list.matrix("B", c.B, c.ldb, Shape{c.n, c.nrhs});
    }

    [[nodiscard]] double flops() const noexcept {
        return real_operations(element_type_of<T>()) * potrs_flops(n, nrhs);
    }
    [[nodiscard]] bool does_nothing() const noexcept { return n == 0 || nrhs == 0; }
    /// A = L L^H, so X = L^-H L^-1 B; if A = U^H U, X = U^-1 U^-H B. In one program, or for many right-hand sides as two
    /// triangular solves.
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
