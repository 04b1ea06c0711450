#include "kernels/lu/lu_panel.hpp"

#include <utility>
#include <vector>

#include "kernels/embedded_source.hpp"
#include "kernels/lu/lu_host.hpp"
#include "kernels/lu/lu_panel_parts.hpp"
#include "kernels/lu/row_moves.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/shapes.hpp"
#include "runtime/program/base/immortal.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kItems = 256;
constexpr std::int64_t kMostColumns = 256;

template <class T>
void run_on_host(const HostCall& call) {
    const HostOperand& a = call.operands[0];
    const HostOperand& moves = call.operands[1];
    factor_panel(a.rows, a.cols, a.as<T>(), a.ld, moves.as<std::int32_t>());
    list_moves(moves.as<std::int32_t>(), moves.ld, a.cols);
}

InstructionPtr make(ElementType type) {
    Instruction i = panel_instruction(type, "lu_panel_" + std::string(hg::name(type)), kMostColumns, 0);
    i.entry = "lu_panel";
    i.source =
        std::string(embedded_source("lu_panel_common.cl")) + std::string(embedded_source("lu_panel.cl"));
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
    return std::make_shared<const Instruction>(std::move(i));
}

}  // namespace

Instruction panel_instruction(ElementType type, const std::string& name, std::int64_t most_columns,
                              std::int64_t most_rows) {
    Instruction i;
    i.name = name;
    i.operands = {{"A", Access::read_write, type},
                  {"moves", Access::write, ElementType::i32},
                  {"scratch", Access::read_write, ElementType::i32}};
    i.scalars = {{"epoch", ElementType::i32}};
    i.host = type == ElementType::f64 ? run_on_host<double> : run_on_host<float>;
    i.check = [=](const ExecShape& shape) {
        const Register& a = shape.registers[0];
        const Register& moves = shape.registers[1];
        const Register& scratch = shape.registers[2];
        require_shapes(a.rows >= a.cols && moves.rows == 2 * a.cols && moves.cols == 3 &&
                           scratch.ld * scratch.cols >= lu_scratch_elements(),
                       name, shape,
                       "A must be m x n with m >= n, moves 2n x 3 and the scratch of " +
                           std::to_string(lu_scratch_elements()) + " elements");
        require_shapes(a.cols <= most_columns, name, shape,
                       "panels have at most " + std::to_string(most_columns) + " columns");
        require_shapes(most_rows == 0 || a.rows <= most_rows, name, shape,
                       "panels have at most " + std::to_string(most_rows) + " rows");
    };
    return i;
}

std::string panel_options(ElementType type, std::int64_t items) {
    const char* smallest = type == ElementType::f64 ? "2.2250738585072014e-308" : "1.17549435e-38f";
    return real_option(type) + " -DSMALLEST=" + smallest + " -DITEMS=" + std::to_string(items);
}

Cost panel_cost(const Register& a) {
    const auto m = static_cast<double>(a.rows);
    const auto n = static_cast<double>(a.cols);
    return {.flops = n * n * (m - n / 3), .bytes = 2 * m * n * static_cast<double>(size_of(a.type))};
}

InstructionPtr lu_panel(ElementType type) {
    require_real(type, "lu_panel");
    static const Immortal f32(make(ElementType::f32));
    static const Immortal f64(make(ElementType::f64));
    return *(type == ElementType::f64 ? f64 : f32);
}

}  // namespace hg::kernels
