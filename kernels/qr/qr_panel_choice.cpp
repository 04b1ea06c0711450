#include <algorithm>
#include <span>

#include "kernels/qr/qr_panel.hpp"

namespace hg::kernels {
namespace {

constexpr int kCapability = 80;

/// Rows in registers, the smaller groups first, and at last in memory.
struct Shape {
    int width, items, rows_per_item;
};

constexpr Shape kShapesF64[] = {{32, 256, 1}, {32, 512, 1}, {32, 256, 0}};
constexpr Shape kShapesF32[] = {{32, 256, 1}, {32, 512, 1}, {32, 512, 2}, {32, 256, 0}};

std::span<const Shape> shapes(ElementType type) {
    return type == ElementType::f64 ? std::span<const Shape>(kShapesF64) : std::span<const Shape>(kShapesF32);
}

}  // namespace

QrPanel qr_panel(const DeviceModel& device, ElementType type, std::int64_t rows) {
    if (device.traits.nvidia_capability >= kCapability && !device.traits.is_host) {
        const auto groups =
            static_cast<int>(std::min<std::int64_t>(device.traits.compute_units, kMostPanelGroups));
        for (const Shape& s : shapes(type))
            if (s.rows_per_item == 0 || rows <= std::int64_t{groups} * s.items * s.rows_per_item)
                return {s.width, qr_panel(CooperativePanel{.type = type,
                                                           .width = s.width,
                                                           .items = s.items,
                                                           .rows_per_item = s.rows_per_item,
                                                           .groups = groups})};
    }
    return {kOneGroupQrWidth, qr_panel(type)};
}

}  // namespace hg::kernels
