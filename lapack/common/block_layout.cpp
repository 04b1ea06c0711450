#include "lapack/common/block_layout.hpp"

#include "lapack/common/block_column_devices.hpp"

namespace hg {

std::vector<BlockColumn> BlockLayout::distributed() const {
    std::vector<BlockColumn> blocks;
    const std::int64_t together = static_cast<std::int64_t>(blocks_together) * block_column;
    for (std::size_t s = 0; s < passes(); ++s)
        for (std::int64_t first = first_of_pass(s); first < first_of_pass(s + 1); first = blocks.back().end())
            blocks.push_back(
                {.device = devices[static_cast<std::size_t>(first / block_column) % devices.size()],
                 .first = first,
                 .cols = std::min(together, first_of_pass(s + 1) - first)});
    blocks.back().cols += right_hand_sides;
    return blocks;
}

BlockLayout block_layout(std::int64_t m, std::int64_t n, ElementType type,
                         std::span<const BlockWidths> widths, std::int64_t order, const Target& target) {
    BlockLayout layout;
    layout.m = m;
    layout.n = n;
    const auto suited = std::ranges::find_if(widths, [&](const BlockWidths& w) { return order >= w.order; });
    layout.block_column = suited->block_column;
    layout.panel = suited->panel;
    layout.block_columns_per_pass = layout.block_columns();
    layout.devices = block_column_devices(type, target);
    if (layout.devices.size() > layout.block_columns()) layout.devices.resize(layout.block_columns());
    return layout;
}

void require_panels(double panels, const std::string& work, const BlockLayout& layout, ElementType type,
                    const Target& target) {
    require_memory(panels * static_cast<double>(layout.m) *
                       static_cast<double>(std::min(layout.panel, layout.n) * size_of(type)),
                   work, layout.devices, target);
}

}  // namespace hg
