#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/guard/guards.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/lu/lu_panel.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/shapes.hpp"
#include "runtime/program/base/pocl.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr int kLanes = 32;  // work-items of the messenger
constexpr CooperativeLimits kLimits{
    .front = "lu_panel", .width = 128, .items = 992, .complex_width = 64};  // with the messenger 1024 items

Cost cost(const ExecShape& shape) {
    Cost cost = panel_cost(shape.registers[0]);
    // As measured on an H200: exchanges, which wait for one another, and what each group does in between.
    const auto rows = static_cast<double>(shape.registers[0].rows);
    cost.seconds = (1.5e-6 + 2.2e-11 * rows) * static_cast<double>(shape.registers[0].cols);
    return cost;
}

InstructionPtr make(const CooperativePanel& p) {
    Instruction i = panel_instruction(p.type, lu_panel_name(p), p.width, p.rows_of_group() * p.groups);
    const std::int64_t work_group = p.items + (p.portable ? 1 : kLanes);
    i.entry = "lu_panel";
    i.source = panel_source({"group_words.cl", "lu_panel_exchange.cl", "lu_panel_cooperative.cl"});
    i.build_options = panel_options(p.type, p.items) + define("WIDTH", p.width) +
                      define("ROWS", p.rows_per_item) + define("MOST_GROUPS", p.groups) +
                      define("DOUBLE", needs_f64(p.type)) + define("PTX", !p.portable);
    if (p.portable) i.build_options += pocl::kWithoutOptimizer;
    i.needs.work_group = work_group;
    i.needs.compute_units = p.groups;
    if (!p.portable) i.needs.nvidia_capability = 80;
    i.geometry = [rows = p.rows_of_group(), work_group](const ExecShape& shape) {
        const std::int64_t groups = (shape.registers[0].rows + rows - 1) / rows;
        return Geometry{{static_cast<std::size_t>(groups * work_group), 1, 1},
                        {static_cast<std::size_t>(work_group), 1, 1}};
    };
    i.cost = cost;
    i.guards = {guard_with_zeros(2)};                    // no word has a tag before a work-group writes it
    i.with_fewer = [type = p.type](std::int64_t most) {  // by one work-group
        const InstructionPtr alone = lu_panel(type);
        return alone->needs.work_group <= most ? alone : alone->with_fewer(most);
    };
    return finished(std::move(i));
}

}  // namespace

std::string lu_panel_name(const CooperativePanel& parameters) {
    return name(kLimits.front, parameters);
}

std::optional<CooperativePanel> parse_lu_panel(std::string_view text) {
    return parse(kLimits, text);
}

InstructionPtr lu_panel(const CooperativePanel& parameters) {
    if (const std::string text = fault(kLimits, parameters); !text.empty())
        throw Error(ErrorCode::invalid_argument, lu_panel_name(parameters) + ": " + text);
    return made_once(lu_panel_name(parameters), [&] { return make(parameters); });
}

}  // namespace hg::kernels
