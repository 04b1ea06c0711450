#include "lapack/lu/lu_builder.hpp"

#include <algorithm>
#include <utility>

#include "blas/cost/plan.hpp"
#include "blas/tiles/leading_dimension.hpp"
#include "lapack/common/block_columns.hpp"
#include "lapack/common/final_rows.hpp"
#include "lapack/common/panel_exchange.hpp"
#include "lapack/lu/back_substitution.hpp"
#include "lapack/lu/lu_interchanges.hpp"
#include "lapack/lu/lu_layout.hpp"
#include "lapack/lu/lu_panels.hpp"
#include "lapack/lu/lu_schedule.hpp"
#include "lapack/lu/panel_width.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// Rows on their way out must not hold up the arithmetic.
MemoryPolicy memory_policy() {
    MemoryPolicy policy;
    policy.extra_slots = 64;
    return policy;
}

/// The last rows are not kept waiting for more.
FinalRowsOptions final_rows_options(const LuLayout& layout) {
    const std::size_t alone = std::min(layout.panels(), layout.last_alone);
    return {.unit = layout.panel,
            .last = layout.first_of_panel(layout.panels() - alone),
            .memory_is_scarce = layout.passes() > 1};
}

/// A = P L U, step by step, and X = U^-1 L^-1 P^T B.
class LuBuilder {
  public:
    LuBuilder(const LuProblem& problem, const LuLayout& layout, const Target& target,
              const kernels::Database& database)
        : layout_(layout),
          builder_(target, memory_policy()),
          A_(builder_, {"A", problem.n}, {"B", problem.nrhs}, problem.type, problem.m, layout.block_columns(),
             least_panel_width(problem.type)),
          final_rows_(builder_, A_, final_rows_options(layout)),
          exchange_(builder_, problem.type, problem.m, layout.steps_are_blocks() ? layout.panel : 0),
          P_(builder_, problem.type, layout),
          L_(builder_, problem, layout, database, A_, P_, exchange_),
          U_(builder_, layout, database, A_) {}

    Program build() && {
        for (const LuStep& step : lu_schedule(layout_)) {
            const auto& [kind, panels, block, from, to, queue] = step;
            const std::int64_t row = layout_.first_of_panel(panels.first);
            builder_.use_queue(queue);
            switch (kind) {
                case Kind::panel:
                    L_.factor(panels.first, block);
                    break;
                case Kind::swap:
                    P_.apply(panels, A_.window(block, row, layout_.m - row, from, to));
                    break;
                case Kind::solve:
                    L_.solve(panels, block, from, to);
                    break;
                case Kind::update:
                    L_.update(panels, block, from, to);
                    break;
                case Kind::diagonal:
                    U_.prepare(from);
                    break;
                default:
                    transfer(step);
            }
        }
        builder_.use_queue(QueueKind::exec);
        if (layout_.right_hand_sides > 0) U_.solve();
        builder_.leave_out_guards();
        return std::move(builder_).finish();
    }

  private:
    using Kind = LuStep::Kind;

    /// The steps that bring columns and take them away.
    void transfer(const LuStep& step) {
        switch (step.kind) {
            case Kind::open:
                A_.open(step.from, step.to);
                return L_.open(step.panels.first);
            case Kind::load:
                return A_.load(step.block, step.from, step.to);
            case Kind::arrived:
                return final_rows_.wait_for(A_.mark_arrival());
            case Kind::final_rows:
                return final_rows_.store_before(step.block, layout_.first_of_panel(step.panels.end));
            case Kind::final:
                return final_rows_.store_rest(step.block);
            default:
                swap_stored(step);
        }
    }

    void swap_stored(const LuStep& step) {
        const std::int64_t first = layout_.first_of_panel(step.panels.first);
        const HostTile tile = A_.tile(first, layout_.m - first, step.from, step.to);
        const RegisterId rows = builder_.reg(A_.block(step.block).device, A_.type(), tile.rows, tile.cols,
                                             staggered_window_ld(tile.rows, A_.type()));
        builder_.load(rows, tile);
        for (std::size_t k = step.panels.first; k < step.panels.end; k = layout_.group_of(k).end) {
            const std::int64_t row = layout_.first_of_panel(k);
            P_.apply(layout_.group_of(k), builder_.window(rows, row - first, 0, layout_.m - row, tile.cols));
        }
        builder_.store(tile, rows);
    }

    const LuLayout& layout_;
    ProgramBuilder builder_;
    BlockColumns A_;
    FinalRows final_rows_;
    PanelExchange exchange_;
    LuInterchanges P_;
    LuPanels L_;
    BackSubstitution U_;
};

}  // namespace

Program lu_program(const LuProblem& problem, const Target& target, const kernels::Database& database,
                   std::size_t most_devices) {
    return plan(panel_widths(problem), [&](std::int64_t panel) {
        const LuLayout most = lu_layout(problem, target, panel, most_devices);
        return plan(block_counts(most), [&](std::size_t blocks) {
            const LuLayout layout = in_passes(most, blocks);
            return LuBuilder(problem, layout, target, database).build();
        });
    });
}

}  // namespace hg
