#pragma once

#include <vector>

#include "blas/level3/row_major.hpp"
#include "blas/level3/triangle/triangle_call.hpp"
#include <hg/blas/trsm_program.hpp>

namespace hg {

/// A column-major triangular solve as routine_call() takes it.
template <class T>
struct TrsmCall : TriangleCall<TrsmArguments<T>, TrsmProblem> {
    [[nodiscard]] static Program program(const TrsmProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return trsm_program(problem, target, database);
    }
    /// By the CPU's BLAS, in the calling thread and its own; alpha is not 0.
    void on_cpu() const noexcept;

    /// Puts rectangles of B in the order in which they can be solved for.
    void put_in_order(std::vector<HostTile>& tiles) const noexcept;
    /// What a rectangle of B takes once all before it is solved for: B := alpha B less what the solutions
    /// before it enter it with, if there are any; then the solve with the triangle of the rectangle itself.
    template <class Next>
    void remaining_work(const HostTile& tile, Next next) const {
        TrsmCall solve{this->on_own_triangle(tile)};
        if (const auto update = this->product_with_before(tile, T{-1}, this->alpha)) {
            next(*update);
            solve.alpha = T{1};
        }
        next(solve);
    }
};

}  // namespace hg
