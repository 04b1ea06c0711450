#include "lapack/qr/q_layout.hpp"

#include <algorithm>

namespace hg {
namespace {

/// By the number of reflectors.
constexpr BlockWidths kQWidths[] = {{8192, 2048, 512}, {2048, 1024, 256}, {512, 512, 128}, {0, 128, 64}};

/// Block columns are made no narrower.
constexpr std::int64_t kLeastQColumns = 64;

}  // namespace

QLayout q_layout(ElementType type, std::int64_t extent, std::int64_t reflectors, const Target& target) {
    QLayout layout{block_layout(reflectors, extent, type, kQWidths, reflectors, target)};
    layout.block_columns_per_pass = layout.devices.size();
    return layout;
}

QLayout on_fewer_devices(QLayout layout, std::size_t count) {
    layout.devices.resize(count);
    layout.block_columns_per_pass = count;
    return layout;
}

/// All block columns at once, so that each block reflector is loaded once, although none is kept; then fewer
/// block columns, and at last narrower ones.
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
    if (layout.block_column <= kLeastQColumns) return false;
    layout.block_column /= 2;
    return true;
}

}  // namespace hg
