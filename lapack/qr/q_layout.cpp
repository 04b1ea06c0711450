#include "lapack/qr/q_layout.hpp"

#include "lapack/common/strip_devices.hpp"

namespace hg {
namespace {

/// Widths for so many reflectors and more.
struct QWidths {
    std::int64_t reflectors;
    std::int64_t strip;
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
    layout.strip = widths->strip;
    layout.panel = widths->panel;
    layout.devices = strip_devices(type, target);
    if (layout.devices.size() > layout.strips()) layout.devices.resize(layout.strips());
    layout.strips_per_sweep = layout.devices.size();
    return layout;
}

QLayout on_fewer_devices(QLayout layout, std::size_t count) {
    layout.devices.resize(count);
    layout.strips_per_sweep = count;
    return layout;
}

/// All strips at once, so that each block reflector is loaded once, although none is kept; then fewer strips, and at last
/// narrower ones.
bool take_less_memory(QLayout& layout) {
    if (layout.keeps_panels) {
        layout.keeps_panels = false;
        layout.strips_per_sweep = layout.strips();
        return true;
    }
    if (layout.strips_per_sweep > layout.devices.size()) {
        layout.strips_per_sweep = std::max(layout.devices.size(), layout.strips_per_sweep / 2);
        return true;
    }
    if (layout.strip <= kLeastStrip) return false;
    layout.strip /= 2;
    return true;
}

}  // namespace hg
