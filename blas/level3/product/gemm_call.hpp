#pragma once

#include "blas/level3/row_major.hpp"
#include <hg/blas/gemm_program.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// A column-major product as routine_call() takes it.
template <class T>
struct GemmCall : GemmArguments<T> {
    [[nodiscard]] bool does_nothing() const noexcept;
    [[nodiscard]] bool reads_output() const noexcept { return this->beta != T{0}; }

    [[nodiscard]] GemmProblem problem() const noexcept;
    [[nodiscard]] static Program program(const GemmProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return gemm_program(problem, target, database);
    }
    /// Runs the call on the CPU BLAS, in the calling thread and the threads of the BLAS.
    void on_cpu() const noexcept;

    /// Returns the product for a rectangle of C.
    [[nodiscard]] GemmCall part(const HostTile& tile) const noexcept;
    template <class Next>
    void remaining_work(const HostTile& tile, Next next) const {
        next(part(tile));
    }
};

}  // namespace hg
