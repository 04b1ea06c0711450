#pragma once

#include "blas/level3/product/gemm_call.hpp"
#include "blas/level3/row_major.hpp"

namespace hg {

/// A column-major product with a symmetric or hermitian matrix as routine_call() takes it.
template <class T, Symmetry kSymmetry = Symmetry::symmetric>
struct SymmCall : SymmArguments<T, kSymmetry> {
    [[nodiscard]] bool does_nothing() const noexcept;
    [[nodiscard]] bool reads_output() const noexcept { return this->beta != T{0}; }

    /// A product with a factor that is symmetric or hermitian.
    [[nodiscard]] GemmProblem problem() const noexcept;
    [[nodiscard]] static Program program(const GemmProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return gemm_program(problem, target, database);
    }
    /// Runs the call on the CPU BLAS, in the calling thread and the threads of the BLAS.
    void on_cpu() const noexcept;

    /// For a rectangle of C: the product with the diagonal part of A, which has the same symmetry, then those
    /// with the parts before and after it.
    template <class Next>
    void remaining_work(const HostTile& tile, Next next) const {
        const bool left = this->side == Side::left;
        const std::int64_t begin = left ? tile.row : tile.col;
        const std::int64_t end = begin + (left ? tile.rows : tile.cols);
        next(on_diagonal(tile));
        if (begin > 0) next(beside_diagonal(tile, 0, begin));
        if (end < this->order()) next(beside_diagonal(tile, end, this->order()));
    }

  private:
    [[nodiscard]] SymmCall on_diagonal(const HostTile& tile) const noexcept;
    /// The contribution of rows (Side::right: columns) [begin, end) of B to a rectangle of C.
    [[nodiscard]] GemmCall<T> beside_diagonal(const HostTile& tile, std::int64_t begin,
                                              std::int64_t end) const noexcept;
};

template <class T>
using HemmCall = SymmCall<T, Symmetry::hermitian>;

}  // namespace hg
