#include <utility>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/qr/qr_host.hpp"
#include "kernels/qr/qr_panel.hpp"
#include "kernels/qr/qr_panel_parts.hpp"
#include "kernels/shapes.hpp"
#include "kernels/work_groups.hpp"

namespace hg::kernels {
namespace {

template <class T>
InstructionPtr make() {
    constexpr ElementType type = element_type_of<T>();
    Instruction i;
    i.name = "qr_triangles_" + std::string(hg::name(type));
    i.entry = "qr_triangles";
    i.source = qr_source({"qr_triangles.cl"});
    i.build_options = qr_panel_options(type, kQrTriangle, kQrTriangle);
    i.operands = {{"G", Access::read, type}, {"tau", Access::read, type}, {"T", Access::write, type}};
    i.needs = {.local_memory = kQrTriangle * (kQrTriangle + 1) * size_of(type), .work_group = kQrTriangle};
    i.geometry = [](const ExecShape& shape) {
        return Geometry{{round_up(shape.registers[0].cols, kQrTriangle), 1, 1}, {kQrTriangle, 1, 1}};
    };
    i.cost = [](const ExecShape& shape) {
        const auto n = static_cast<double>(shape.registers[0].cols);
        constexpr auto kBlock = static_cast<double>(kQrTriangle);
        constexpr double operations = real_operations(type);
        return Cost{operations * n * kBlock * kBlock / 3, n * n * static_cast<double>(size_of(type)), 12e-6};
    };
    i.check = [name = i.name](const ExecShape& shape) {
        const Register& g = shape.registers[0];
        const Register& tau = shape.registers[1];
        const Register& t = shape.registers[2];
        require_shapes(
            g.rows == g.cols && tau.rows == g.cols && tau.cols == 1 && t.rows == g.cols && t.cols == g.cols,
            name, shape, "G and T must be n x n, tau n x 1");
    };
    i.host = [](const HostCall& call) { make_qr_triangles<T>(call, kQrTriangle); };
    offer_independent_items(i, "qr_triangles_alone", qr_source({"qr_triangles_alone.cl"}),
                            [](const ExecShape& shape) { return in_a_row(shape.registers[0].cols); });
    return finished(std::move(i));
}

}  // namespace

InstructionPtr qr_triangles(ElementType type) {
    return made_for_type("qr_triangles", type, []<class T>() { return make<T>(); });
}

}  // namespace hg::kernels
