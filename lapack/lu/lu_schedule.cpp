#include "lapack/lu/lu_schedule.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <ostream>
#include <span>
#include <string_view>
#include <utility>

namespace hg {
namespace {

using Kind = LuStep::Kind;

constexpr std::string_view kNames[] = {"panel", "swap",    "solve",      "update", "diagonal",   "open",
                                       "load",  "arrived", "final_rows", "final",  "swap_stored"};

/// A block column, and how far it has come.
struct Column : BlockColumn {
    std::size_t block = 0;
    std::int64_t loaded = 0;  ///< columns before this one have come
    /// Panels before this one have been applied to the columns that are not factored yet.
    std::size_t updated = 0;
    /// The interchanges of panels before this one have been applied, except for those of later groups
    /// than its own panels'.
    std::size_t swapped = 0;
    std::size_t final_panels = 0;  ///< the rows of panels before this one are final
    bool is_final = false;

    [[nodiscard]] bool is_there() const noexcept { return loaded == end(); }
};

class LuScheduler {
  public:
    explicit LuScheduler(const LuLayout& layout) : layout_(layout) {
        for (const BlockColumn& b : layout.block_columns())
            columns_.push_back({b, columns_.size(), b.first, 0, layout.panel_at(b.first)});
    }

    std::vector<LuStep> steps() && {
        for (std::size_t pass = 0; pass < layout_.passes(); ++pass) {
            open(pass);
            for (std::size_t earlier = 0; earlier < pass; ++earlier) apply_pass(earlier);
            const auto [first, end] = layout_.panels_of_pass(pass);
            const std::size_t middle = std::min(end, first + layout_.left_looking);
            factor_left_looking(first, middle);
            std::size_t factored = middle;
            if (layout_.beside && middle < end) factored = factor_step(middle, end);
            catch_up({first, middle}, first_of(factored));
            if (factored == middle && middle < end) factored = factor_step(middle, end);
            factor_right_looking(middle, factored, end);
            for (Column& b : held_) finish(b);
        }
        swap_earlier_passes();
        return std::move(steps_);
    }

  private:
    /// Goes on to a pass. Loads all of its columns, or those that are needed first.
    void open(std::size_t pass) {
        const std::int64_t from = layout_.first_of_pass(pass);
        const std::int64_t to = layout_.first_of_pass(pass + 1);
        const auto column_at = [&](std::int64_t first) {
            return std::partition_point(columns_.begin(), columns_.end(),
                                        [&](const Column& b) { return b.first < first; });
        };
        held_ = {column_at(from), column_at(to)};
        const PanelRange panels = layout_.panels_of_pass(pass);
        add(Kind::open, panels, held_.front(), from, held_.back().end());
        for (Column& b : held_) b.updated = panels.first;
        load_more(layout_.loads_by_need ? static_cast<std::size_t>(layout_.block / layout_.panel)
                                        : std::numeric_limits<std::size_t>::max());
    }

    void load(Column& b) {
        while (!b.is_there()) load_more(b);
    }

    /// Loads as many columns as a panel has, or those that are left.
    void load_more(Column& b) {
        const std::int64_t end = std::min(b.loaded + layout_.panel, b.end());
        add(Kind::load, {}, b, std::exchange(b.loaded, end), end);
        if (layout_.left_looking > 0 && end == held_.back().end()) add(Kind::arrived, {}, b, b.first, end);
    }

    /// Loads the columns of `panels` more panels to each device.
    void load_more(std::size_t panels) {
        std::map<DeviceIndex, std::size_t> coming;
        for (Column& b : held_)
            for (; !b.is_there() && coming[b.device] < panels; ++coming[b.device]) load_more(b);
    }

    /// Updates the present columns by the panels of an earlier pass, which have all its interchanges.
    void apply_pass(std::size_t pass) {
        const auto [first, end] = layout_.panels_of_pass(pass);
        for (const Column& b : held_)
            for (std::size_t k = first; k < end; k = layout_.group_of(k).end)
                swap(layout_.group_of(k), b, b.first, b.end());
        for (std::size_t k = first; k < end; k = layout_.pair_of(k).end)
            for (Column& b : held_) {
                update(layout_.pair_of(k), b, b.first, b.end());
                finish(b, layout_.pair_of(k).end);
            }
    }

    /// Each panel is updated by those before it when its turn comes; if panels are factored beside that, by
    /// all but the last one a panel earlier.
    void factor_left_looking(std::size_t first, std::size_t end) {
        for (std::size_t k = first; k < end; ++k) {
            const bool is_ahead = layout_.beside && k > first;
            apply_in_groups({is_ahead ? k - 1 : first, k}, column_of(k), first_of(k), first_of(k + 1));
            beside([&] { factor(k); });
            if (layout_.beside && k + 1 < end)
                apply_in_groups({first, k}, column_of(k + 1), first_of(k + 1), first_of(k + 2));
            beside([&] { swap_left(k, {layout_.group_of(k).first, k}); });
            diagonal({std::max(k, first + 1) - 1, k});
        }
    }

