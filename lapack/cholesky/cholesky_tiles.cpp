#include "lapack/cholesky/cholesky_tiles.hpp"

#include <algorithm>
#include <tuple>

namespace hg {
namespace {

/// Panels that may be under way between devices at once.
constexpr std::int64_t kPanelsExchanged = 6;

}  // namespace

CholeskyTiles::CholeskyTiles(ProgramBuilder& builder, const CholeskyProblem& problem,
                             const CholeskyLayout& layout, const kernels::Database& database, BlockColumns& L)
    : builder_(builder),
      layout_(layout),
      L_(L),
      exchange_(builder, problem.type,
                {.m = layout.n,
                 .width = layout.devices.size() > 1 ? layout.panel : 0,
                 .count = kPanelsExchanged,
                 .adjoint = problem.uplo == Uplo::upper}),
      failure_(builder, layout.block_columns(), layout.devices.size() > 1) {
    for (const DeviceIndex d : layout.devices)
        devices_.emplace(d, OnDevice{{builder_, problem, layout, database, d}});
}

void CholeskyTiles::open(const Span& columns) {
    L_.open(columns);
    copies_.clear();
    held_ = columns;
}

/// A11 = L11 L11^H. Updates of the rows below still look at what was known before.
void CholeskyTiles::factor(const TileOperation& op) {
    const Span block = op.writes.cols;
    OnDevice& on = devices_.at(op.device);
    on.info = failure_.copy(op.device);
    const RegisterId L11 = on.kernels.factor(on.info, L_.window(op.writes), block.begin);
    const bool is_last = block.end == layout_.n;
    if (!is_last) on.inverse = on.kernels.inverted(on.info, L11);
    on.room = layout_.beside ? on.kernels.room(block.size()) : RoomBeside{};
    if (is_last) failure_.replace(op.device, on.info);
    if (is_last) failure_.store(op.device, block_of(block.begin));
}

/// L21 := A21 L11^-H
void CholeskyTiles::solve(const TileOperation& op) {
    const Span cols = op.writes.cols;
    OnDevice& on = devices_.at(op.device);
    failure_.replace(op.device, on.info);
    on.kernels.solve(*on.inverse, L_.window(op.writes));
    if (cols.end % layout_.block_column == 0) failure_.store(op.device, block_of(cols.begin));
}

void CholeskyTiles::update(const TileOperation& op) {
    const auto [rows, cols] = op.writes;
    OnDevice& on = devices_.at(op.device);
    bring(op.device, op.left.cols);
    const RegisterId info = failure_.on(op.device);
    const RegisterId A = window(op.device, op.left);
    const RegisterId C = L_.window(op.writes);
    if (equal(rows, cols) && cols.size() <= layout_.panel) return on.kernels.subtract_block(info, A, C);
    const RegisterId B = window(op.device, op.right);
    if (rows.begin == cols.begin)
        on.kernels.subtract(info, A, B, C);
    else
        on.kernels.subtract_below(info, A, B, C, on.room);
}

/// A panel goes to all devices from one place. What is known of failures goes with the last one of a block
/// column.
void CholeskyTiles::exchange(const TileOperation& op) {
    const auto [rows, cols] = op.writes;
    const HostTile room = exchange_.tile(op.writes);
    if (exchanged_ < cols.end) store_in_parts(builder_, room, L_.window(op.writes));
    exchanged_ = cols.end;
    copy_on(op.device, cols.begin, rows.begin);
    load_in_parts(builder_, window(op.device, op.writes), room);
    if (cols.end % layout_.block_column == 0) failure_.load(op.device, block_of(cols.begin));
}

/// The block column with these columns comes to a device that has neither it nor a copy: the rows below its
/// diagonal block, of the present pass.
void CholeskyTiles::bring(DeviceIndex device, const Span& columns) {
    const std::size_t k = block_of(columns.begin);
    if (columns.begin < held_.begin && !copies_.contains({device, k})) {
        const Tile tile{{held_.begin, layout_.n}, columns};
        copy_on(device, columns.begin, tile.rows.begin);
        load_in_parts(builder_, window(device, tile), L_.tile(tile));
        failure_.load(device, k);
    }
    failure_.propagate(device, k);
}

CholeskyTiles::Copy& CholeskyTiles::copy_on(DeviceIndex device, std::int64_t column, std::int64_t first_row) {
    const std::size_t k = block_of(column);
    const auto [copy, is_new] = copies_.try_emplace({device, k});
    const BlockColumn& block = L_.block(k);
    if (is_new)
        copy->second = {L_.reg(device, {{first_row, layout_.n}, {block.first, block.end()}}), first_row};
    return copy->second;
}

RegisterId CholeskyTiles::window(DeviceIndex device, const Tile& tile) {
    const auto copy = copies_.find({device, block_of(tile.cols.begin)});
    if (copy == copies_.end()) return L_.window(tile);
    return L_.window(copy->second.reg, copy->second.first_row, L_.block(copy->first.second).first, tile);
}

}  // namespace hg
