#include "kernels/ldl/ldl_panel.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/guard/guards.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/ldl/ldl_host.hpp"
#include "kernels/name_reader.hpp"
#include "kernels/shapes.hpp"
#include "kernels/work_groups.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kLdlItems = 256;        ///< ITEMS
constexpr std::int64_t kWindowAlignment = 64;  ///< bytes
constexpr std::int64_t kLdlWords = 16;         ///< ROWS
constexpr std::int64_t kLdlWidths[] = {64, 128, 192};
/// Work-groups agree on each column two or three times.
constexpr double kLdlColumnSeconds = 12e-6;

template <class T>
SteppedMatrix<T> stepped(const HostOperand& m, bool backward, bool columns_backward) {
    T* const last = m.as<T>() + (backward ? m.rows - 1 : 0) + (columns_backward ? (m.cols - 1) * m.ld : 0);
    return {last, backward ? -1 : 1, columns_backward ? -m.ld : m.ld};
}

template <class T>
void factor_on_host(const HostCall& call) {
    const auto first = call.scalars[0].as<std::int32_t>();
    const bool upper = call.scalars[2].as<std::int32_t>() != 0;
    const std::int64_t n = call.operands[0].rows;
    std::int32_t* const pivots = call.operands[4].as<std::int32_t>();
    std::int32_t& next = *call.operands[5].as<std::int32_t>();
    const LdlPanel<T> panel{.hermitian = call.scalars[3].as<std::int32_t>() != 0,
                            .n = n,
                            .width = call.operands[1].cols,
                            .A = stepped<T>(call.operands[0], upper, upper),
                            .W = stepped<T>(call.operands[1], upper, false),
                            .L = stepped<T>(call.operands[2], upper, false),
                            .V = stepped<T>(call.operands[3], upper, false),
                            .columns = call.scalars[1].as<std::int64_t>(),
                            .begin = std::clamp(next - first, 0, 1)};
    const std::int64_t factored = factor_ldl<T>(panel, [&](const LdlPivot& pivot) {
        const std::int64_t row = upper ? n - pivot.r : first + pivot.r + 1;
        for (std::int64_t k = pivot.k; k < pivot.k + pivot.order; ++k)
            pivots[upper ? n - 1 - k : first + k] = static_cast<std::int32_t>(pivot.order == 1 ? row : -row);
    });
    next = static_cast<std::int32_t>(first + factored);
}

void check_panel(const std::string& name, const ExecShape& shape, ElementType type, std::int64_t width) {
    const Register& a = shape.registers[0];
    const Register& next = shape.registers[5];
    const auto first = shape.scalars[0].as<std::int64_t>();
    const auto columns = shape.scalars[1].as<std::int64_t>();
    const auto is = [&](std::size_t operand, std::int64_t cols) {
        return shape.registers[operand].rows == a.rows && shape.registers[operand].cols == cols;
    };
    require_shapes(a.rows == a.cols && is(1, width) && is(2, width) && is(3, 2) && next.rows == 1 &&
                       next.cols == 1 && has_elements_in_a_row(shape.registers[6], ldl_scratch_elements()),
                   name, shape,
                   "A must be n x n, W and L n x " + std::to_string(width) +
                       ", V n x 2, next 1 x 1 and the scratch of " + std::to_string(ldl_scratch_elements()) +
                       " elements");
    require_shapes(first >= 0 && has_elements_in_a_row(shape.registers[4], first + a.rows), name, shape,
                   "pivots must have `first` elements more than A has rows");
    require_shapes(columns >= 0 && columns <= std::min(a.rows, ldl_columns(type, width)), name, shape,
                   "panels have at most " + std::to_string(ldl_columns(type, width)) + " columns");
}

std::string ldl_panel_name(ElementType type, std::int64_t width, int groups) {
    return "ldl_panel_" + std::string(hg::name(type)) + "_w" + std::to_string(width) + "_g" +
           std::to_string(groups);
}

bool is_ldl_width(std::int64_t width) {
    return std::ranges::find(kLdlWidths, width) != std::end(kLdlWidths);
}

/// Work-groups of fewer items, and no more groups than a group has items to take their candidates.
void offer_fewer_items(Instruction& i) {
    i.with_fewer = [base = i](std::int64_t most) {
        Instruction fewer = with_items(base, power_of_two_in(most), Kept::work_groups);
        fewer.geometry = [geometry = fewer.geometry](const ExecShape& shape) {
            Geometry g = geometry(shape);
            g.global[0] = std::min(g.global[0], g.local[0] * g.local[0]);
            return g;
        };
        return finished(std::move(fewer));
    };
}

