#include "lapack/lu/lu_panels.hpp"

#include <algorithm>
#include <tuple>

#include "kernels/elementwise/copy.hpp"

namespace hg {

LuPanels::LuPanels(ProgramBuilder& builder, const LuProblem& problem, const LuLayout& layout,
                   const kernels::Database& database, BlockColumns& A, LuInterchanges& P,
                   const PanelExchange& exchange)
    : builder_(builder),
      layout_(layout),
      arithmetic_(problem.arithmetic),
      database_(database),
      A_(A),
      P_(P),
      exchange_(exchange) {
    std::vector<DeviceIndex> factoring = layout.devices;
    if (layout.panel_device) factoring.push_back(*layout.panel_device);
    for (DeviceIndex d : factoring)
        factorizations_.emplace(std::piecewise_construct, std::forward_as_tuple(d),
                                std::forward_as_tuple(builder, database, d, problem.type, problem.pivoting));
}

void LuPanels::open(std::int64_t first) {
    first_ = first;
    panels_.clear();
    pairs_.clear();
}

void LuPanels::factor(const TileOperation& op) {
    const Span k = op.writes.cols;
    const RegisterId columns = A_.window(op.writes);
    FactoredPanel& factored = panels_[{op.device, k.begin}];
    factored.columns = columns;
    if (layout_.panel_device)
        factor_on_host(k, columns);
    else {
        P_.keep(op.device, k, factorizations_.at(op.device).append(columns));
        // The copy stays as it is when `columns` get the interchanges of later panels.
        if (std::ranges::any_of(
                A_.held(), [&](const BlockColumn& b) { return b.device != op.device && b.end() > k.end; }))
            factored.columns = store_copy(builder_, exchange_tile_of(k), columns);
    }
    if (builder_.exec_queue() == QueueKind::exec2) note_beside(k, columns);
}

void LuPanels::exchange(const TileOperation& op) {
    P_.fetch(op.device, op.writes.cols);
    panel(op.device, op.writes.cols);
}

/// A panel is factored in EXEC2, and its diagonal block inverted if there are columns to solve for.
void LuPanels::note_beside(const Span& k, RegisterId columns) {
    const Register panel = builder_.reg(columns);
    if (A_.held().back().end() > k.end) solved(panel.device, k);
    if (room_.seconds <= 0) {
        beside_ = k.begin;
        room_ = {};
    }
    room_.seconds += kPanelColumnSeconds * static_cast<double>(panel.cols);
    room_.groups =
        builder_.devices()[panel.device].traits.compute_units - factorizations_.at(panel.device).units();
}

/// What an update by some panels leaves to panels beside it. One that needs these waits for them.
RoomBeside& LuPanels::room_beside(const Span& panels) {
    if (panels.end > beside_) room_ = {};
    return room_;
}

void LuPanels::factor_on_host(const Span& k, RegisterId columns) {
    const HostTile tile = A_.tile(tile_of(k));
    const DeviceIndex host = *layout_.panel_device;
    const RegisterId panel = builder_.reg(host, A_.type(), tile.rows, tile.cols);
    store_copy(builder_, tile, columns);
    load_in_parts(builder_, panel, tile);
    P_.keep(host, k, factorizations_.at(host).append(panel));
    store_in_parts(builder_, tile, panel);
    load_in_parts(builder_, columns, tile);
}

/// Where other devices find a panel: in A if it was stored there, by an earlier pass or the host; else on its
/// way from device to device.
HostTile LuPanels::exchange_tile_of(const Span& k) const {
    if (k.begin < first_ || !layout_.steps_are_blocks()) return A_.tile(tile_of(k));
    return exchange_.tile(tile_of(k));
}

/// A panel on a device: its own columns, or a copy that is loaded when it is first needed. A copy has the
/// interchanges that its columns had when they were stored: its own, or those of its pass; pairs of earlier
/// passes are loaded into one register.
LuPanels::FactoredPanel& LuPanels::panel(DeviceIndex device, const Span& k) {
    const auto found = panels_.find({device, k.begin});
    if (found != panels_.end()) return found->second;
    const Span together = k.begin < first_ ? layout_.pair_of(k.begin) : k;
    const RegisterId columns = A_.reg(device, tile_of(together));
    for (std::int64_t c = together.begin; c < together.end; c += layout_.panel) {
        const Span p = layout_.panel_at(c);
        FactoredPanel& copy = panels_[{device, c}];
        copy.columns = window_of(columns, together.begin, p);
        load_in_parts(builder_, copy.columns, exchange_tile_of(p));
    }
    if (together.size() > layout_.panel) pairs_[{device, together.begin}].columns = columns;
    return panels_[{device, k.begin}];
}

/// A product of some rows with panels of `depth` columns. Kernels are chosen for block columns, however many
/// columns there are, so that bits do not depend on that.
RegisterProduct LuPanels::product_of(DeviceIndex index, std::int64_t rows, std::int64_t depth) const {
    const DeviceModel& device = builder_.devices()[index];
    return {database_, device, A_.type(), arithmetic_, Op::none, Op::none, rows, layout_.block_column, depth};
}

/// A panel or a pair with what solves for its rows.
LuPanels::FactoredPanel& LuPanels::solved(DeviceIndex device, const Span& panels) {
    if (panels.size() > layout_.panel) return pair(device, panels);
    FactoredPanel& left = panel(device, panels);
    if (!left.top.empty()) return left;
    const std::int64_t width = panels.size();
    const RegisterId diagonal = builder_.window(left.columns, 0, 0, width, width);
    left.top.push_back({.rows = width,
                        .inverse = invert(builder_, Uplo::lower, Diag::unit, diagonal),
                        .solve = {database_, builder_.devices()[device], A_.type(), Side::left, Op::none,
                                  width, layout_.block_column}});
    return left;
}

/// Both panels from the first row of the first down, on a device.
LuPanels::FactoredPanel& LuPanels::pair(DeviceIndex device, const Span& both) {
    FactoredPanel& pair = pairs_[{device, both.begin}];
    if (!pair.top.empty()) return pair;
    for (const std::int64_t c : {both.begin, both.begin + layout_.panel})
        pair.top.push_back(solved(device, layout_.panel_at(c)).top.front());
    if (pair.columns == kNoRegister) pair.columns = pair_columns(device, both);
    SolvedRows& second = pair.top.back();
    second.first = layout_.panel;
    second.product = product_of(device, second.rows, second.first);
    return pair;
}

/// Where they lie, or copies side by side with the same interchanges.
RegisterId LuPanels::pair_columns(DeviceIndex device, const Span& both) {
    if (!layout_.shares_panels()) return A_.window(tile_of(both));
    const RegisterId columns = A_.reg(device, tile_of(both));
    const Span first = layout_.panel_at(both.begin), second{first.end, both.end};
    for (const Span& k : {first, second})
        builder_.exec(kernels::copy(A_.type()),
                      {panel(device, k).columns, window_of(columns, both.begin, k)});
    const Tile below{{first.end, layout_.m}, first};
    if (layout_.pivots) P_.apply(second, A_.window(columns, both.begin, both.begin, below));
    return columns;
}

/// A panel in a register that begins with column `first`.
RegisterId LuPanels::window_of(RegisterId panels, std::int64_t first, const Span& k) {
    return A_.window(panels, first, first, tile_of(k));
}

void LuPanels::solve(const TileOperation& op) {
    const FactoredPanel& left = solved(op.device, op.left.cols);
    const std::int64_t row = op.left.cols.begin;
    const Span cols = op.writes.cols;
    for (const SolvedRows& s : left.top) {
        const std::int64_t first = row + s.first;
        const RegisterId rows = A_.window({{first, first + s.rows}, cols});
        if (s.product)
            s.product->append(builder_, -1.0, builder_.window(left.columns, s.first, 0, s.rows, s.first),
                              A_.window({{row, first}, cols}), 1.0, rows);
        s.solve.append(builder_, s.inverse, rows, false);
    }
}

void LuPanels::update(const TileOperation& op) {
    const std::int64_t width = op.left.cols.size();
    const std::int64_t below = op.writes.rows.size();
    FactoredPanel& left = solved(op.device, op.left.cols);
    if (!left.product) left.product = product_of(op.device, below, width);
    const RegisterId L = builder_.window(left.columns, width, 0, below, width);
    const RegisterId U = A_.window(op.right);
    const RegisterId rest = A_.window(op.writes);
    if (builder_.exec_queue() == QueueKind::exec2)
        left.product->append(builder_, -1.0, L, U, 1.0, rest);
    else
        left.product->append_beside(builder_, room_beside(op.left.cols), -1.0, L, U, 1.0, rest);
}

}  // namespace hg
