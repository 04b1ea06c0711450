#pragma once

#include <vector>

#include "blas/level3/row_major.hpp"
#include "blas/level3/triangle/triangle_call.hpp"
#include <hg/blas/trmm_program.hpp>

namespace hg {

/// A column-major product with a triangle as routine_call() takes it.
template <class T>
struct TrmmCall : TriangleCall<TrmmArguments<T>, TrmmProblem> {
    [[nodiscard]] static Program program(const TrmmProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return trmm_program(problem, target, database);
    }
    /// Runs the call on the CPU BLAS, in the calling thread and the threads of the BLAS.
    void on_cpu() const noexcept;

    /// Sorts rectangles of B so that none is overwritten on which a later one depends.
    void put_in_order(std::vector<HostTile>& tiles) const noexcept;
    /// Returns true if B holds its old elements wherever `tiles`, all rectangles that are not computed yet,
    /// depend on it.
    [[nodiscard]] bool can_finish(const std::vector<HostTile>& tiles) const noexcept;
    /// The calls for a rectangle of B while the part on which it depends is old: the product with its own
    /// diagonal block; then B += alpha op(A) B for the rest, if there is any.
    template <class Next>
    void remaining_work(const HostTile& tile, Next next) const {
        next(TrmmCall{this->on_own_triangle(tile)});
        if (const auto update = this->product_with_before(tile, this->alpha, T{1})) next(*update);
    }
};

}  // namespace hg
