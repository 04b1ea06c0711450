#include "lapack/cholesky/cholesky_tiles.hpp"

#include <utility>

#include "lapack/common/register_copy.hpp"
#include <hg/kernels/scale.hpp>

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
                 .adjoint = problem.uplo == Uplo::upper}) {
    const auto blocks = static_cast<std::int64_t>(layout.block_columns());
    if (layout.devices.size() > 1) info_ = builder.matrix("info", ElementType::i32, 1, blocks);
    for (const DeviceIndex d : layout.devices)
        devices_.emplace(d, OnDevice{{builder_, problem, layout, database, d}});
}

void CholeskyTiles::open(const Span& columns) {
    copies_.clear();
    held_ = columns;
}

CholeskyTiles::OnDevice& CholeskyTiles::on(DeviceIndex device) {
    OnDevice& on = devices_.at(device);
    if (on.info == kNoRegister) {
        on.info = builder_.reg(device, ElementType::i32, 1, 1);
        builder_.exec(kernels::zero(ElementType::i32), {on.info});
    }
    return on;
}

/// A11 = L11 L11^H. Updates of the rows below still look at what was known before.
void CholeskyTiles::factor(const TileOperation& op) {
    const Span block = op.writes.cols;
    OnDevice& on = this->on(op.device);
    on.info_behind = copy_of(builder_, on.info, 1);
    const RegisterId L11 = on.kernels.factor(on.info_behind, L_.window(op.writes), block.begin);
    on.room = layout_.beside ? on.kernels.room(block.size()) : RoomBeside{};
    if (block.end == layout_.n) return end_panel(op.device, block);
    on.inverse = on.kernels.inverted(on.info_behind, L11);
}

/// L21 := A21 L11^-H
void CholeskyTiles::solve(const TileOperation& op) {
    on(op.device).kernels.solve(*on(op.device).inverse, L_.window(op.writes));
    end_panel(op.device, op.writes.cols);
}

/// The device knows from now on what it has found in the panel. Others learn it with the block column.
void CholeskyTiles::end_panel(DeviceIndex device, const Span& panel) {
    OnDevice& on = this->on(device);
    on.info = on.info_behind;
    const std::size_t k = block_of(panel.begin);
    if (layout_.devices.size() > 1 && panel.end == L_.block(k).end()) builder_.store(info_of(k), on.info);
}

void CholeskyTiles::update(const TileOperation& op) {
    const auto [rows, cols] = op.writes;
    bring(op.device, op.left.cols);
    OnDevice& on = this->on(op.device);
    const RegisterId A = window(op.device, op.left);
    const RegisterId C = L_.window(op.writes);
    if (equal(rows, cols) && cols.size() <= layout_.panel) return on.kernels.subtract_block(on.info, A, C);
    const RegisterId B = window(op.device, op.right);
    if (rows.begin == cols.begin)
        on.kernels.subtract(on.info, A, B, C);
    else
        on.kernels.subtract_below(on.info, A, B, C, on.room);
}

/// A panel goes to all devices from one place; the first of them needs the most rows.
void CholeskyTiles::exchange(const TileOperation& op) {
    const auto [rows, cols] = op.writes;
    const HostTile room = exchange_.tile(op.writes);
    if (exchanged_ < cols.end) store_in_parts(builder_, room, L_.window(op.writes));
    exchanged_ = cols.end;
    Copy& copy = copy_on(op.device, cols.begin, rows.begin);
    load_in_parts(builder_, window(op.device, op.writes), room);
    const std::size_t k = block_of(cols.begin);
    if (cols.end == L_.block(k).end()) load_info(copy, k);
}

/// Loads the block column with these columns to a device that has neither it nor a copy: the rows of the
/// present pass. From then on the device knows of failures in it.
void CholeskyTiles::bring(DeviceIndex device, const Span& columns) {
    const std::size_t k = block_of(columns.begin);
    if (columns.begin < held_.begin && !copies_.contains({device, k})) {
        const Tile tile{{held_.begin, layout_.n}, columns};
        Copy& copy = copy_on(device, columns.begin, tile.rows.begin);
        load_in_parts(builder_, window(device, tile), L_.tile(tile));
        if (layout_.devices.size() > 1) load_info(copy, k);
    }
    const auto copy = copies_.find({device, k});
    if (copy == copies_.end() || copy->second.info == kNoRegister) return;
    devices_.at(device).info = std::exchange(copy->second.info, kNoRegister);
}

/// To a register of its own, for which no kernel need have ended.
void CholeskyTiles::load_info(Copy& copy, std::size_t k) {
    copy.info = builder_.reg(builder_.reg(copy.reg).device, ElementType::i32, 1, 1);
    builder_.load(copy.info, info_of(k));
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
