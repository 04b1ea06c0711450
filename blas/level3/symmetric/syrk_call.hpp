#pragma once

#include "blas/level3/product/gemm_call.hpp"
#include "blas/level3/row_major.hpp"
#include "blas/level3/symmetric/real_scale_call.hpp"
#include <hg/blas/rank_k_program.hpp>

namespace hg {

/// A column-major update of one triangle as routine_call() takes it.
template <class T, Symmetry kSymmetry = Symmetry::symmetric>
struct SyrkCall : SyrkArguments<T, kSymmetry> {
    using Coefficient = typename SyrkArguments<T, kSymmetry>::Coefficient;

    [[nodiscard]] bool does_nothing() const noexcept;
    [[nodiscard]] bool reads_output() const noexcept { return this->beta != Coefficient{0}; }

    [[nodiscard]] RankKProblem problem() const noexcept;
    [[nodiscard]] static Program program(const RankKProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return rank_k_program(problem, target, database);
    }
    /// Runs the call on the CPU BLAS, in the calling thread and the threads of the BLAS.
    void on_cpu() const noexcept;

    /// A triangle of C is a smaller update; an off-diagonal rectangle is a product.
    template <class Next>
    void remaining_work(const HostTile& tile, Next next) const {
        if (tile.part != TilePart::whole) return next(on_diagonal(tile));
        if constexpr (kSymmetry == Symmetry::hermitian)
            with_real_beta(beside_diagonal(tile), this->beta, next);
        else
            next(beside_diagonal(tile));
    }

  private:
    [[nodiscard]] SyrkCall on_diagonal(const HostTile& tile) const noexcept;
    [[nodiscard]] GemmCall<T> beside_diagonal(const HostTile& tile) const noexcept;
};

template <class T>
using HerkCall = SyrkCall<T, Symmetry::hermitian>;

}  // namespace hg
