#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "lapack/lu/lu_columns.hpp"
#include "lapack/lu/lu_layout.hpp"
#include <hg/lapack/getrf_program.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

class LuBuilder {
  public:
    LuBuilder(const LuProblem& problem, const LuLayout& layout, const Target& target,
              const kernels::Database& database)
        : layout_(layout), builder_(target, memory_policy()), columns_(builder_, problem, layout, database) {}

    Program build() && {
        for (std::size_t sweep = 0; sweep < layout_.sweeps(); ++sweep) {
            columns_.open(sweep);
            load_more(layout_.loads_by_need ? static_cast<std::size_t>(layout_.block / layout_.panel) : kAll);
            for (std::size_t earlier = 0; earlier < sweep; ++earlier) apply_sweep(earlier);
            const auto [first, end] = layout_.panels_of_sweep(sweep);
            const std::size_t middle = std::min(end, first + layout_.left_looking);
            factor_left_looking(first, middle);
            factor_right_looking(middle, end);
            for (BlockColumn& b : columns_.blocks()) columns_.store_rest(b);
        }
        interchange_earlier_sweeps();
        return std::move(builder_).finish();
    }

  private:
    /// Rows on their way out must not hold up the arithmetic.
    static MemoryPolicy memory_policy() {
        MemoryPolicy policy;
        policy.extra_slots = 64;
        return policy;
    }
    void apply_sweep(std::size_t sweep);
    void factor_left_looking(std::size_t first, std::size_t end);
    void factor_right_looking(std::size_t first, std::size_t end);
    std::size_t factor_step(std::size_t k, std::size_t end);
    void load(BlockColumn& b);
    void load_more(std::size_t panels);
    void apply(std::size_t first, std::size_t end, const BlockColumn& b, std::int64_t from, std::int64_t to);
    void bring(PanelRange panels, const BlockColumn& b, std::int64_t from, std::int64_t to);
    void update(PanelRange panels, const BlockColumn& b, std::int64_t from, std::int64_t to);
    void finish_rows(std::size_t k);
    void interchange_earlier_sweeps();

    [[nodiscard]] std::int64_t first_of(std::size_t k) const { return layout_.first_of_panel(k); }

    const LuLayout& layout_;
    ProgramBuilder builder_;
    LuColumns columns_;
};

void LuBuilder::load(BlockColumn& b) {
    while (!b.is_there()) columns_.load_more(b);
}

/// Loads the columns of `panels` more panels to each device.
void LuBuilder::load_more(std::size_t panels) {
    std::vector<std::size_t> coming(builder_.devices().size(), 0);
    for (BlockColumn& b : columns_.blocks())
        for (; !b.is_there() && coming[b.device] < panels; ++coming[b.device]) columns_.load_more(b);
}

/// Updates the present columns by the panels of an earlier sweep, which have all its interchanges.
void LuBuilder::apply_sweep(std::size_t sweep) {
    const auto [first, end] = layout_.panels_of_sweep(sweep);
    for (const BlockColumn& b : columns_.blocks())
        for (std::size_t k = first; k < end; k = layout_.group_of(k).end)
            columns_.swap(layout_.group_of(k), b, b.first, b.end());
    for (std::size_t k = first; k < end; k = layout_.pair_of(k).end)
        for (BlockColumn& b : columns_.blocks()) {
            update(layout_.pair_of(k), b, b.first, b.end());
            columns_.finish_rows(b, first_of(layout_.pair_of(k).end));
        }
}

/// Each panel is updated by those before it when its turn comes; at last, so are all other columns. Panels
/// have the interchanges of their group, so columns get those together, too.
void LuBuilder::factor_left_looking(std::size_t first, std::size_t end) {
    const auto group_before = [&](std::size_t p, std::size_t k) {
        return PanelRange{p, std::min(layout_.group_of(p).end, k)};
    };
    for (std::size_t k = first; k < end; ++k) {
        for (std::size_t p = first; p < k; p = group_before(p, k).end)
            bring(group_before(p, k), columns_.block_of(k), first_of(k), first_of(k + 1));
        columns_.factor(k);
        columns_.swap_left(k, {layout_.group_of(k).first, k});
    }
    for (std::size_t p = first; p < end; p = group_before(p, end).end) {
        const PanelRange panels = group_before(p, end);
        for (BlockColumn& b : columns_.blocks()) {
            bring(panels, b, std::max(b.first, first_of(end)), b.end());
            b.updated = panels.end;
        }
        finish_rows(panels.end);
    }
}

/// Panels are factored one step ahead of what they update: while they are on their way to other devices,
/// those bring all other columns that are there up to the panels before.
void LuBuilder::factor_right_looking(std::size_t first, std::size_t end) {
    std::size_t done = first < end ? factor_step(first, end) : first;
    for (std::size_t applied = first; applied < done;) {
        std::vector<BlockColumn>& blocks = columns_.blocks();
        const auto late = std::find_if(blocks.begin(), blocks.end(),
                                       [&](const BlockColumn& b) { return done < end && !b.is_there(); });
        const auto present = late - blocks.begin();
        const std::size_t ahead = done < end ? factor_step(done, end) : done;
        for (auto b = blocks.begin(); b != blocks.begin() + present; ++b) {
            load(*b);
            apply(b->updated, done, *b, std::max(b->first, first_of(ahead)), b->end());
            b->updated = std::max(b->updated, done);
        }
        for (std::size_t k = applied; k < done; ++k)
            columns_.swap_left(k, {layout_.group_of(k).first, layout_.pair_of(k).first});
        finish_rows(done);
        applied = std::exchange(done, ahead);
    }
}

