#include "lapack/lu/lu_builder.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "blas/cost/plan.hpp"
#include "blas/tiles/leading_dimension.hpp"
#include "lapack/common/block_columns.hpp"
#include "lapack/common/final_rows.hpp"
#include "lapack/common/panel_exchange.hpp"
#include "lapack/lu/back_substitution.hpp"
#include "lapack/lu/lu_interchanges.hpp"
#include "lapack/lu/lu_layout.hpp"
#include "lapack/lu/lu_operations.hpp"
#include "lapack/lu/lu_panels.hpp"
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
        : problem_(problem),
          layout_(layout),
          target_(target),
          builder_(target, memory_policy()),
          A_(builder_, {"A", problem.n}, {"B", problem.nrhs}, problem.type, problem.m, layout.block_columns(),
             least_panel_width(problem.type)),
          final_rows_(builder_, A_, final_rows_options(layout)),
          exchange_(builder_, problem.type, problem.m, layout.steps_are_blocks() ? layout.panel : 0),
          P_(builder_, problem.type, layout),
          L_(builder_, problem, layout, database, A_, P_, exchange_),
          U_(builder_, layout, database, A_) {}

    Program build() && {
        const std::vector<TileOperations> lists = lu_operations(problem_, layout_, target_);
        for (std::size_t pass = 0; pass < lists.size(); ++pass) {
            A_.open(layout_.columns_of_pass(pass).begin, layout_.columns_of_pass(pass).end);
            L_.open(layout_.panels_of_pass(pass).first);
            append(lists[pass]);
        }
        builder_.use_queue(QueueKind::exec);
        for (const TileOperation& op : interchanges_of_stored(layout_)) swap_stored(op);
        if (layout_.right_hand_sides > 0) {
            prepare_before(layout_.n);
            U_.solve();
        }
        builder_.leave_out_guards();
        return std::move(builder_).finish();
    }

  private:
    using Kind = TileOperation::Kind;

    void append(const TileOperations& list) {
        const std::vector<std::int64_t> final_rows = final_rows_after(list);
        std::size_t arriving = 0;
        for (const TileOperation& op : list) arriving += is_load(op);
        for (std::size_t i = 0; i < list.size(); ++i) {
            append(list[i]);
            if (is_load(list[i]) && --arriving == 0 && layout_.blocks_together > 1)
                final_rows_.wait_for(A_.mark_arrival());
            builder_.use_queue(QueueKind::exec);
            if (list[i].kind != Kind::copy) store(A_.block_at(list[i].writes.cols.begin), final_rows[i]);
        }
    }

    static bool is_load(const TileOperation& op) { return op.kind == Kind::copy && !op.from; }

    void append(const TileOperation& op) {
        const Span cols = op.writes.cols;
        const std::size_t block = A_.block_at(cols.begin);
        const PanelRange left = layout_.panels_in(op.left.cols);
        if (op.kind == Kind::factor) prepare_before(cols.begin - layout_.block);
        builder_.use_queue(layout_.beside ? op.queue : QueueKind::exec);
        switch (op.kind) {
            case Kind::factor:
                return L_.factor(layout_.panel_at(cols.begin), block);
            case Kind::permute:
                return P_.apply(left, A_.window(block, op.writes.rows.begin, op.writes.rows.size(),
                                                cols.begin, cols.end));
            case Kind::solve:
                return L_.solve(left, block, cols.begin, cols.end);
            case Kind::update:
                return L_.update(left, block, cols.begin, cols.end);
            case Kind::copy:
                if (op.from) return L_.send(layout_.panel_at(cols.begin), op.device);
                return A_.load(block, cols.begin, cols.end);
        }
    }

    /// For each operation the first row of its block column that a later one still writes: the rows before it
    /// are final.
    [[nodiscard]] std::vector<std::int64_t> final_rows_after(const TileOperations& list) const {
        std::vector<std::int64_t> final_rows(list.size());
        std::vector<std::int64_t> first_changed(A_.size(), layout_.m);
        for (std::size_t i = list.size(); i-- > 0;) {
            std::int64_t& changed = first_changed[A_.block_at(list[i].writes.cols.begin)];
            final_rows[i] = changed;
            if (!(list[i].kind == Kind::copy && list[i].from))
                changed = std::min(changed, list[i].writes.rows.begin);
        }
        return final_rows;
    }

    /// Stores the final rows before `end`, by whole groups of panels or steps: large tiles.
    void store(std::size_t block, std::int64_t end) {
        if (end == layout_.m) return final_rows_.store_rest(block);
        const std::size_t k = layout_.panel_at(end);
        const bool is_of_pass = A_.held().front().first <= end;
        if (is_of_pass && layout_.steps_are_blocks())
            end = end / layout_.block * layout_.block;
        else if (k < layout_.panels())
            end = layout_.first_of_panel((is_of_pass ? layout_.group_of(k) : layout_.pair_of(k)).first);
        final_rows_.store_before(block, end);
    }

    /// Prepares the diagonal blocks of U before this column, late enough not to delay what waits for panels.
    void prepare_before(std::int64_t column) {
        if (layout_.right_hand_sides == 0) return;
        for (; prepared_ < column; prepared_ += layout_.block) U_.prepare(prepared_);
    }

    void swap_stored(const TileOperation& op) {
        const std::int64_t first = op.writes.rows.begin;
        const HostTile tile = A_.tile(first, op.writes.rows.size(), op.writes.cols.begin, op.writes.cols.end);
        const RegisterId rows = builder_.reg(op.device, A_.type(), tile.rows, tile.cols,
                                             staggered_window_ld(tile.rows, A_.type()));
        builder_.load(rows, tile);
        const PanelRange panels = layout_.panels_in(op.left.cols);
        for (std::size_t k = panels.first; k < panels.end; k = layout_.group_of(k).end) {
            const std::int64_t row = layout_.first_of_panel(k);
            P_.apply(layout_.group_of(k), builder_.window(rows, row - first, 0, layout_.m - row, tile.cols));
        }
        builder_.store(tile, rows);
    }

    const LuProblem& problem_;
    const LuLayout& layout_;
    const Target& target_;
    ProgramBuilder builder_;
    BlockColumns A_;
    FinalRows final_rows_;
    PanelExchange exchange_;
    LuInterchanges P_;
    LuPanels L_;
    BackSubstitution U_;
    std::int64_t prepared_ = 0;  ///< the diagonal blocks before this column are
};

/// The program for as many block columns a pass as fit. Several devices may be faster with half of them: some
/// load the next pass's columns while others factor.
template <class Build>
Program fastest_in_passes(const LuLayout& most, const Simulator& seconds, const Build& build) {
    std::size_t blocks = 0;
    Program program =
        plan(block_counts(most), [&](std::size_t count) { return build(in_passes(most, blocks = count)); });
    if (most.devices.size() == 1 || blocks == 1 || in_passes(most, blocks).passes() == 1) return program;
    std::optional<Program> half = if_it_fits([&] { return build(in_passes(most, blocks / 2)); });
    return half && seconds(*half) < seconds(program) ? *std::move(half) : program;
}

}  // namespace

Program lu_program(const LuProblem& problem, const Target& target, const kernels::Database& database,
                   std::size_t most_devices) {
    return plan(panel_widths(problem), [&](std::int64_t panel) {
        return fastest_in_passes(
            lu_layout(problem, target, panel, most_devices), Simulator(target, problem.pinned),
            [&](const LuLayout& layout) { return LuBuilder(problem, layout, target, database).build(); });
    });
}

}  // namespace hg
