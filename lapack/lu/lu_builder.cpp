#include "lapack/lu/lu_builder.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "blas/cost/plan.hpp"
#include "lapack/common/block_columns.hpp"
#include "lapack/common/final_rows.hpp"
#include "lapack/common/panel_exchange.hpp"
#include "lapack/lu/back_substitution.hpp"
#include "lapack/lu/lu_interchanges.hpp"
#include "lapack/lu/lu_layout.hpp"
#include "lapack/lu/lu_operations.hpp"
#include "lapack/lu/lu_panels.hpp"
#include "lapack/lu/panel_width.hpp"
#include "lapack/passes/lower.hpp"
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

/// A = P L U: the operations on tiles of A, and X = U^-1 L^-1 P^T B.
class LuTiles final : public TileKernels {
  public:
    LuTiles(ProgramBuilder& builder, const LuProblem& problem, const LuLayout& layout,
            const kernels::Database& database, BlockColumns& A)
        : builder_(builder),
          layout_(layout),
          A_(A),
          final_rows_(builder, A, final_rows_options(layout)),
          exchange_(builder, problem.type,
                    {.m = problem.m, .width = layout.steps_are_blocks() ? layout.panel : 0}),
          P_(builder, problem.type, layout),
          L_(builder, problem, layout, database, A, P_, exchange_),
          U_(builder, layout, database, A) {}

    void open(std::size_t pass) {
        A_.open(layout_.columns_of_pass(pass));
        L_.open(layout_.panels_of_pass(pass).first);
    }

    void factor(const TileOperation& op) override {
        builder_.use_queue(QueueKind::exec);
        prepare_before(op.writes.cols.begin - layout_.block_column);
        builder_.use_queue(layout_.beside ? op.queue : QueueKind::exec);
        L_.factor(layout_.panel_at(op.writes.cols.begin));
    }
    void permute(const TileOperation& op) override {
        P_.apply(layout_.panels_in(op.left.cols), A_.window(op.writes));
    }
    void solve(const TileOperation& op) override { L_.solve(op); }
    void update(const TileOperation& op) override { L_.update(op); }
    void exchange(const TileOperation& op) override {
        L_.send(layout_.panel_at(op.writes.cols.begin), op.device);
    }
    void store(const TileOperation& op) override {
        const std::size_t block = A_.block_at(op.writes.cols.begin);
        if (op.writes.rows.end == layout_.m)
            final_rows_.store_rest(block);
        else
            final_rows_.store_before(block, op.writes.rows.end);
    }
    void all_loaded() override {
        if (layout_.blocks_together > 1) final_rows_.wait_for(A_.mark_arrival());
    }

    /// Applies the interchanges of later passes to columns in host memory.
    void permute_stored(const TileOperation& op) {
        const HostTile tile = A_.tile(op.writes);
        const RegisterId rows = A_.reg(op.device, op.writes);
        builder_.load(rows, tile);
        const PanelRange panels = layout_.panels_in(op.left.cols);
        for (std::size_t k = panels.first; k < panels.end; k = layout_.group_of(k).end) {
            const std::int64_t row = layout_.first_of_panel(k) - op.writes.rows.begin;
            P_.apply(layout_.group_of(k), builder_.window(rows, row, 0, tile.rows - row, tile.cols));
        }
        builder_.store(tile, rows);
    }
    /// X = U^-1 L^-1 P^T B
    void solve_right_hand_sides() {
        prepare_before(layout_.n);
        U_.solve();
    }

  private:
    /// Prepares the diagonal blocks of U before this column, late enough not to delay what waits for panels.
    void prepare_before(std::int64_t column) {
        if (layout_.right_hand_sides == 0) return;
        for (; prepared_ < column; prepared_ += layout_.block_column) U_.prepare(prepared_);
    }

    ProgramBuilder& builder_;
    const LuLayout& layout_;
    BlockColumns& A_;
    FinalRows final_rows_;
    PanelExchange exchange_;
    LuInterchanges P_;
    LuPanels L_;
    BackSubstitution U_;
    std::int64_t prepared_ = 0;  ///< the diagonal blocks before this column are
};

Program lu_program(const LuProblem& problem, const LuLayout& layout, const Target& target,
                   const kernels::Database& database) {
    ProgramBuilder builder(target, memory_policy());
    BlockColumns A(builder, {"A", problem.n}, {"B", problem.nrhs}, problem.type, problem.m,
                   layout.distributed(), least_panel_width(problem.type));
    LuTiles kernels(builder, problem, layout, database, A);
    const std::vector<TileOperations> lists = lu_operations(problem, layout, target);
    for (std::size_t pass = 0; pass < lists.size(); ++pass) {
        kernels.open(pass);
        lower(lists[pass], builder, A, kernels);
    }
    for (const TileOperation& op : interchanges_of_stored(layout)) kernels.permute_stored(op);
    if (problem.nrhs > 0) kernels.solve_right_hand_sides();
    builder.leave_out_guards();
    return std::move(builder).finish();
}

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
            [&](const LuLayout& layout) { return lu_program(problem, layout, target, database); });
    });
}

}  // namespace hg
