#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "lapack/lu/lu_schedule.hpp"

namespace hg {
namespace {

using Kind = LuStep::Kind;

std::string text(const LuStep& step) {
    std::ostringstream out;
    out << step;
    return out.str();
}

/// Panels of 64 columns in block columns of two, all of them in one pass.
LuLayout layout_of(std::int64_t m, std::int64_t n, std::vector<DeviceIndex> devices) {
    LuLayout layout;
    layout.m = m;
    layout.n = n;
    layout.panel = 64;
    layout.block = 128;
    layout.devices = std::move(devices);
    layout.blocks_per_pass = layout.blocks();
    return layout;
}

/// Does the steps on paper, column by column, and says which one comes too early, too late or twice.
class Paper {
  public:
    explicit Paper(const LuLayout& layout)
        : layout_(layout),
          blocks_(layout.block_columns()),
          columns_(static_cast<std::size_t>(blocks_.back().end())) {}

    void follow(const std::vector<LuStep>& steps) {
        for (const LuStep& step : steps) {
            SCOPED_TRACE(text(step));
            begin(step);
            for (std::int64_t c = step.from; c < step.to; ++c) follow(step, c);
            if (step.kind == Kind::panel) factored_ = step.panels.end;
            if (step.kind == Kind::final) final_.insert(step.block);
            if (testing::Test::HasFailure()) return;
        }
        EXPECT_EQ(factored_, layout_.panels());
        EXPECT_EQ(final_.size(), blocks_.size());
        for (std::int64_t c = 0; c < blocks_.back().end(); ++c) expect_applied(c, layout_.panels());
    }

  private:
    struct Column {
        bool held = false;
        bool loaded = false;
        std::size_t solved = 0;   ///< panels
        std::size_t updated = 0;  ///< panels
        std::set<std::size_t> swapped;
    };

    Column& at(std::int64_t c) { return columns_[static_cast<std::size_t>(c)]; }

    void begin(const LuStep& step) {
        const BlockColumn& b = blocks_.at(step.block);
        EXPECT_LT(step.from, step.to);
        EXPECT_GE(step.from, b.first);
        if (step.kind == Kind::open) {
            for (Column& column : columns_) column.held = false;
            return;
        }
        EXPECT_LE(step.to, b.end());
        EXPECT_EQ(final_.count(step.block), step.kind == Kind::swap_stored ? 1U : 0U);
        if (step.kind == Kind::panel) {
            EXPECT_EQ(step.panels.first, factored_);
            EXPECT_EQ(step.panels.size(), 1U);
        } else {
            EXPECT_LE(step.panels.end, factored_);
        }
        if (step.kind != Kind::solve || !layout_.pivots) return;
        // L of a pair has the interchanges of both panels.
        for (std::size_t p = step.panels.first; p + 1 < step.panels.end; ++p) {
            EXPECT_TRUE(at(layout_.first_of_panel(p)).swapped.count(p + 1));
        }
    }

    void follow(const LuStep& step, std::int64_t c) {
        Column& column = at(c);
        if (step.kind == Kind::open) {
            column.held = true;
            return;
        }
        EXPECT_TRUE(column.held || step.kind == Kind::swap_stored);
        EXPECT_EQ(column.loaded, step.kind != Kind::load || !std::exchange(column.loaded, true));
        switch (step.kind) {
            case Kind::panel:
                return expect_applied(c, step.panels.first);
            case Kind::swap:
            case Kind::swap_stored:
                return swap(step.panels, c);
            case Kind::solve:
                return solve(step.panels, c);
            case Kind::update:
                EXPECT_EQ(column.updated, step.panels.first);
                EXPECT_EQ(column.solved, step.panels.end);
                column.updated = step.panels.end;
                return;
            case Kind::arrived:
                for (const Column& other : columns_) EXPECT_TRUE(other.loaded);
                return;
            case Kind::final_rows:
                return expect_applied(c, step.panels.end);
            case Kind::final:
                return expect_applied(c, layout_.pivots ? factored_ : layout_.panel_at(c));
            default:
                return;
        }
    }

    void swap(PanelRange panels, std::int64_t c) {
        for (std::size_t p = panels.first; p < panels.end; ++p) {
            EXPECT_NE(p, layout_.panel_at(c)) << "a panel has its own interchanges";
            EXPECT_TRUE(at(c).swapped.insert(p).second) << "panel " << p << " twice";
        }
    }

    void solve(PanelRange panels, std::int64_t c) {
        EXPECT_GT(panels.size(), 0U);
        EXPECT_EQ(at(c).updated, panels.first);
        EXPECT_EQ(at(c).solved, panels.first);
        EXPECT_GE(c, layout_.first_of_panel(panels.end)) << "a column left of the panels";
        for (std::size_t p = panels.first; p < panels.end; ++p) {
            EXPECT_TRUE(!layout_.pivots || at(c).swapped.count(p)) << "panel " << p;
        }
        at(c).solved = panels.end;
        // There is nothing below the last rows.
        if (layout_.first_of_panel(panels.end) == layout_.m) at(c).updated = panels.end;
    }

