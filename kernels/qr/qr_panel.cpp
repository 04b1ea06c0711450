#include "kernels/qr/qr_panel.hpp"

#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/qr/qr_panel_parts.hpp"
#include "kernels/work_groups.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kItems = 256;

InstructionPtr make(ElementType type) {
    Instruction i =
        qr_panel_instruction(type, "qr_panel_" + std::string(hg::name(type)), kOneGroupQrWidth, 0);
    i.entry = "qr_panel";
    i.source = qr_source({"qr_panel.cl"});
    i.build_options = qr_panel_options(type, kOneGroupQrWidth, kItems);
    i.needs.work_group = kItems;
    i.geometry = [](const ExecShape&) { return Geometry{{kItems, 1, 1}, {kItems, 1, 1}}; };
    i.cost = [](const ExecShape& shape) {
        const Register& a = shape.registers[0];
        Cost cost = qr_panel_cost(a);
        // One compute unit reads A twice and writes it for each column, from caches at best.
        constexpr double kRate = 50e9;
        const double traffic = 1.5 * static_cast<double>(a.cols) * static_cast<double>(a.bytes());
        cost.seconds = parts_of_element(a.type) * 4e-6 * static_cast<double>(a.cols) + traffic / kRate;
        return cost;
    };
    offer_few_items(i, "qr_panel_few", qr_source({"qr_panel_few.cl"}));
    i.with_fewer = [base = i, few = i.with_fewer](std::int64_t most) -> InstructionPtr {
        if (most < kOneGroupQrWidth) return few(most);
        return finished(with_items(base, power_of_two_in(most), Kept::work_groups));
    };
    return finished(std::move(i));
}

}  // namespace

InstructionPtr qr_panel(ElementType type) {
    return made_once("qr_panel_" + std::string(hg::name(type)), [type] { return make(type); });
}

}  // namespace hg::kernels
