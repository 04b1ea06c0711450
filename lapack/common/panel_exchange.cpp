#include "lapack/common/panel_exchange.hpp"

#include <algorithm>
#include <vector>

#include "blas/tiles/leading_dimension.hpp"
#include "lapack/common/register_copy.hpp"

namespace hg {
namespace {

/// Bytes of a part, at least.
constexpr std::int64_t kLeastPart = std::int64_t{16} << 20;
constexpr std::int64_t kMostParts = 8;

/// Whole columns of a tile: links are slow with short ones.
std::vector<HostTile> parts_of(const HostTile& tile, ElementType type) {
    const std::int64_t bytes = tile.rows * tile.cols * size_of(type);
    const std::int64_t count = std::clamp<std::int64_t>(bytes / kLeastPart, 1, kMostParts);
    const std::int64_t cols = (tile.cols + count - 1) / count;
    std::vector<HostTile> parts;
    for (std::int64_t col = 0; col < tile.cols; col += cols)
        parts.push_back(
            {tile.parameter, tile.row, tile.col + col, tile.rows, std::min(cols, tile.cols - col)});
    return parts;
}

}  // namespace

PanelExchange::PanelExchange(ProgramBuilder& builder, ElementType type, const ExchangedPanels& panels)
    : panels_(panels) {
    const std::int64_t cols = panels.count * (panels.adjoint ? panels.m : panels.width);
    if (panels.width > 0)
        parameter_ = builder.pinned_matrix("exchange", type, panels.adjoint ? panels.width : panels.m, cols);
}

HostTile PanelExchange::tile(const Tile& tile) const noexcept {
    const auto [rows, cols] = tile;
    const std::int64_t place = cols.begin / panels_.width % panels_.count;
    if (panels_.adjoint) return {parameter_, 0, place * panels_.m + rows.begin, cols.size(), rows.size()};
    return {parameter_, rows.begin, place * panels_.width, rows.size(), cols.size()};
}

void store_in_parts(ProgramBuilder& builder, const HostTile& tile, RegisterId reg) {
    for (const HostTile& part : parts_of(tile, builder.reg(reg).type))
        builder.store(part, builder.window(reg, 0, part.col - tile.col, part.rows, part.cols));
}

void load_in_parts(ProgramBuilder& builder, RegisterId reg, const HostTile& tile) {
    for (const HostTile& part : parts_of(tile, builder.reg(reg).type))
        builder.load(builder.window(reg, 0, part.col - tile.col, part.rows, part.cols), part);
}

RegisterId store_copy(ProgramBuilder& builder, const HostTile& tile, RegisterId panel) {
    const RegisterId copy = copy_of(builder, panel, staggered_window_ld(tile.rows, builder.reg(panel).type));
    store_in_parts(builder, tile, copy);
    return copy;
}

}  // namespace hg