    /// Updates all columns from `from` on by panels that were factored left-looking.
    void catch_up(PanelRange panels, std::int64_t from) {
        for (std::size_t p = panels.first; p < panels.end; p = group_before(p, panels.end).end) {
            const PanelRange group = group_before(p, panels.end);
            for (Column& b : held_) {
                apply_group(group, b, std::max(b.first, from), b.end());
                b.updated = group.end;
            }
            finish_rows(group.end);
        }
        diagonal({std::max(panels.end, panels.first + 1) - 1, panels.end});
    }

    /// Panels are factored one step ahead of what they update: while they are on their way to other devices,
    /// those bring all other columns that are there up to the panels before. Panels before `done` are
    /// factored.
    void factor_right_looking(std::size_t first, std::size_t done, std::size_t end) {
        for (std::size_t applied = first; applied < done;) {
            const auto late = std::find_if(held_.begin(), held_.end(),
                                           [&](const Column& b) { return done < end && !b.is_there(); });
            const std::span<Column> present(held_.begin(), late);
            const std::size_t ahead = done < end ? factor_step(done, end) : done;
            for (Column& b : present) {
                load(b);
                apply({b.updated, done}, b, std::max(b.first, first_of(ahead)), b.end());
                b.updated = std::max(b.updated, done);
            }
            for (std::size_t k = applied; k < done; ++k)
                swap_left(k, {layout_.group_of(k).first, layout_.pair_of(k).first});
            finish_rows(done);
            diagonal({applied, done});
            applied = std::exchange(done, ahead);
        }
    }

    /// Factors the panels of the step that begins with panel k, after bringing their columns up to those
    /// before. Returns the first panel of the next step.
    std::size_t factor_step(std::size_t k, std::size_t end) {
        Column& b = column_of(k);
        const bool whole = layout_.steps_are_blocks();
        const std::size_t next = std::min(end, whole ? layout_.panel_at(b.end()) : layout_.pair_of(k).end);
        const std::int64_t to = whole ? b.end() : first_of(next);
        load(b);
        bring_up(b, k, first_of(k), to);
        beside([&] {
            for (std::size_t p = k; p < next; ++p) {
                factor(p);
                apply({p, p + 1}, b, first_of(p + 1), to);
                swap_left(p, {layout_.pair_of(p).first, p});
            }
        });
        if (whole) b.updated = next;
        load_more(next - k);
        return next;
    }

    void factor(std::size_t k) { add(Kind::panel, {k, k + 1}, column_of(k), first_of(k), first_of(k + 1)); }

    /// Updates columns [from, to) by all panels before k that have not been applied: the left-looking ones
    /// have the interchanges of their groups.
    void bring_up(const Column& b, std::size_t k, std::int64_t from, std::int64_t to) {
        const std::size_t pass = layout_.panels_of_pass(b.block / layout_.blocks_per_pass).first;
        const std::size_t middle = std::clamp(pass + layout_.left_looking, b.updated, k);
        apply_in_groups({b.updated, middle}, b, from, to);
        apply({middle, k}, b, from, to);
    }

    /// Panels of k's group from p on, before panel k.
    [[nodiscard]] PanelRange group_before(std::size_t p, std::size_t k) const {
        return {p, std::min(layout_.group_of(p).end, k)};
    }

    /// Panels have the interchanges of their group, so columns get those together, too.
    void apply_in_groups(PanelRange panels, const Column& b, std::int64_t from, std::int64_t to) {
        for (std::size_t p = panels.first; p < panels.end; p = group_before(p, panels.end).end)
            apply_group(group_before(p, panels.end), b, from, to);
    }

    /// The steps that `steps` adds stand in EXEC2, if panels are factored beside updates.
    template <class Steps>
    void beside(const Steps& steps) {
        queue_ = layout_.beside ? QueueKind::exec2 : QueueKind::exec;
        steps();
        queue_ = QueueKind::exec;
    }

    /// Interchanges and updates columns [from, to) by some panels. Pairs that devices send each other are
    /// taken one by one if one at a time will do: the first panel is there sooner.
    void apply(PanelRange panels, const Column& b, std::int64_t from, std::int64_t to) {
        for (std::size_t k = panels.first; k < panels.end;) {
            const PanelRange pair = layout_.pair_of(k);
            const bool one = pair.end > panels.end || pair.first < k ||
                             (layout_.steps_are_blocks() && from < layout_.far_from(pair));
            const std::size_t next = one ? k + 1 : pair.end;
            apply_group({k, next}, b, from, to);
            k = next;
        }
    }

    /// The same by panels of one group.
    void apply_group(PanelRange panels, const Column& b, std::int64_t from, std::int64_t to) {
        swap(panels, b, from, to);
        for (std::size_t p = panels.first; p < panels.end;) {
            const PanelRange next{p, std::min(layout_.pair_of(p).end, panels.end)};
            update(next, b, from, to);
            p = next.end;
        }
    }

