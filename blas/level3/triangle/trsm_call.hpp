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
    /// Runs the call on the CPU BLAS, in the calling thread and the threads of the BLAS. alpha must not be 0.
    void on_cpu() const noexcept;

    /// Sorts rectangles of B into the order in which they can be solved for.
    void put_in_order(std::vector<HostTile>& tiles) const noexcept;
    /// The calls for a rectangle of B once all before it are solved: B := alpha B - op(A) X for the solutions
    /// X before it, if there are any; then the solve with its own diagonal block.
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
