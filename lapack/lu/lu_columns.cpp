#include "lapack/lu/lu_columns.hpp"

#include <algorithm>
#include <tuple>

#include "kernels/elementwise/copy.hpp"

namespace hg {
namespace {

/// Columns of registers begin at multiples of this many bytes.
constexpr std::int64_t kColumnBytes = 512;
/// Bytes that come or leave at once: at least, and at most if memory is not scarce.
constexpr std::int64_t kLeastMoved = std::int64_t{8} << 20;
constexpr std::int64_t kMostMoved = std::int64_t{64} << 20;
/// Columns of fewer bytes leave faster from a register without gaps between them.
constexpr std::int64_t kShortColumn = std::int64_t{32} << 10;
/// Panels go from device to device in parts of this many bytes or more.
constexpr std::int64_t kLeastPart = std::int64_t{16} << 20;
constexpr std::int64_t kMostParts = 8;
/// Panels that may be under way between devices at once.
constexpr std::int64_t kExchanged = 3;

}  // namespace

std::int64_t window_ld(std::int64_t rows, ElementType type) {
    const std::int64_t step = kColumnBytes / size_of(type);
    const std::int64_t ld = (rows + step - 1) / step * step;
    return ld % (16 * step) == 0 ? ld + step : ld;
}

LuColumns::LuColumns(ProgramBuilder& builder, const LuProblem& problem, const LuLayout& layout,
                     const kernels::Database& database)
    : builder_(builder), problem_(problem), layout_(layout), database_(database) {
    std::vector<DeviceIndex> factoring = layout.devices;
    if (layout.panel_device) factoring.push_back(*layout.panel_device);
    for (DeviceIndex d : factoring)
        factorizations_.emplace(std::piecewise_construct, std::forward_as_tuple(d),
                                std::forward_as_tuple(builder, database, d, problem.type, problem.pivoting));
    A_ = builder.matrix("A", problem.type, problem.m, problem.n);
    if (layout.devices.size() > 1 && !layout.panel_device)
        exchange_ = builder.matrix("exchange", problem.type, problem.m, kExchanged * layout.panel);
    if (!pivots()) return;
    const auto panels = static_cast<std::int64_t>(layout.panels());
    pivots_ = builder.matrix("pivots", ElementType::i32, layout.panel, panels);
    if (shares_panels()) moves_ = builder.matrix("moves", ElementType::i32, 2 * layout.panel, 3 * panels);
}

BlockColumn& LuColumns::block_of(std::size_t k) {
    const std::int64_t first = first_of(k);
    return *std::find_if(blocks_.begin(), blocks_.end(),
                         [&](const BlockColumn& b) { return b.first <= first && first < b.end(); });
}

/// Block column j, without a register.
BlockColumn LuColumns::place_of(std::size_t j) const {
    const std::int64_t first = static_cast<std::int64_t>(j) * layout_.block;
    return {.device = layout_.devices[j % layout_.devices.size()],
            .first = first,
            .cols = std::min(layout_.block, problem_.n - first)};
}

void LuColumns::open(std::size_t sweep) {
    panels_.clear();
    pairs_.clear();
    blocks_.clear();
    arrived_.clear();
    first_panel_ = layout_.panels_of_sweep(sweep).first;
    const auto columns = static_cast<std::int64_t>(layout_.blocks_per_sweep) * layout_.block;
    const std::int64_t begin = static_cast<std::int64_t>(sweep) * columns;
    const std::int64_t end = std::min(problem_.n, begin + columns);
    for (std::int64_t first = begin; first < end; first = blocks_.back().end()) {
        BlockColumn b = place_of(static_cast<std::size_t>(first / layout_.block));
        b.cols = std::min(layout_.width_of_block(first, first_panel_), end - first);
        b.updated = first_panel_;
        b.swapped = layout_.panel_at(first);
        b.reg =
            builder_.reg(b.device, problem_.type, problem_.m, b.cols, window_ld(problem_.m, problem_.type));
        blocks_.push_back(b);
    }
}

void LuColumns::load_more(BlockColumn& b) {
    const std::int64_t end = std::min(b.loaded + layout_.panel, b.cols);
    // The first panel is worked on as its columns arrive.
    const std::int64_t part = b.first + b.loaded == 0 ? first_columns() : end - b.loaded;
    CommandId load{};
    while (b.loaded < end) {
        const std::int64_t cols = std::min(part, end - b.loaded);
        load = builder_.load(builder_.window(b.reg, 0, b.loaded, problem_.m, cols),
                             {A_, 0, b.first + b.loaded, problem_.m, cols});
        b.loaded += cols;
    }
    if (layout_.left_looking > 0 && b.is_there() && &b == &blocks_.back())
        arrived_ = {builder_.mark("arrived", std::span(&load, 1), {b.device, QueueKind::load})};
}

/// Columns of the first panel that are loaded at once: whole base panels, and bytes enough.
std::int64_t LuColumns::first_columns() const {
    const std::int64_t base = least_panel_width(problem_.type);
    const std::int64_t bytes = base * problem_.m * size_of(problem_.type);
    return base * std::max<std::int64_t>(1, kLeastMoved / bytes);
}

void LuColumns::factor(std::size_t k) {
    const BlockColumn& b = block_of(k);
    const std::int64_t row = first_of(k);
    const HostTile tile = tile_of(k);
    const RegisterId columns = builder_.window(b.reg, row, row - b.first, tile.rows, tile.cols);
    panels_[{b.device, k}] = {.columns = columns};
    if (layout_.panel_device)
        factor_on_host(k, columns);
    else {
        store_moves(b.device, k, factorizations_.at(b.device).append(columns));
        // The copy stays as it is when `columns` get the interchanges of later panels.
        if (others_need(k)) panels_[{b.device, k}].columns = store_copy(columns, exchange_tile_of(k));
    }
    // At once: what the copies are loaded from is soon used for other panels, and what is loaded later may
    // have to wait for them.
    for (const BlockColumn& right : blocks_)
        if (right.end() > first_of(k + 1)) {
            if (pivots()) moves(right.device, k);
            panel(right.device, k);
        }
}

void LuColumns::factor_on_host(std::size_t k, RegisterId columns) {
    const HostTile tile = tile_of(k);
    const DeviceIndex host = *layout_.panel_device;
    const RegisterId panel = builder_.reg(host, problem_.type, tile.rows, tile.cols);
    store_copy(columns, tile);
    load_copy(panel, tile);
    store_moves(host, k, factorizations_.at(host).append(panel));
    for (const HostTile& part : parts_of(tile))
        builder_.store(part, builder_.window(panel, 0, part.col - tile.col, part.rows, part.cols));
    load_copy(columns, tile);
}

/// Keeps the row moves of panel k, and stores its pivots.
void LuColumns::store_moves(DeviceIndex device, std::size_t k, RegisterId moves) {
    if (!pivots()) return;
    moves_of_[{device, k}] = moves;
    const auto position = static_cast<std::int64_t>(k);
    builder_.store({pivots_, 0, position, width_of(k), 1}, builder_.window(moves, 0, 0, width_of(k), 1));
    if (shares_panels()) builder_.store({moves_, 0, 3 * position, 2 * width_of(k), 3}, moves);
}

/// Panel k in A, from its diagonal down.
HostTile LuColumns::tile_of(std::size_t k) const {
    return {A_, first_of(k), first_of(k), problem_.m - first_of(k), width_of(k)};
}

/// Where other devices find panel k: in A if it was stored there, by an earlier sweep or the host; else in
/// memory of its own, whose rows are those of A.
HostTile LuColumns::exchange_tile_of(std::size_t k) const {
    if (k < first_panel_ || layout_.panel_device || layout_.devices.size() == 1) return tile_of(k);
    const auto place = static_cast<std::int64_t>(k) % kExchanged;
    return {exchange_, first_of(k), place * layout_.panel, problem_.m - first_of(k), width_of(k)};
}

/// The parts in which a tile goes from device to device: while one is on its way in, the next is on its way
/// out. Whole columns, since links are slow with short ones.
std::vector<HostTile> LuColumns::parts_of(const HostTile& tile) const {
    const std::int64_t bytes = tile.rows * tile.cols * size_of(problem_.type);
    const std::int64_t count = std::clamp<std::int64_t>(bytes / kLeastPart, 1, kMostParts);
    const std::int64_t cols = (tile.cols + count - 1) / count;
    std::vector<HostTile> parts;
    for (std::int64_t col = 0; col < tile.cols; col += cols)
        parts.push_back(
            {tile.parameter, tile.row, tile.col + col, tile.rows, std::min(cols, tile.cols - col)});
    return parts;
}

/// A register for what leaves while `columns` may change.
RegisterId LuColumns::copy_of(RegisterId columns, std::int64_t ld) {
    const Register from = builder_.reg(columns);
    const RegisterId copy = builder_.reg(from.device, from.type, from.rows, from.cols, ld);
    builder_.exec(kernels::copy(from.type), {columns, copy});
    return copy;
}

/// Stores a panel that may change at once, on its way to other devices. Returns what does not change.
RegisterId LuColumns::store_copy(RegisterId columns, const HostTile& tile) {
    const RegisterId copy = copy_of(columns, window_ld(tile.rows, problem_.type));
    for (const HostTile& part : parts_of(tile))
        builder_.store(part, builder_.window(copy, 0, part.col - tile.col, part.rows, part.cols));
    return copy;
}

/// Loads what store_copy() stored.
void LuColumns::load_copy(RegisterId columns, const HostTile& tile) {
    for (const HostTile& part : parts_of(tile))
        builder_.load(builder_.window(columns, 0, part.col - tile.col, part.rows, part.cols), part);
}

/// Whether other devices than its own have columns right of panel k.
bool LuColumns::others_need(std::size_t k) {
    const DeviceIndex owner = block_of(k).device;
    return std::any_of(blocks_.begin(), blocks_.end(),
                       [&](const BlockColumn& b) { return b.device != owner && b.end() > first_of(k + 1); });
}

/// The diagonal block of panel k, inverted. Kernels are chosen for block columns, however many columns there
/// are, so that bits do not depend on that.
LuColumns::SolvedRows& LuColumns::top_of(DeviceIndex device, std::size_t k) {
    FactoredPanel& left = panel(device, k);
    const std::int64_t width = width_of(k);
    if (left.top.empty()) {
        const RegisterId diagonal = builder_.window(left.columns, 0, 0, width, width);
        left.top.push_back({.rows = width,
                            .inverse = invert(builder_, Uplo::lower, Diag::unit, diagonal),
                            .solve = {database_, builder_.devices()[device], problem_.type, Side::left,
                                      Op::none, width, layout_.block}});
    }
    return left.top.front();
}

/// Both panels from the first row of the first down, on a device.
LuColumns::FactoredPanel& LuColumns::pair(DeviceIndex device, std::size_t k) {
    FactoredPanel& both = pairs_[{device, k}];
    if (!both.top.empty()) return both;
    both.top = {top_of(device, k), top_of(device, k + 1)};
    if (both.columns == kNoRegister) both.columns = pair_columns(device, k);
    SolvedRows& second = both.top.back();
    second.first = width_of(k);
    second.product.emplace(database_, builder_.devices()[device], problem_.type, Op::none, Op::none,
                           second.rows, layout_.block, second.first);
    return both;
}

/// Where they lie, or copies side by side with the same interchanges.
RegisterId LuColumns::pair_columns(DeviceIndex device, std::size_t k) {
    if (!shares_panels()) {
        const BlockColumn& b = block_of(k);
        return builder_.window(b.reg, first_of(k), first_of(k) - b.first, problem_.m - first_of(k),
                               first_of(k + 2) - first_of(k));
    }
    const RegisterId both = register_of(device, {k, k + 2});
    for (const std::size_t p : {k, k + 1})
        builder_.exec(kernels::copy(problem_.type), {panel(device, p).columns, window_of(both, k, p)});
    const std::int64_t width = width_of(k);
    const std::int64_t below = builder_.reg(both).rows - width;
    if (pivots()) swap({k + 1, k + 2}, device, builder_.window(both, width, 0, below, width));
    return both;
}

/// A register for panels, from the first row of the first down.
RegisterId LuColumns::register_of(DeviceIndex device, PanelRange panels) {
    const std::int64_t rows = problem_.m - first_of(panels.first);
    return builder_.reg(device, problem_.type, rows, first_of(panels.end) - first_of(panels.first),
                        window_ld(rows, problem_.type));
}

/// Panel k in a register that begins with panel `first`.
RegisterId LuColumns::window_of(RegisterId panels, std::size_t first, std::size_t k) {
    const std::int64_t distance = first_of(k) - first_of(first);
    return builder_.window(panels, distance, distance, problem_.m - first_of(k), width_of(k));
}

void LuColumns::update(PanelRange panels, const BlockColumn& b, std::int64_t from, std::int64_t to) {
    if (from >= to) return;
    const std::size_t k = panels.first;
    if (panels.size() == 1) (void)top_of(b.device, k);
    FactoredPanel& left = panels.size() == 1 ? panel(b.device, k) : pair(b.device, k);
    const std::int64_t width = first_of(panels.end) - first_of(k);
    const std::int64_t below = problem_.m - first_of(k) - width;
    const auto rows_of_b = [&](std::int64_t first, std::int64_t rows) {
        return builder_.window(b.reg, first_of(k) + first, from - b.first, rows, to - from);
    };
    for (const SolvedRows& s : left.top) {
        const RegisterId rows = rows_of_b(s.first, s.rows);
        if (s.product)
            s.product->append(builder_, -1.0, builder_.window(left.columns, s.first, 0, s.rows, s.first),
                              rows_of_b(0, s.first), 1.0, rows);
        s.solve.append(builder_, s.inverse, rows, false);
    }
    if (below == 0) return;
    if (!left.product)
        left.product.emplace(database_, builder_.devices()[b.device], problem_.type, Op::none, Op::none,
                             below, layout_.block, width);
    left.product->append(builder_, -1.0, builder_.window(left.columns, width, 0, below, width),
                         rows_of_b(0, width), 1.0, rows_of_b(width, below));
}

void LuColumns::finish_rows(BlockColumn& b, std::int64_t end) {
    const auto rows_of = [&](std::int64_t bytes) {
        const std::int64_t row = b.cols * size_of(problem_.type);
        return std::max(layout_.panel, bytes / row / layout_.panel * layout_.panel);
    };
    // The last rows are not kept waiting for more.
    const bool is_last = end > first_of(layout_.panels() - std::min(layout_.panels(), layout_.last_alone));
    const std::int64_t least = is_last ? layout_.panel : rows_of(kLeastMoved);
    const std::int64_t most = layout_.sweeps() == 1 ? rows_of(kMostMoved) : least;
    while (end - b.stored >= least) {
        const std::int64_t rows = std::min(most, (end - b.stored) / least * least);
        const HostTile tile{A_, b.stored, b.first, rows, b.cols};
        builder_.store(tile, copy_of(builder_.window(b.reg, b.stored, 0, rows, b.cols), rows));
        b.stored += rows;
    }
}

void LuColumns::store_rest(BlockColumn& b) {
    const std::int64_t rows = problem_.m - b.stored;
    if (rows == 0) return;
    const RegisterId rest = builder_.window(b.reg, b.stored, 0, rows, b.cols);
    const bool is_short = b.stored > 0 && rows * size_of(problem_.type) < kShortColumn;
    // While columns arrive, the link and the host's copies are theirs.
    builder_.store({A_, b.stored, b.first, rows, b.cols}, is_short ? copy_of(rest, rows) : rest, arrived_);
    b.stored = problem_.m;
}

/// Panel k on a device: its own columns, or a copy that is loaded when it is first needed. A copy has the
/// interchanges that its columns had when they were stored: its own, or those of its sweep; pairs of earlier
/// sweeps are loaded into one register.
LuColumns::FactoredPanel& LuColumns::panel(DeviceIndex device, std::size_t k) {
    const auto found = panels_.find({device, k});
    if (found != panels_.end()) return found->second;
    const PanelRange together = k < first_panel_ ? layout_.pair_of(k) : PanelRange{k, k + 1};
    const RegisterId columns = register_of(device, together);
    for (std::size_t p = together.first; p < together.end; ++p) {
        FactoredPanel& copy = panels_[{device, p}];
        copy.columns = window_of(columns, together.first, p);
        load_copy(copy.columns, exchange_tile_of(p));
    }
    if (together.size() > 1) pairs_[{device, together.first}].columns = columns;
    return panels_[{device, k}];
}

}  // namespace hg
