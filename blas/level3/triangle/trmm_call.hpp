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
    /// By the CPU's BLAS, in the calling thread and its own.
    void on_cpu() const noexcept;

    /// Puts rectangles of B in an order in which none is overwritten that those after it depend on.
    void put_in_order(std::vector<HostTile>& tiles) const noexcept;
    /// True if B is old wherever rectangles that are not done depend on it. `tiles` are all of these.
    [[nodiscard]] bool can_finish(const std::vector<HostTile>& tiles) const noexcept;
    /// What a rectangle of B takes while all that it depends on is old: the product with the triangle of the
    /// rectangle itself; then B += alpha op(A) B for the rest, if there is any.
    template <class Next>
    void remaining_work(const HostTile& tile, Next next) const {
        next(TrmmCall{this->on_own_triangle(tile)});
        if (const auto update = this->product_with_before(tile, this->alpha, T{1})) next(*update);
    }
};

}  // namespace hg
