#include "lapack/ldl/sytrf_program.hpp"

#include <algorithm>
#include <string>

#include "blas/call/shape.hpp"
#include "blas/level3/triangle/triangle_shape.hpp"
#include "blas/tiles/leading_dimension.hpp"
#include "kernels/ldl/ldl_panel.hpp"
#include "lapack/common/block_column_devices.hpp"
#include <hg/blas/registers/product.hpp>
#include <hg/kernels/scale.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// Panels whose columns are loaded and stored together.
constexpr std::int64_t kPanelsOfBlockColumn = 8;

/// A = L D L^T, right-looking. For A = U D U^T rows and columns count from the last one: A is then a lower
/// triangle, too.
class LdlBuilder {
  public:
    LdlBuilder(const LdlProblem& problem, const Target& target, const kernels::Database& database)
        : p_(problem),
          builder_(target),
          device_(block_column_devices(problem.type, target).front()),
          width_(kernels::ldl_width(problem.type)),
          product_(
              RegisterProduct(database, builder_.devices()[device_], p_.type, p_.arithmetic, Op::none,
                              p_.hermitian ? Op::conj_trans : Op::trans, p_.n, p_.n, width_)
                  .triangular(is_upper() ? kernels::GemmTriangle::c_upper : kernels::GemmTriangle::c_lower)) {
        const double elements = static_cast<double>(p_.n) * static_cast<double>(p_.n + 2 * width_ + 2);
        require_memory(elements * static_cast<double>(size_of(p_.type)),
                       "a factorization of an indefinite matrix of order " + std::to_string(p_.n), {device_},
                       target);
    }

    Program build() && {
        const ParameterId A = builder_.matrix("A", p_.type, p_.n, p_.n);
        const ParameterId ipiv = builder_.matrix("pivots", ElementType::i32, p_.n, 1);
        const RegisterId a = matrix(p_.n), W = matrix(width_), L = matrix(width_), V = matrix(2);
        const RegisterId pivots = zeros(p_.n), next = zeros(1),
                         scratch = zeros(kernels::ldl_scratch_elements());
        const InstructionPtr factor = kernels::ldl_panel(builder_.devices()[device_], p_.type);
        const std::int64_t columns = kernels::ldl_columns(p_.type);
        for_blocks(kPanelsOfBlockColumn * columns, [&](const Span& block) {
            for_tiles(A, block, [&](const HostTile& tile) { builder_.load(window(a, tile), tile); });
        });
        for_blocks(columns, [&](const Span& panel) {
            const std::int64_t k = panel.begin, end = panel.end;
            builder_.exec(
                factor,
                {from(a, k), rows_from(W, k), rows_from(L, k), rows_from(V, k), pivots, next, scratch},
                {static_cast<double>(k), static_cast<double>(end - k), is_upper() ? 1.0 : 0.0,
                 p_.hermitian ? 1.0 : 0.0});
            if (end < p_.n)
                product_.append(builder_, -1.0, rows_from(L, end), rows_from(W, end), 1.0, from(a, end));
            for_tiles(A, panel, [&](const HostTile& tile) { builder_.store(tile, window(a, tile)); });
        });
        builder_.store({ipiv, 0, 0, p_.n, 1}, pivots);
        builder_.leave_out_guards();
        return std::move(builder_).finish();
    }

  private:
    [[nodiscard]] bool is_upper() const noexcept { return p_.uplo == Uplo::upper; }

    RegisterId matrix(std::int64_t cols) {
        return builder_.reg(device_, p_.type, p_.n, cols, staggered_window_ld(p_.n, p_.type));
    }

    RegisterId zeros(std::int64_t count) {
        const RegisterId made = builder_.reg(device_, ElementType::i32, count, 1);
        builder_.exec(kernels::zero(ElementType::i32), {made});
        return made;
    }

    /// The rows from row k on, and all columns.
    RegisterId rows_from(RegisterId reg, std::int64_t k) {
        return builder_.window(reg, is_upper() ? 0 : k, 0, p_.n - k, builder_.reg(reg).cols);
    }

    /// The rows and the columns from k on.
    RegisterId from(RegisterId a, std::int64_t k) {
        const std::int64_t first = is_upper() ? 0 : k;
        return builder_.window(a, first, first, p_.n - k, p_.n - k);
    }

    RegisterId window(RegisterId a, const HostTile& tile) {
        return builder_.window(a, tile.row, tile.col, tile.rows, tile.cols);
    }

    /// act(columns) for blocks of so many columns. In memory they begin at multiples of that, in either
    /// order.
    template <class Act>
    void for_blocks(std::int64_t size, const Act& act) {
        const std::int64_t rest = is_upper() ? p_.n % size : 0;
        for (std::int64_t end, j = 0; j < p_.n; j = end) {
            end = std::min(p_.n, j + (j == 0 && rest > 0 ? rest : size));
            act(Span{j, end});
        }
    }

    /// move(tile) for the parts of the triangle in these columns: a square on the diagonal, and what is below
    /// it.
    template <class Move>
    void for_tiles(ParameterId A, const Span& columns, const Move& move) {
        const std::int64_t below = p_.n - columns.end;
        const std::int64_t first = is_upper() ? below : columns.begin;
        HostTile square{A, first, first, columns.size(), columns.size()};
        square.part = part_of(p_.uplo);
        move(square);
        if (below > 0) move(HostTile{A, is_upper() ? 0 : columns.end, first, below, columns.size()});
    }

    const LdlProblem& p_;
    ProgramBuilder builder_;
    DeviceIndex device_;
    std::int64_t width_;
    RegisterProduct product_;
};

}  // namespace

Program sytrf_program(const LdlProblem& problem, const Target& target, const kernels::Database& database) {
    return LdlBuilder(problem, target, database).build();
}

}  // namespace hg