    /// Column c has the interchanges of the panels before `end`, and those left of it have updated it.
    void expect_applied(std::int64_t c, std::size_t end) {
        const std::size_t own = layout_.panel_at(c);
        EXPECT_EQ(at(c).updated, at(c).solved) << "column " << c;
        EXPECT_GE(at(c).solved, std::min(own, end)) << "column " << c;
        for (std::size_t p = 0; p < end && layout_.pivots; ++p) {
            EXPECT_TRUE(p == own || at(c).swapped.count(p)) << "panel " << p << ", column " << c;
        }
    }

    const LuLayout& layout_;
    std::vector<BlockColumn> blocks_;
    std::vector<Column> columns_;
    std::size_t factored_ = 0;  ///< panels
    std::set<std::size_t> final_;
};

TEST(LuSchedule, EachPanelIsAppliedOnceToEachColumn) {
    struct Extent {
        std::int64_t m, n;
    };
    for (const Extent& shape :
         {Extent{1, 1}, {640, 640}, {1000, 1000}, {300, 1100}, {1100, 300}, {900, 1500}})
        for (const std::size_t devices : {1U, 2U, 3U})
            for (const bool pivots : {true, false})
                for (const std::size_t blocks_per_pass : {100U, 4U, 3U, 1U})
                    for (const auto& [early, beside] :
                         {std::pair(false, false), {true, false}, {false, true}, {true, true}}) {
                        LuLayout layout = layout_of(shape.m, shape.n, std::vector<DeviceIndex>(devices));
                        for (std::size_t d = 0; d < devices; ++d)
                            layout.devices[d] = static_cast<DeviceIndex>(d);
                        layout.pivots = pivots;
                        layout.blocks_per_pass = std::min(blocks_per_pass, layout.blocks());
                        layout.panels_per_group = pivots ? 4 : 2;
                        layout.last_alone = 3;
                        layout.paired = early ? layout.panels() * 3 / 8 * 2 : 0;
                        if (layout.passes() == 1 && devices == 1) {
                            layout.left_looking = early ? layout.panels() / 4 * 2 : 0;
                            layout.blocks_together = early ? 4 : 1;
                        }
                        layout.beside = beside && devices == 1;
                        layout.loads_by_need = early && layout.passes() == 1 && devices > 1;
                        SCOPED_TRACE(std::to_string(shape.m) + " x " + std::to_string(shape.n) + " on " +
                                     std::to_string(devices) + ", " + std::to_string(layout.passes()) +
                                     " passes" + (early ? ", early" : "") + (beside ? ", beside" : "") +
                                     (pivots ? "" : ", no pivots"));
                        Paper(layout).follow(lu_schedule(layout));
                        if (HasFailure()) return;
                    }
}

/// They become L^-1 P^T B.
TEST(LuSchedule, PanelsAreAppliedToRightHandSides) {
    for (const std::size_t devices : {1U, 2U, 3U})
        for (const std::int64_t n : {64, 640, 1000}) {
            LuLayout layout = layout_of(n, n, {});
            for (std::size_t d = 0; d < devices; ++d) layout.devices.push_back(static_cast<DeviceIndex>(d));
            layout.right_hand_sides = 3;
            layout.panels_per_group = 4;
            layout.paired = layout.panels() * 3 / 8 * 2;
            if (devices == 1) layout.left_looking = layout.panels() / 4 * 2;
            layout.loads_by_need = devices > 1;
            for (const bool beside : {false, true}) {
                layout.beside = beside && devices == 1;
                Paper(layout).follow(lu_schedule(layout));
            }
        }
}

/// 1024 columns in panels of 64, of which the first eight come left-looking.
LuLayout layout_beside() {
    LuLayout layout = layout_of(1024, 1024, {0});
    layout.left_looking = 8;
    layout.paired = 12;
    layout.panels_per_group = 4;
    layout.blocks_together = 4;
    layout.beside = true;
    return layout;
}

/// For each column the panels, or pairs, that it is updated by, in order: what bits depend on.
std::vector<std::vector<std::string>> updates_of_columns(const LuLayout& layout) {
    std::vector<std::vector<std::string>> updates(static_cast<std::size_t>(layout.n));
    for (const LuStep& step : lu_schedule(layout))
        for (std::int64_t c = step.from; c < step.to && step.kind == Kind::update; ++c)
            updates[static_cast<std::size_t>(c)].push_back(std::to_string(step.panels.first) + ".." +
                                                           std::to_string(step.panels.end));
    return updates;
}

TEST(LuSchedule, SumsAreTheSameIfPanelsAreFactoredBesideUpdates) {
    LuLayout layout = layout_beside();
    const auto beside = updates_of_columns(layout);
    layout.beside = false;
    EXPECT_EQ(updates_of_columns(layout), beside);
}

/// Between a panel and the first step that waits for it there are updates by panels before it.
TEST(LuSchedule, UpdatesStandBesidePanels) {
    std::size_t in_flight = 0;  // panels before it were needed by steps in EXEC
    std::set<std::size_t> accompanied;
    for (const LuStep& step : lu_schedule(layout_beside())) {
        if (step.kind == Kind::panel) {
            EXPECT_EQ(step.queue, QueueKind::exec2) << text(step);
        }
        if (step.kind == Kind::panel && in_flight < step.panels.first) in_flight = step.panels.first;
        if (step.kind != Kind::update || step.queue != QueueKind::exec) continue;
        if (step.panels.end <= in_flight) accompanied.insert(in_flight);
        in_flight = std::max(in_flight, step.panels.end);
    }
    // Nothing is known beside the first two, and nothing is left beside the last ones.
    for (const std::size_t k : {2U, 3U, 4U, 5U, 6U, 7U}) EXPECT_TRUE(accompanied.contains(k)) << k;
    EXPECT_GE(accompanied.size(), 8U);
}

TEST(LuSchedule, PanelsOfTheHostDeviceAreAppliedOnce) {
    LuLayout layout = layout_of(1000, 1000, {0, 1});
    layout.panel_device = 2;
    layout.panels_per_group = 4;
    Paper(layout).follow(lu_schedule(layout));
}

/// The textbook's order, with the next panel ahead of what the last one updates.
TEST(LuSchedule, IsTheTextbooksOnOneDevice) {
    LuLayout layout = layout_of(192, 192, {0});
    std::vector<std::string> steps;
    for (const LuStep& step : lu_schedule(layout))
        if (step.kind <= Kind::update) steps.push_back(text(step));
    const std::vector<std::string> expected{
        "panel panels 0..1, block 0, columns 0..64",     "swap panels 0..1, block 0, columns 64..128",
        "solve panels 0..1, block 0, columns 64..128",   "update panels 0..1, block 0, columns 64..128",
        "panel panels 1..2, block 0, columns 64..128",   "swap panels 0..1, block 1, columns 128..192",
        "solve panels 0..1, block 1, columns 128..192",  "update panels 0..1, block 1, columns 128..192",
        "swap panels 1..2, block 1, columns 128..192",   "solve panels 1..2, block 1, columns 128..192",
        "update panels 1..2, block 1, columns 128..192", "panel panels 2..3, block 1, columns 128..192",
        "swap panels 1..2, block 0, columns 0..64",      "swap panels 2..3, block 0, columns 0..128"};
    EXPECT_EQ(steps, expected);
}

/// What another device waits for comes first.
TEST(LuSchedule, SeveralDevicesFactorABlockColumnAhead) {
    const LuLayout layout = layout_of(1024, 1024, {0, 1});
    std::vector<std::string> steps;
    std::size_t factored = 0;
    for (const LuStep& step : lu_schedule(layout)) {
        if (step.kind == Kind::panel) factored = step.panels.end;
        const bool is_next = step.block == step.panels.first / 2 + 1;
        if (step.kind == Kind::update && !is_next && step.panels.end / 2 < step.block) {
            EXPECT_EQ(factored, std::min<std::size_t>(16, step.panels.first / 2 * 2 + 4)) << text(step);
        }
    }
}

/// Left-looking panels come before any column right of them is touched.
TEST(LuSchedule, ColumnsWaitForLeftLookingPanels) {
    LuLayout layout = layout_of(1024, 1024, {0});
    layout.left_looking = 8;
    std::size_t factored = 0;
    for (const LuStep& step : lu_schedule(layout)) {
        if (step.kind == Kind::panel) factored = step.panels.end;
        if (step.kind == Kind::update && step.from >= 512) {
            EXPECT_GE(factored, 8U) << text(step);
        }
    }
}

TEST(LuSchedule, PairsAreAppliedAtOnceBehindTheNextBlockColumn) {
    LuLayout layout = layout_of(1024, 1024, {0});
    layout.paired = 8;
    std::set<std::string> pairs;
    for (const LuStep& step : lu_schedule(layout))
        if (step.kind == Kind::update && step.panels.size() == 2) {
            EXPECT_GE(step.block, step.panels.first / 2 + 2) << text(step);
            pairs.insert(std::to_string(step.panels.first) + ' ' + std::to_string(step.block));
        }
    EXPECT_EQ(pairs.size(), 6U + 5U + 4U + 3U);
}

}  // namespace
}  // namespace hg
