#include "lapack/lu/lu_panels.hpp"

#include <algorithm>
#include <tuple>

#include "blas/tiles/leading_dimension.hpp"
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

void LuPanels::open(std::size_t first) {
    first_ = first;
    panels_.clear();
    pairs_.clear();
}

void LuPanels::factor(std::size_t k) {
    const DeviceIndex device = A_.device_of(first_of(k));
    const RegisterId columns = A_.window(tile_of(k));
    FactoredPanel& factored = panels_[{device, k}];
    factored.columns = columns;
    const auto is_right = [&](const BlockColumn& c) { return c.end() > first_of(k + 1); };
    if (layout_.panel_device)
        factor_on_host(k, columns);
    else {
        P_.keep(device, k, factorizations_.at(device).append(columns));
        // The copy stays as it is when `columns` get the interchanges of later panels.
        if (std::any_of(A_.held().begin(), A_.held().end(),
                        [&](const BlockColumn& c) { return c.device != device && is_right(c); }))
            factored.columns = store_copy(builder_, exchange_tile_of(k), columns);
    }
    if (builder_.exec_queue() == QueueKind::exec2) note_beside(k, columns);
}

void LuPanels::send(std::size_t k, DeviceIndex device) {
    P_.fetch(device, k);
    panel(device, k);
}

/// Panel k is factored in EXEC2, and its diagonal block inverted if there are columns to solve for.
void LuPanels::note_beside(std::size_t k, RegisterId columns) {
    const Register panel = builder_.reg(columns);
    if (A_.held().back().end() > first_of(k + 1)) solved(panel.device, {k, k + 1});
    if (room_.seconds <= 0) {
        beside_ = k;
        room_ = {};
    }
    room_.seconds += kPanelColumnSeconds * static_cast<double>(panel.cols);
    room_.groups =
        builder_.devices()[panel.device].traits.compute_units - factorizations_.at(panel.device).units();
}

/// What an update by some panels leaves to panels beside it. One that needs these waits for them.
RoomBeside& LuPanels::room_beside(PanelRange panels) {
    if (panels.end > beside_) room_ = {};
    return room_;
}

void LuPanels::factor_on_host(std::size_t k, RegisterId columns) {
    const HostTile tile = A_.tile(tile_of(k));
    const DeviceIndex host = *layout_.panel_device;
    const RegisterId panel = builder_.reg(host, A_.type(), tile.rows, tile.cols);
    store_copy(builder_, tile, columns);
    load_in_parts(builder_, panel, tile);
    P_.keep(host, k, factorizations_.at(host).append(panel));
    store_in_parts(builder_, tile, panel);
    load_in_parts(builder_, columns, tile);
}

/// Panel k in A, from its diagonal down.
Tile LuPanels::tile_of(std::size_t k) const {
    return {{first_of(k), layout_.m}, layout_.columns_in({k, k + 1})};
}

/// Where other devices find panel k: in A if it was stored there, by an earlier pass or the host; else on
/// its way from device to device.
HostTile LuPanels::exchange_tile_of(std::size_t k) const {
    if (k < first_ || !layout_.steps_are_blocks()) return A_.tile(tile_of(k));
    return exchange_.tile(tile_of(k));
}

/// Panel k on a device: its own columns, or a copy that is loaded when it is first needed. A copy has the
/// interchanges that its columns had when they were stored: its own, or those of its pass; pairs of earlier
/// passes are loaded into one register.
LuPanels::FactoredPanel& LuPanels::panel(DeviceIndex device, std::size_t k) {
    const auto found = panels_.find({device, k});
    if (found != panels_.end()) return found->second;
    const PanelRange together = k < first_ ? layout_.pair_of(k) : PanelRange{k, k + 1};
    const RegisterId columns = register_of(device, together);
    for (std::size_t p = together.first; p < together.end; ++p) {
        FactoredPanel& copy = panels_[{device, p}];
        copy.columns = window_of(columns, together.first, p);
        load_in_parts(builder_, copy.columns, exchange_tile_of(p));
    }
    if (together.size() > 1) pairs_[{device, together.first}].columns = columns;
    return panels_[{device, k}];
}

