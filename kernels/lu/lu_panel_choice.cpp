#include <algorithm>
#include <span>

#include "kernels/lu/lu_panel.hpp"

namespace hg::kernels {
namespace {

constexpr int kCapability = 80;
/// A panel beside other work is to leave half of the compute units to it, if a kernel as wide can.
constexpr int kShareOfPanels = 2;

/// Rows in registers: what is left of 64 Ki registers a compute unit for ITEMS + 32 work-items holds the rows
/// and some forty more without much spilling.
struct Shape {
    int width, items, rows_per_item;
};

/// From the widest to those for the tallest panels; of one width the smaller groups
/// first, which agree sooner.
constexpr Shape kShapesC64[] = {{32, 128, 1}, {32, 256, 1}, {32, 352, 1}, {16, 384, 1},
                                {16, 576, 1}, {16, 320, 2}, {8, 320, 4},  {4, 320, 8}};
constexpr Shape kShapesF64[] = {{64, 128, 1}, {64, 256, 1}, {64, 352, 1}, {32, 384, 1},
                                {32, 576, 1}, {32, 320, 2}, {16, 320, 4}, {8, 320, 8}};
constexpr Shape kShapesF32[] = {{128, 128, 1}, {128, 256, 1}, {128, 352, 1}, {64, 384, 1},
                                {64, 576, 1},  {32, 512, 2},  {16, 320, 8}};

std::span<const Shape> shapes(ElementType type) {
    if (type == ElementType::f32) return kShapesF32;
    if (type == ElementType::c64) return kShapesC64;
    return kShapesF64;  // rows of c32 take as many registers
}

/// The panel kernel of one work-group, for rows of 512 bytes.
LuPanel of_one_group(ElementType type) {
    return {512 / size_of(type), lu_panel(type)};
}

}  // namespace

LuPanel lu_panel(const DeviceModel& device, ElementType type, std::int64_t rows, PanelRoom room) {
    if (device.traits.nvidia_capability < kCapability || device.traits.is_host) return of_one_group(type);
    const auto groups =
        static_cast<int>(std::min<std::int64_t>(device.traits.compute_units, kMostPanelGroups));
    const auto kernel_of = [&](const Shape& s) {
        return LuPanel{s.width, lu_panel(CooperativePanel{.type = type,
                                                          .width = s.width,
                                                          .items = s.items,
                                                          .rows_per_item = s.rows_per_item,
                                                          .groups = groups})};
    };
    const std::span<const Shape> all = shapes(type);
    const auto holds = [&](const Shape& s, std::int64_t most) {
        return rows <= most * s.items * s.rows_per_item;
    };
    const auto first = std::find_if(all.begin(), all.end(), [&](const Shape& s) { return holds(s, groups); });
    if (first == all.end()) return of_one_group(type);
    auto shape = first;
    const auto is_as_wide = [&](auto s) { return s != all.end() && s->width == first->width; };
    if (room == PanelRoom::shared)
        while (!holds(*shape, groups / kShareOfPanels) && is_as_wide(std::next(shape))) ++shape;
    return kernel_of(*shape);
}

}  // namespace hg::kernels
