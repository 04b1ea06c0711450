#pragma once

#include "blas/level3/product/gemm_call.hpp"
#include "blas/level3/row_major.hpp"
#include "blas/level3/symmetric/real_scale_call.hpp"
#include <hg/blas/rank_k_program.hpp>

namespace hg {

/// A column-major update of one triangle as routine_call() takes it.
template <class T, Symmetry kSymmetry = Symmetry::symmetric>
struct Syr2kCall : Syr2kArguments<T, kSymmetry> {
    using Coefficient = typename Syr2kArguments<T, kSymmetry>::Coefficient;

    [[nodiscard]] bool does_nothing() const noexcept;
    [[nodiscard]] bool reads_output() const noexcept { return this->beta != Coefficient{0}; }

    [[nodiscard]] RankKProblem problem() const noexcept;
    [[nodiscard]] static Program program(const RankKProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return rank_k_program(problem, target, database);
    }
    /// Runs the call on the CPU BLAS, in the calling thread and the threads of the BLAS.
    void on_cpu() const noexcept;

    /// A triangle of C is a smaller update; an off-diagonal rectangle is two products.
    template <class Next>
    void remaining_work(const HostTile& tile, Next next) const {
        if (tile.part != TilePart::whole) return next(on_diagonal(tile));
        if constexpr (kSymmetry == Symmetry::hermitian)
            with_real_beta(beside_diagonal(tile, false), this->beta, next);
        else
            next(beside_diagonal(tile, false));
        next(beside_diagonal(tile, true));
    }

  private:
    [[nodiscard]] Syr2kCall on_diagonal(const HostTile& tile) const noexcept;
    /// C := beta C + alpha op(A) op(B)^T, then C := C + alpha op(B) op(A)^T. If C is hermitian, with ^H and
    /// with the conjugate of alpha in the second one.
    [[nodiscard]] GemmCall<T> beside_diagonal(const HostTile& tile, bool second) const noexcept;
};

template <class T>
using Her2kCall = Syr2kCall<T, Symmetry::hermitian>;

}  // namespace hg
