#include "blas/cost/arithmetic_key.hpp"
#include "blas/cost/plan.hpp"
#include "blas/level3/triangle/triangle_shape.hpp"
#include "blas/tiles/leading_dimension.hpp"
#include "kernels/ldl/ldl_panel.hpp"
#include "lapack/common/block_column_devices.hpp"
#include "lapack/ldl/ldl_call.hpp"
#include <hg/blas/registers/product.hpp>
#include <hg/kernels/scale.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// Panels whose columns are loaded together.
constexpr std::int64_t kPanelsOfLoad = 8;

/// A = L D L^T. For A = U D U^T rows and columns count from the last one: A is then also a lower triangle.
class LdlBuilder {
  public:
    LdlBuilder(const LdlProblem& problem, const Target& target, const kernels::Database& database,
               DeviceIndex device)
        : p_(problem),
          builder_(target),
          device_(device),
          product_(
              RegisterProduct(database, target.devices[device], p_.type, p_.arithmetic, Op::none,
                              p_.hermitian ? Op::conj_trans : Op::trans, p_.n, p_.n, width_)
                  .triangular(upper_ ? kernels::GemmTriangle::c_upper : kernels::GemmTriangle::c_lower)) {}

    Program build() && {
        const std::int64_t width = kernels::ldl_columns(p_.type, width_);
        for_blocks(kPanelsOfLoad * width, [&](const Span& columns) {
            for_tiles(columns, [&](const HostTile& tile, RegisterId at) { builder_.load(at, tile); });
        });
        for_blocks(width, [&](const Span& panel) {
            factor_and_interchange(panel);
            if (panel.end < p_.n) update_from(panel.end);
            for_tiles(panel, [&](const HostTile& tile, RegisterId at) { builder_.store(tile, at); });
        });
        builder_.store({ipiv_, 0, 0, p_.n, 1}, pivots_);
        builder_.leave_out_guards();
        return std::move(builder_).finish();
    }

  private:
    /// A1 = L1 D1 L1^T by pivots from all rows and columns of A, which are interchanged.
    void factor_and_interchange(const Span& panel) {
        const std::int64_t k = panel.begin;
        builder_.exec(kernels::ldl_panel(builder_.devices()[device_], p_.type, width_),
                      {from(k), from(k, W_), from(k, L_), from(k, V_), pivots_, next_, scratch_},
                      {static_cast<double>(k), static_cast<double>(panel.size()), static_cast<double>(upper_),
                       static_cast<double>(p_.hermitian)});
    }
    /// A2 := A2 - L1 W1^T, where W1 = L1 D1
    void update_from(std::int64_t k) {
        product_.append(builder_, -1.0, from(k, L_), from(k, W_), 1.0, from(k));
    }

    RegisterId matrix(std::int64_t cols) {
        return builder_.reg(device_, p_.type, p_.n, cols, staggered_window_ld(p_.n, p_.type));
    }
    RegisterId zeros(std::int64_t count) {
        const RegisterId made = builder_.reg(device_, ElementType::i32, count, 1);
        builder_.exec(kernels::zero(ElementType::i32), {made});
        return made;
    }

    [[nodiscard]] std::int64_t first(const Span& s) const noexcept { return upper_ ? p_.n - s.end : s.begin; }
    /// A, rows and columns from k on.
    RegisterId from(std::int64_t k) { return window({k, p_.n}, {k, p_.n}); }
    RegisterId window(const Span& rows, const Span& cols) {
        return builder_.window(A_, first(rows), first(cols), rows.size(), cols.size());
    }
    /// The rows of W, L or V from k on.
    RegisterId from(std::int64_t k, RegisterId reg) {
        return builder_.window(reg, first({k, p_.n}), 0, p_.n - k, builder_.reg(reg).cols);
    }

    /// act(columns) for `size` columns at a time. In memory they begin at multiples of it, in either order.
    template <class Act>
    void for_blocks(std::int64_t size, const Act& act) const {
        const std::int64_t rest = upper_ ? p_.n % size : 0;
        for (std::int64_t end, j = 0; j < p_.n; j = end)
            act(Span{j, end = std::min(p_.n, j + (j == 0 && rest > 0 ? rest : size))});
    }
    /// move(tile, its window) for the triangle's parts in these columns: on the diagonal, and below.
    template <class Move>
    void for_tiles(const Span& columns, const Move& move) {
        for (const Span& rows : {columns, Span{columns.end, p_.n}}) {
            if (rows.empty()) continue;
            HostTile tile{a_, first(rows), first(columns), rows.size(), columns.size()};
            if (rows.begin == columns.begin) tile.part = part_of(p_.uplo);
            move(tile, window(rows, columns));
        }
    }

    const LdlProblem& p_;
    const bool upper_ = p_.uplo == Uplo::upper;
    const std::int64_t width_ = kernels::ldl_width(p_.n);
    ProgramBuilder builder_;
    DeviceIndex device_;
    RegisterProduct product_;
    ParameterId a_ = builder_.matrix("A", p_.type, p_.n, p_.n);
    ParameterId ipiv_ = builder_.matrix("pivots", ElementType::i32, p_.n, 1);
    RegisterId A_ = matrix(p_.n), W_ = matrix(width_), L_ = matrix(width_), V_ = matrix(2);
    RegisterId pivots_ = zeros(p_.n), next_ = zeros(1), scratch_ = zeros(kernels::ldl_scratch_elements());
};

}  // namespace

std::string LdlProblem::key() const {
    return (hermitian ? "hetrf " : "sytrf ") + std::string(name(type)) +
           (uplo == Uplo::upper ? " u " : " l ") + std::to_string(n) + arithmetic_key(arithmetic) +
           (pinned ? " pinned" : "");
}

Program sytrf_program(const LdlProblem& problem, const Target& target, const kernels::Database& database) {
    const auto n = static_cast<double>(problem.n), size = static_cast<double>(size_of(problem.type));
    const double bytes = size * n * (n + 2 * static_cast<double>(kernels::ldl_width(problem.n)) + 2);
    const std::string work = "a factorization of an indefinite matrix of order " + std::to_string(problem.n);
    const auto build = [&](DeviceIndex device) {
        require_memory(bytes, work, {device}, target);
        return LdlBuilder(problem, target, database, device).build();
    };
    const std::vector<Candidates<DeviceIndex>> devices{{.list = block_column_devices(problem.type, target)}};
    return plan(devices, build, Simulator(target, problem.pinned)).program;
}

}  // namespace hg
