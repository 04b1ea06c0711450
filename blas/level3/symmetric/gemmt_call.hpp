#pragma once

#include "blas/level3/product/gemm_call.hpp"
#include "blas/level3/row_major.hpp"
#include <hg/blas/rank_k_program.hpp>

namespace hg {

/// A column-major product of which one triangle is computed, as routine_call() takes it.
template <class T>
struct GemmtCall : GemmtArguments<T> {
    [[nodiscard]] bool does_nothing() const noexcept;
    [[nodiscard]] bool reads_output() const noexcept { return this->beta != T{0}; }

    [[nodiscard]] RankKProblem problem() const noexcept;
    [[nodiscard]] static Program program(const RankKProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return rank_k_program(problem, target, database);
    }
    /// Runs the call on the CPU BLAS, in the calling thread and the threads of the BLAS.
    void on_cpu() const noexcept;

    /// A diagonal tile is a triangle of a smaller product; an off-diagonal rectangle is a product.
    template <class Next>
    void remaining_work(const HostTile& tile, Next next) const {
        const GemmCall<T> product = part(tile);
        if (tile.part == TilePart::whole) return next(product);
        next(
            GemmtCall{{this->uplo, product.op_a, product.op_b, product.m, product.k, product.alpha, product.A,
                       product.lda, product.B, product.ldb, product.beta, product.C, product.ldc}});
    }

  private:
    /// Returns the product for a whole rectangle of C.
    [[nodiscard]] GemmCall<T> part(const HostTile& tile) const noexcept;
};

}  // namespace hg