/// A product of some rows with panels of `depth` columns. Kernels are chosen for block columns, however many
/// columns there are, so that bits do not depend on that.
RegisterProduct LuPanels::product_of(DeviceIndex index, std::int64_t rows, std::int64_t depth) const {
    const DeviceModel& device = builder_.devices()[index];
    return {database_, device, A_.type(), arithmetic_, Op::none, Op::none, rows, layout_.block_column, depth};
}

/// A panel or a pair with what solves for its rows.
LuPanels::FactoredPanel& LuPanels::solved(DeviceIndex device, PanelRange panels) {
    if (panels.size() > 1) return pair(device, panels.first);
    FactoredPanel& left = panel(device, panels.first);
    if (!left.top.empty()) return left;
    const std::int64_t width = width_of(panels.first);
    const RegisterId diagonal = builder_.window(left.columns, 0, 0, width, width);
    left.top.push_back({.rows = width,
                        .inverse = invert(builder_, Uplo::lower, Diag::unit, diagonal),
                        .solve = {database_, builder_.devices()[device], A_.type(), Side::left, Op::none,
                                  width, layout_.block_column}});
    return left;
}

/// Both panels from the first row of the first down, on a device.
LuPanels::FactoredPanel& LuPanels::pair(DeviceIndex device, std::size_t k) {
    FactoredPanel& both = pairs_[{device, k}];
    if (!both.top.empty()) return both;
    for (const std::size_t p : {k, k + 1}) both.top.push_back(solved(device, {p, p + 1}).top.front());
    if (both.columns == kNoRegister) both.columns = pair_columns(device, k);
    SolvedRows& second = both.top.back();
    second.first = width_of(k);
    second.product = product_of(device, second.rows, second.first);
    return both;
}

/// Where they lie, or copies side by side with the same interchanges.
RegisterId LuPanels::pair_columns(DeviceIndex device, std::size_t k) {
    if (!layout_.shares_panels()) {
        const auto b = std::find_if(A_.held().begin(), A_.held().end(),
                                    [&](const BlockColumn& c) { return c.end() > first_of(k); });
        return builder_.window(b->reg, first_of(k), first_of(k) - b->first, layout_.m - first_of(k),
                               layout_.columns_of({k, k + 2}));
    }
    const RegisterId both = register_of(device, {k, k + 2});
    for (const std::size_t p : {k, k + 1})
        builder_.exec(kernels::copy(A_.type()), {panel(device, p).columns, window_of(both, k, p)});
    const std::int64_t width = width_of(k);
    const std::int64_t below = builder_.reg(both).rows - width;
    if (layout_.pivots) P_.apply({k + 1, k + 2}, builder_.window(both, width, 0, below, width));
    return both;
}

/// A register for panels, from the first row of the first down.
RegisterId LuPanels::register_of(DeviceIndex device, PanelRange panels) {
    const std::int64_t rows = layout_.m - first_of(panels.first);
    return builder_.reg(device, A_.type(), rows, layout_.columns_of(panels),
                        staggered_window_ld(rows, A_.type()));
}

/// Panel k in a register that begins with panel `first`.
RegisterId LuPanels::window_of(RegisterId panels, std::size_t first, std::size_t k) {
    const std::int64_t distance = layout_.columns_of({first, k});
    return builder_.window(panels, distance, distance, layout_.m - first_of(k), width_of(k));
}

void LuPanels::solve(const TileOperation& op) {
    const FactoredPanel& left = solved(op.device, layout_.panels_in(op.left.cols));
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
    const PanelRange panels = layout_.panels_in(op.left.cols);
    const std::int64_t width = op.left.cols.size();
    const std::int64_t below = op.writes.rows.size();
    FactoredPanel& left = solved(op.device, panels);
    if (!left.product) left.product = product_of(op.device, below, width);
    const RegisterId L = builder_.window(left.columns, width, 0, below, width);
    const RegisterId U = A_.window(op.right);
    const RegisterId rest = A_.window(op.writes);
    if (builder_.exec_queue() == QueueKind::exec2)
        left.product->append(builder_, -1.0, L, U, 1.0, rest);
    else
        left.product->append_beside(builder_, room_beside(panels), -1.0, L, U, 1.0, rest);
}

}  // namespace hg
