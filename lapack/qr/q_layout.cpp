#include "lapack/qr/q_layout.hpp"

#include "lapack/common/block_column_devices.hpp"

namespace hg {
namespace {

/// Widths for so many reflectors and more.
struct QWidths {
    std::int64_t reflectors;
    std::int64_t block_column;
    std::int64_t panel;
};
constexpr QWidths kWidths[] = {{8192, 2048, 512}, {2048, 1024, 256}, {512, 512, 128}, {0, 128, 64}};

/// Strips are made no narrower.
constexpr std::int64_t kLeastStrip = 64;

}  // namespace

QLayout q_layout(ElementType type, std::int64_t extent, std::int64_t reflectors, const Target& target) {
    QLayout layout;
    layout.extent = extent;
    const QWidths* widths = kWidths;
    while (reflectors < widths->reflectors) ++widths;
    layout.block_column = widths->block_column;
    layout.panel = widths->panel;
    layout.devices = block_column_devices(type, target);
    if (layout.devices.size() > layout.block_columns()) layout.devices.resize(layout.block_columns());
    layout.block_columns_per_pass = layout.devices.size();
    return layout;
}

QLayout on_fewer_devices(QLayout layout, std::size_t count) {
    layout.devices.resize(count);
    layout.block_columns_per_pass = count;
    return layout;
}

/// All block_columns at once, so that each block reflector is loaded once, although none is kept; then fewer
/// block_columns, and at last narrower ones.
bool take_less_memory(QLayout& layout) {
    if (layout.keeps_panels) {
        layout.keeps_panels = false;
        layout.block_columns_per_pass = layout.block_columns();
        return true;
    }
    if (layout.block_columns_per_pass > layout.devices.size()) {
        layout.block_columns_per_pass = std::max(layout.devices.size(), layout.block_columns_per_pass / 2);
        return true;
    }
    if (layout.block_column <= kLeastStrip) return false;
    layout.block_column /= 2;
    return true;
}

}  // namespace hg
