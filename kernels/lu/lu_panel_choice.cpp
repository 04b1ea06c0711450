#include <algorithm>
#include <span>

#include "kernels/lu/lu_panel.hpp"

namespace hg::kernels {
namespace {

constexpr int kCapability = 80;

/// Rows in registers: what is left of 64 Ki registers a compute unit for ITEMS + 32 work-items holds the rows
/// and some forty more without much spilling.
struct Shape {
    int width, items, rows_per_item;
};

/// From the widest to those for the tallest panels; of one width the smaller groups
/// first, which agree sooner.
constexpr Shape kShapesF64[] = {{64, 128, 1}, {64, 256, 1}, {64, 352, 1}, {32, 384, 1},
                                {32, 576, 1}, {32, 320, 2}, {16, 320, 4}, {8, 320, 8}};
constexpr Shape kShapesF32[] = {{128, 128, 1}, {128, 256, 1}, {128, 352, 1}, {64, 384, 1},
                                {64, 576, 1},  {32, 512, 2},  {16, 320, 8}};

std::span<const Shape> shapes(ElementType type) {
    return type == ElementType::f64 ? std::span<const Shape>(kShapesF64) : std::span<const Shape>(kShapesF32);
}

}  // namespace

LuPanel lu_panel(const DeviceModel& device, ElementType type, std::int64_t rows) {
    if (device.traits.nvidia_capability >= kCapability && !device.traits.is_host) {
        const auto groups =
            static_cast<int>(std::min<std::int64_t>(device.traits.compute_units, kMostPanelGroups));
        for (const Shape& s : shapes(type))
            if (rows <= std::int64_t{groups} * s.items * s.rows_per_item)
                return {s.width, lu_panel(CooperativePanel{.type = type,
                                                           .width = s.width,
                                                           .items = s.items,
                                                           .rows_per_item = s.rows_per_item,
                                                           .groups = groups})};
    }
    return {type == ElementType::f64 ? 64 : 128, lu_panel(type)};
}

}  // namespace hg::kernels