template <class T>
Instruction make_panel(std::int64_t width, int groups) {
    constexpr ElementType type = element_type_of<T>();
    Instruction i;
    i.entry = "ldl_panel";
    i.name = ldl_panel_name(type, width, groups);
    i.source = source_for_elements("ldl_panel.cl");
    i.build_options = element_options(type) + define("ITEMS", kLdlItems) + define("WIDTH", width);
    i.operands = {{"A", Access::read_write, type},
                  {"W", Access::write, type},
                  {"L", Access::write, type},
                  {"V", Access::write, type},
                  {"pivots", Access::read_write, ElementType::i32},
                  {"next", Access::read_write, ElementType::i32},
                  {"scratch", Access::read_write, ElementType::i32}};
    i.scalars = {{"first", ElementType::i32},
                 {"columns", ElementType::i32},
                 {"upper", ElementType::i32},
                 {"hermitian", ElementType::i32}};
    i.needs.work_group = kLdlItems;
    if (groups > 1) i.needs.compute_units = groups;
    i.geometry = [groups](const ExecShape& shape) {
        const std::int64_t rows = shape.registers[0].rows;
        const std::int64_t count = std::clamp<std::int64_t>((rows + kLdlItems - 1) / kLdlItems, 1, groups);
        return Geometry{{static_cast<std::size_t>(count * kLdlItems), 1, 1}, {kLdlItems, 1, 1}};
    };
    i.cost = [width, groups](const ExecShape& shape) {
        const auto n = static_cast<double>(shape.registers[0].rows);
        const auto columns = static_cast<double>(width);
        const double bytes = n * columns * columns * static_cast<double>(size_of(type));
        return Cost{real_operations(type) * 2 * n * columns * columns, bytes,
                    columns * kLdlColumnSeconds + bytes / (20e9 * groups)};
    };
    i.check = [name = i.name, width](const ExecShape& shape) { check_panel(name, shape, type, width); };
    i.host = factor_on_host<T>;
    i.guards = {guard_with_zeros(6)};
    offer_fewer_items(i);
    return i;
}

}  // namespace

std::int64_t ldl_width(std::int64_t n) {
    // The fastest on an H200 (docs/measurements/h200-2026-11-27.md).
    return n < 12288 ? 64 : n < 24576 ? 128 : 192;
}

std::int64_t ldl_columns(ElementType type, std::int64_t width) {
    return width - kWindowAlignment / size_of(type);
}

std::int64_t ldl_scratch_elements() {
    // Words, and for each of two columns the rows and the values, of two words, of the groups' candidates.
    return kLdlWords + 2 * kLdlItems * 3;
}

InstructionPtr ldl_panel(ElementType type, std::int64_t width, int groups) {
    if (groups < 1 || groups > kLdlItems)
        throw Error(ErrorCode::invalid_argument, "ldl_panel: groups is " + std::to_string(groups) +
                                                     ", it must lie between 1 and " +
                                                     std::to_string(kLdlItems));
    const std::string name = ldl_panel_name(type, width, groups);
    if (type == ElementType::i32)
        throw Error(ErrorCode::invalid_argument, name + ": supports f32, f64, c32 and c64 only");
    if (!is_ldl_width(width))
        throw Error(ErrorCode::invalid_argument, name + ": the width must be 64, 128 or 192");
    InstructionPtr made;
    for_floating_type(type, [&]<class T>() {
        made = made_once(name, [&] { return finished(make_panel<T>(width, groups)); });
    });
    return made;
}

InstructionPtr find_ldl_panel(std::string_view name) {
    for (const ElementType type : kFloatingTypes) {
        NameReader reader(name);
        int width = 0, groups = 0;
        if (reader.take("ldl_panel_" + std::string(hg::name(type)) + "_w") && reader.take_number(width) &&
            reader.take("_g") && reader.take_number(groups) && groups >= 1 && groups <= kLdlItems &&
            is_ldl_width(width) && name == ldl_panel_name(type, width, groups))
            return ldl_panel(type, width, groups);
    }
    return nullptr;
}

InstructionPtr ldl_panel(const DeviceModel& device, ElementType type, std::int64_t width) {
    constexpr int kCapability = 80;
    const bool together = !device.traits.is_host && device.traits.nvidia_capability >= kCapability;
    return ldl_panel(type, width,
                     together ? static_cast<int>(std::min(device.traits.compute_units, kLdlItems)) : 1);
}

std::vector<std::string> ldl_panel_names() {
    constexpr int kUnitsOfHopper = 132;
    std::vector<std::string> names;
    for (const ElementType type : kFloatingTypes)
        for (const std::int64_t width : kLdlWidths)
            for (const int groups : {1, kUnitsOfHopper}) names.push_back(ldl_panel_name(type, width, groups));
    return names;
}

}  // namespace hg::kernels
