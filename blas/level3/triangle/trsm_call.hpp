#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "blas/level3/product/gemm_call.hpp"
#include "blas/level3/triangle/trsm_arguments.hpp"
#include <hg/blas/trsm_program.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// A column-major triangular solve as routine_call() takes it.
template <class T>
struct TrsmCall : TrsmArguments<T> {
    [[nodiscard]] bool does_nothing() const noexcept { return this->m == 0 || this->n == 0; }
    [[nodiscard]] bool reads_output() const noexcept { return true; }
    /// B := 0 if alpha is 0: a product without a depth.
    [[nodiscard]] std::optional<GemmCall<T>> as_product() const noexcept;

    [[nodiscard]] TrsmProblem problem() const noexcept;
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
    void rest(const HostTile& tile, Next next) const {
        const Rest rest = rest_of(tile);
        if (rest.update) next(*rest.update);
        next(rest.solve);
    }

  private:
    struct Rest {
        std::optional<GemmCall<T>> update;
        TrsmCall solve;
    };
    [[nodiscard]] Rest rest_of(const HostTile& tile) const noexcept;
};

extern template struct TrsmCall<float>;
extern template struct TrsmCall<double>;

}  // namespace hg
