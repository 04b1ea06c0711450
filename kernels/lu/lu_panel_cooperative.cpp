#include <array>
#include <charconv>
#include <map>
#include <mutex>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/lu/lu_panel.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/real_type.hpp"
#include "kernels/shapes.hpp"
#include "runtime/program/base/immortal.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr int kLanes = 32;                 // work-items of the messenger, and what items is a multiple of
constexpr int kMostItems = 992;            // with the messenger 1024
constexpr std::int64_t kRegister = 4;      // bytes
constexpr std::int64_t kMostOfRows = 192;  // registers of a work-item that its rows may take

/// What keeps a kernel from being made; empty if nothing does.
std::string fault(const CooperativePanel& p) {
    const auto within = [](const char* what, int value, int least, int most) {
        return value >= least && value <= most
                   ? std::string()
                   : std::string(what) + " is " + std::to_string(value) + ", it must lie between " +
                         std::to_string(least) + " and " + std::to_string(most);
    };
    if (!is_real(p.type)) return "it is made for f32 and f64";
    for (const std::string& text :
         {within("width", p.width, 2, 128), within("items", p.items, kLanes, kMostItems),
          within("rows_per_item", p.rows_per_item, 1, 16), within("groups", p.groups, 1, kMostPanelGroups)})
        if (!text.empty()) return text;
    if (p.width > 8 && p.width % 8 != 0) return "width must be a multiple of 8";
    if (p.items % kLanes != 0) return "items must be a multiple of 32";
    if (std::int64_t{p.rows_per_item} * p.width * size_of(p.type) > kMostOfRows * kRegister)
        return "its rows take more registers than a work-item has";
    return {};
}

std::int64_t rows_of_group(const CooperativePanel& p) {
    return std::int64_t{p.items} * p.rows_per_item;
}

Cost cost(const ExecShape& shape) {
    Cost cost = panel_cost(shape.registers[0]);
    // As measured on an H200: exchanges, which wait for one another, and what each group does in between.
    const auto rows = static_cast<double>(shape.registers[0].rows);
    cost.seconds = (1.5e-6 + 2.2e-11 * rows) * static_cast<double>(shape.registers[0].cols);
    return cost;
}

InstructionPtr make(const CooperativePanel& p) {
    Instruction i = panel_instruction(p.type, name(p), p.width, rows_of_group(p) * p.groups);
    const std::int64_t work_group = p.items + (p.portable ? 1 : kLanes);
    i.entry = "lu_panel";
    i.source = std::string(embedded_source("lu_panel_common.cl")) +
               std::string(embedded_source("lu_panel_exchange.cl")) +
               std::string(embedded_source("lu_panel_cooperative.cl"));
    i.build_options = panel_options(p.type, p.items) + define("WIDTH", p.width) +
                      define("ROWS", p.rows_per_item) + define("MOST_GROUPS", p.groups) +
                      define("DOUBLE", p.type == ElementType::f64) + define("PTX", !p.portable);
    // PoCL 3.1, where it optimizes, leaves out what stands between the kernel's first two barriers.
    if (p.portable) i.build_options += " -cl-opt-disable";
    i.needs.work_group = work_group;
    i.needs.compute_units = p.groups;
    if (!p.portable) i.needs.nvidia_capability = 80;
    i.geometry = [rows = rows_of_group(p), work_group](const ExecShape& shape) {
        const std::int64_t groups = (shape.registers[0].rows + rows - 1) / rows;
        return Geometry{{static_cast<std::size_t>(groups * work_group), 1, 1},
                        {static_cast<std::size_t>(work_group), 1, 1}};
    };
    i.cost = cost;
    return finished(std::move(i));
}

/// Takes `mark` and the number behind it off the front of the text.
bool take(std::string_view& text, std::string_view mark, int& value) {
    if (!text.starts_with(mark)) return false;
    text.remove_prefix(mark.size());
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

}  // namespace

std::string name(const CooperativePanel& p) {
    return "lu_panel_" + std::string(hg::name(p.type)) + "_w" + std::to_string(p.width) + "_i" +
           std::to_string(p.items) + "_r" + std::to_string(p.rows_per_item) + "_g" +
           std::to_string(p.groups) + (p.portable ? "_portable" : "");
}

std::optional<CooperativePanel> parse_lu_panel(std::string_view text) {
    for (ElementType type : kRealTypes) {
        const std::string front = "lu_panel_" + std::string(hg::name(type));
        if (!text.starts_with(front)) continue;
        CooperativePanel p{.type = type, .portable = text.ends_with("_portable")};
        std::string_view rest = text.substr(front.size());
        if (take(rest, "_w", p.width) && take(rest, "_i", p.items) && take(rest, "_r", p.rows_per_item) &&
            take(rest, "_g", p.groups) && name(p) == text && fault(p).empty())
            return p;
    }
    return std::nullopt;
}

InstructionPtr lu_panel(const CooperativePanel& parameters) {
    if (const std::string text = fault(parameters); !text.empty())
        throw Error(ErrorCode::invalid_argument, name(parameters) + ": " + text);
    static std::mutex mutex;
    static Immortal<std::map<std::string, InstructionPtr>> made;
    const std::lock_guard lock(mutex);
    InstructionPtr& instruction = (*made)[name(parameters)];
    if (!instruction) instruction = make(parameters);
    return instruction;
}

}  // namespace hg::kernels
