#include "kernels/lu/lu_panel.hpp"

#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/work_groups.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kItems = 256;
constexpr std::int64_t kMostColumns = 256;

InstructionPtr make(ElementType type) {
    Instruction i = panel_instruction(type, "lu_panel_" + std::string(hg::name(type)), kMostColumns, 0);
    i.entry = "lu_panel";
    i.source = panel_source({"lu_panel.cl"});
    i.build_options = panel_options(type, kItems);
    i.needs.work_group = kItems;
    i.geometry = [](const ExecShape&) { return Geometry{{kItems, 1, 1}, {kItems, 1, 1}}; };
    i.cost = [](const ExecShape& shape) {
        const Register& a = shape.registers[0];
        Cost cost = panel_cost(a);
        // One compute unit reads and writes A for each column, from caches at best.
        constexpr double kRate = 50e9;
        const double traffic = static_cast<double>(a.cols) * static_cast<double>(a.bytes());
        cost.seconds = 4e-6 * static_cast<double>(a.cols) + traffic / kRate;
        return cost;
    };
    offer_any_items(i, Kept::work_groups);
    return finished(std::move(i));
}

}  // namespace

InstructionPtr lu_panel(ElementType type) {
    return made_for_type("lu_panel", type, []<class T>() { return make(element_type_of<T>()); });
}

}  // namespace hg::kernels