    /// Updates columns [from, to), which have the interchanges, by a panel or a pair: at once, except for
    /// those that follow the pair.
    void update(PanelRange panels, const Column& b, std::int64_t from, std::int64_t to) {
        const bool is_pair = panels.size() > 1;
        const std::int64_t far =
            is_pair ? std::clamp(layout_.far_from(panels), from, std::max(from, to)) : to;
        for (std::size_t k = panels.first; k < panels.end; ++k) update_at_once({k, k + 1}, b, from, far);
        if (is_pair) update_at_once(panels, b, far, to);
    }

    void update_at_once(PanelRange panels, const Column& b, std::int64_t from, std::int64_t to) {
        if (from >= to) return;
        add(Kind::solve, panels, b, from, to);
        if (first_of(panels.end) < layout_.m) add(Kind::update, panels, b, from, to);
    }

    /// The interchanges of panels of one group.
    void swap(PanelRange panels, const Column& b, std::int64_t from, std::int64_t to) {
        if (from < to && layout_.pivots) add(Kind::swap, panels, b, from, to);
    }

    /// U_kk of these panels is final, and does not hold up what waits for panels any more.
    void diagonal(PanelRange panels) {
        if (layout_.right_hand_sides == 0) return;
        const auto step = static_cast<std::size_t>(layout_.block / layout_.panel);
        for (std::size_t k = panels.first; k < panels.end; ++k)
            if ((k + 1) % step == 0 || k + 1 == layout_.panels()) {
                const std::size_t first = k - k % step;
                add(Kind::diagonal, {first, k + 1}, column_of(k), first_of(first), first_of(k + 1));
            }
    }

    /// The interchanges of panel k in panels before it, of its pass.
    void swap_left(std::size_t k, PanelRange left) {
        for (const Column& b : held_)
            swap({k, k + 1}, b, std::max(b.first, first_of(left.first)),
                 std::min(b.end(), first_of(left.end)));
    }

    /// The interchanges of all groups before panel k, the first of one, in the factored panels of a block
    /// column.
    void swap_before(Column& b, std::size_t k) {
        while (b.swapped < k) {
            const PanelRange group = layout_.group_of(b.swapped);
            swap(group, b, b.first, std::min(b.end(), first_of(group.first)));
            b.swapped = group.end;
        }
    }

    /// What earlier passes stored below their last rows lacks the interchanges of later ones.
    void swap_earlier_passes() {
        for (const Column& b : columns_) {
            const std::size_t later = layout_.panels_of_pass(b.block / layout_.blocks_per_pass).end;
            if (layout_.pivots && later < layout_.panels())
                add(Kind::swap_stored, {later, layout_.panels()}, b, b.first, b.end());
        }
    }

    /// Panels before k have updated all columns that have kept up. With the last panel of a group, the rows
    /// of its diagonal blocks have their final values there; after the last panel of all, all have.
    void finish_rows(std::size_t k) {
        if (k < layout_.group_of(k - 1).end) return;
        for (Column& b : held_) {
            swap_before(b, k);
            const bool is_factored = b.end() <= first_of(k);
            if (is_factored && (!layout_.pivots || k == layout_.panels()))
                finish(b);
            else if (k < layout_.panels())
                finish(b, is_factored ? k : std::min(k, b.updated));
        }
    }

    void finish(Column& b, std::size_t end) {
        if (end <= b.final_panels) return;
        add(Kind::final_rows, {std::exchange(b.final_panels, end), end}, b, b.first, b.end());
    }

    void finish(Column& b) {
        if (!std::exchange(b.is_final, true)) add(Kind::final, {}, b, b.first, b.end());
    }

    void add(Kind kind, PanelRange panels, const Column& b, std::int64_t from, std::int64_t to) {
        steps_.push_back({kind, panels, b.block, from, to, queue_});
    }
    [[nodiscard]] std::int64_t first_of(std::size_t k) const { return layout_.first_of_panel(k); }
    [[nodiscard]] Column& column_of(std::size_t k) {
        return *std::find_if(held_.begin(), held_.end(),
                             [&](const Column& b) { return first_of(k) < b.end(); });
    }

    const LuLayout& layout_;
    std::vector<Column> columns_{};
    std::span<Column> held_{};  ///< in the present pass
    std::vector<LuStep> steps_{};
    QueueKind queue_ = QueueKind::exec;
};

}  // namespace

std::ostream& operator<<(std::ostream& out, const LuStep& step) {
    return out << kNames[static_cast<std::size_t>(step.kind)] << " panels " << step.panels.first << ".."
               << step.panels.end << ", block " << step.block << ", columns " << step.from << ".." << step.to
               << (step.queue == QueueKind::exec2 ? ", EXEC2" : "");
}

std::vector<LuStep> lu_schedule(const LuLayout& layout) {
    return LuScheduler(layout).steps();
}

}  // namespace hg