/// Factors the panels of the step that begins with panel k, after bringing their columns up to those before.
/// Returns the first panel of the next step.
std::size_t LuBuilder::factor_step(std::size_t k, std::size_t end) {
    BlockColumn& b = columns_.block_of(k);
    const bool whole = layout_.steps_are_blocks();
    const std::size_t next = std::min(end, whole ? layout_.panel_at(b.end()) : layout_.pair_of(k).end);
    const std::int64_t to = whole ? b.end() : first_of(next);
    load(b);
    apply(b.updated, k, b, first_of(k), to);
    for (std::size_t p = k; p < next; ++p) {
        columns_.factor(p);
        apply(p, p + 1, b, first_of(p + 1), to);
        columns_.swap_left(p, {layout_.pair_of(p).first, p});
    }
    if (whole) b.updated = next;
    load_more(next - k);
    return next;
}

/// Updates columns [from, to) by panels [first, end). Pairs that devices send each other are taken one by one
/// if one at a time will do: the first panel is there sooner.
void LuBuilder::apply(std::size_t first, std::size_t end, const BlockColumn& b, std::int64_t from,
                      std::int64_t to) {
    for (std::size_t k = first; k < end;) {
        const PanelRange pair = layout_.pair_of(k);
        const bool one =
            pair.end > end || pair.first < k || (layout_.steps_are_blocks() && from < layout_.far_from(pair));
        const std::size_t next = one ? k + 1 : pair.end;
        bring({k, next}, b, from, to);
        k = next;
    }
}

/// Updates columns [from, to) by panels of one group.
void LuBuilder::bring(PanelRange panels, const BlockColumn& b, std::int64_t from, std::int64_t to) {
    columns_.swap(panels, b, from, to);
    for (std::size_t p = panels.first; p < panels.end;) {
        const PanelRange next{p, std::min(layout_.pair_of(p).end, panels.end)};
        update(next, b, from, to);
        p = next.end;
    }
}

/// Updates columns [from, to), which have the interchanges, by a panel or a pair: at once, except for those
/// that follow the pair.
void LuBuilder::update(PanelRange panels, const BlockColumn& b, std::int64_t from, std::int64_t to) {
    const bool is_pair = panels.size() > 1;
    const std::int64_t far = is_pair ? std::clamp(layout_.far_from(panels), from, std::max(from, to)) : to;
    for (std::size_t k = panels.first; k < panels.end; ++k) columns_.update({k, k + 1}, b, from, far);
    if (is_pair) columns_.update(panels, b, far, to);
}

/// Panels before k have updated all columns that have kept up. With the last panel of a group, the rows of
/// its diagonal blocks have their final values there; after the last panel of all, all have.
void LuBuilder::finish_rows(std::size_t k) {
    if (k < layout_.group_of(k - 1).end) return;
    for (BlockColumn& b : columns_.blocks()) {
        columns_.swap_before(b, k);
        const bool is_factored = b.end() <= first_of(k);
        if (is_factored && (!columns_.pivots() || k == layout_.panels()))
            columns_.store_rest(b);
        else if (k < layout_.panels())
            columns_.finish_rows(b, first_of(is_factored ? k : std::min(k, b.updated)));
    }
}

/// What earlier sweeps stored below their last rows lacks the interchanges of later ones.
void LuBuilder::interchange_earlier_sweeps() {
    for (std::size_t sweep = 0; sweep + 1 < layout_.sweeps(); ++sweep)
        for (std::size_t j = 0; j < layout_.blocks_per_sweep; ++j)
            columns_.interchange_below(sweep * layout_.blocks_per_sweep + j,
                                       layout_.panels_of_sweep(sweep).end);
}

}  // namespace

std::string LuProblem::key() const {
    return "getrf " + std::string(name(type)) + ' ' + std::to_string(m) + ' ' + std::to_string(n) + ' ' +
           static_cast<char>(pivoting) + (pinned ? " pinned" : "");
}

/// If memory is scarce, the devices hold fewer columns at once, and at last narrower ones.
Program getrf_program(const LuProblem& problem, const Target& target, const kernels::Database& database) {
    std::int64_t panel = panel_width(problem);
    for (std::size_t most_blocks = kAll;;) {
        std::size_t blocks = 1;
        try {
            const LuLayout layout = lu_layout(problem, target, panel, most_blocks);
            blocks = layout.blocks_per_sweep;
            return LuBuilder(problem, layout, target, database).build();
        } catch (const Error& error) {
            if (error.code() != ErrorCode::out_of_memory) throw;
            if (blocks == 1 && panel <= least_panel_width(problem.type)) throw;
            if (blocks == 1) panel /= 2;
            most_blocks = blocks == 1 ? kAll : blocks - 1;
        }
    }
}

}  // namespace hg
