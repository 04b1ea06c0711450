#include <algorithm>
#include <span>

#include "kernels/qr/qr_panel.hpp"
#include "kernels/qr/qr_tree.hpp"

namespace hg::kernels {
namespace {

constexpr int kCapability = 80;

struct Shape {
    int width, items, rows_per_item;
    std::int64_t most_rows = 0;  // beyond them, the next shape is faster; 0: no limit but the registers'
};

/// Rows in registers, and at last in memory. Fewer groups exchange sums sooner, and smaller ones make them
/// sooner: as measured on an H100.
constexpr Shape kShapesF64[] = {{32, 256, 1, 10240}, {32, 512, 1}, {32, 256, 0}};
constexpr Shape kShapesF32[] = {{32, 512, 1}, {32, 512, 2}, {32, 256, 0}};
constexpr Shape kShapesC64[] = {{32, 256, 1}, {32, 256, 0}};

std::span<const Shape> shapes(ElementType type) {
    if (type == ElementType::f32) return kShapesF32;
    // An element of c32 takes the registers of one of f64.
    return type == ElementType::c64 ? std::span<const Shape>(kShapesC64) : std::span<const Shape>(kShapesF64);
}

/// The most groups of panels on a device; 0 if its groups are not sure to run at once.
int panel_groups(const DeviceModel& device) {
    if (device.traits.nvidia_capability < kCapability || device.traits.is_host) return 0;
    return static_cast<int>(std::min<std::int64_t>(device.traits.compute_units, kMostPanelGroups));
}

/// The first shape that suits, which may be that of rows in memory.
Shape shape_of(int groups, ElementType type, std::int64_t rows) {
    const auto all = shapes(type);
    return *std::find_if(all.begin(), all.end(), [&](const Shape& s) {
        if (s.most_rows > 0 && rows > s.most_rows) return false;
        return s.rows_per_item == 0 || rows <= std::int64_t{groups} * s.items * s.rows_per_item;
    });
}

}  // namespace

QrPanel qr_panel(const DeviceModel& device, ElementType type, std::int64_t rows) {
    const int groups = panel_groups(device);
    if (groups == 0) return {kOneGroupQrWidth, qr_panel(type)};
    const Shape s = shape_of(groups, type, rows);
    return {s.width, qr_panel(CooperativePanel{.type = type,
                                               .width = s.width,
                                               .items = s.items,
                                               .rows_per_item = s.rows_per_item,
                                               .groups = groups})};
}

std::optional<QrTree> qr_tree(const DeviceModel& device, ElementType type, std::int64_t rows) {
    const int groups = panel_groups(device);
    if (groups == 0 || shape_of(groups, type, rows).rows_per_item > 0) return std::nullopt;
    return default_tree(type);
}

}  // namespace hg::kernels
