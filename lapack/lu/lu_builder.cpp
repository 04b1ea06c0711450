#include "lapack/lu/lu_builder.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "blas/cost/plan.hpp"
#include "lapack/common/block_columns.hpp"
#include "lapack/common/panel_exchange.hpp"
#include "lapack/common/register_copy.hpp"
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

/// Bytes of rows that leave together, at most.
constexpr std::int64_t kMostBytes = std::int64_t{64} << 20;
/// Columns of fewer bytes leave faster from a register without gaps between them.
constexpr std::int64_t kShortColumn = std::int64_t{32} << 10;

/// A = P L U: the operations on tiles of A, and X = U^-1 L^-1 P^T B.
class LuTiles final : public TileKernels {
  public:
    LuTiles(ProgramBuilder& builder, const LuProblem& problem, const LuLayout& layout,
            const kernels::Database& database, BlockColumns& A)
        : builder_(builder),
          layout_(layout),
          A_(A),
          exchange_(builder, problem.type,
                    {.m = problem.m, .width = layout.steps_are_blocks() ? layout.panel : 0}),
          P_(builder, problem.type, layout),
          L_(builder, problem, layout, database, A, P_, exchange_),
          U_(builder, layout, database, A) {}

    void open(const Span& columns) override { L_.open(columns.begin); }
    void factor(const TileOperation& op) override {
        builder_.use_queue(QueueKind::exec);
        prepare_before(op.writes.cols.begin - layout_.block_column);
        builder_.use_queue(layout_.beside ? op.queue : QueueKind::exec);
        L_.factor(op);
    }
    void permute(const TileOperation& op) override { P_.apply(op.left.cols, A_.window(op.writes)); }
    void solve(const TileOperation& op) override { L_.solve(op); }
    void update(const TileOperation& op) override { L_.update(op); }
    void exchange(const TileOperation& op) override { L_.exchange(op); }
    void store(const TileOperation& op) override {
        const std::size_t b = A_.block_at(op.writes.cols.begin);
        const Span rows = op.writes.rows, own{op.writes.cols.begin, A_.end_of_own(b)};
        if (rows.end == layout_.m) return store_rest({rows, own}, rows.begin > 0);
        const std::int64_t most =
            layout_.passes() > 1 ? rows.size() : layout_.stored_rows(kMostBytes, op.writes.cols, A_.type());
        for (Span part = rows; part.begin < rows.end; part.begin = part.end) {
            part.end = std::min(rows.end, part.begin + most);
            store_compact({part, own});
        }
    }
    void all_loaded() override {
        if (layout_.blocks_together > 1) arrived_ = {A_.mark_arrival()};
    }

    /// Applies the interchanges of later passes to columns in host memory.
    void permute_stored(const TileOperation& op) {
        const HostTile tile = A_.tile(op.writes);
        const RegisterId rows = A_.reg(op.device, op.writes);
        builder_.load(rows, tile);
        for (Span by = op.left.cols; !by.empty(); by.begin = layout_.group_of(by.begin).end) {
            const std::int64_t row = by.begin - op.writes.rows.begin;
            P_.apply(layout_.group_of(by.begin), builder_.window(rows, row, 0, tile.rows - row, tile.cols));
        }
        builder_.store(tile, rows);
    }
    /// X = U^-1 L^-1 P^T B
    void solve_right_hand_sides() {
        prepare_before(layout_.n);
        U_.solve();
    }

  private:
    /// Rows may change at once, by later permutations.
    void store_compact(const Tile& tile, std::span<const CommandId> after = {}) {
        builder_.store(A_.tile(tile), copy_of(builder_, A_.window(tile), tile.rows.size()), after);
    }
    /// The last rows of a block column, which does not change any more.
    void store_rest(const Tile& tile, bool may_be_short) {
        if (may_be_short && tile.rows.size() * size_of(A_.type()) < kShortColumn)
            return store_compact(tile, arrived_);
        builder_.store(A_.tile(tile), A_.window(tile), arrived_);
    }
    /// Prepares the diagonal blocks of U before this column, late enough not to delay what waits for panels.
    void prepare_before(std::int64_t column) {
        if (layout_.right_hand_sides == 0) return;
        for (; prepared_ < column; prepared_ += layout_.block_column) U_.prepare(prepared_);
    }

    ProgramBuilder& builder_;
    const LuLayout& layout_;
    BlockColumns& A_;
    PanelExchange exchange_;
    LuInterchanges P_;
    LuPanels L_;
    BackSubstitution U_;
    std::vector<CommandId> arrived_{};  ///< the last rows of block columns wait for this mark
    std::int64_t prepared_ = 0;         ///< the diagonal blocks before this column are
};

Program lu_program(const LuProblem& problem, const LuLayout& layout, const Target& target,
                   const kernels::Database& database) {
    ProgramBuilder builder(target, memory_policy());
    BlockColumns A(builder, {"A", problem.n}, {"B", problem.nrhs}, problem.type, problem.m,
                   layout.distributed(), least_panel_width(problem.type));
    LuTiles kernels(builder, problem, layout, database, A);
    lower(lu_operations(problem, layout, target), layout, builder, A, kernels);
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
