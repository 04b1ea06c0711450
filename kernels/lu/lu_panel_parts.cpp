#include "kernels/lu/lu_panel_parts.hpp"

#include "host_blas/element_arithmetic.hpp"
#include "kernels/cooperative_panel.hpp"
#include "kernels/element_source.hpp"
#include "kernels/lu/lu_host.hpp"
#include "kernels/lu/row_moves.hpp"
#include "kernels/shapes.hpp"

namespace hg::kernels {
namespace {

template <class T>
void run_on_host(const HostCall& call) {
    const HostOperand& a = call.operands[0];
    const HostOperand& moves = call.operands[1];
    factor_panel(a.rows, a.cols, a.as<T>(), a.ld, moves.as<std::int32_t>());
    list_moves(moves.as<std::int32_t>(), moves.ld, a.cols);
}

}  // namespace

std::int64_t lu_scratch_elements() {
    // As lu_panel_exchange.cl lays it out: two halves of words of 64 bits, for the widest rows.
    constexpr std::int64_t kCopies = 16, kWidest = 128;  // a complex element counts as two
    return std::int64_t{2} * kMostPanelGroups * (kCopies * 2 + (kWidest + 1) * 2) * 2;
}

std::string panel_source(std::initializer_list<const char*> parts) {
    std::string source = source_for_elements("lu_panel_common.cl");
    for (const char* part : parts) source += embedded_source(part);
    return source;
}

Instruction panel_instruction(ElementType type, const std::string& name, std::int64_t most_columns,
                              std::int64_t most_rows) {
    Instruction i;
    i.name = name;
    i.operands = {{"A", Access::read_write, type},
                  {"moves", Access::write, ElementType::i32},
                  {"scratch", Access::read_write, ElementType::i32}};
    i.scalars = {{"epoch", ElementType::i32}};
    for_floating_type(type, [&]<class T>() { i.host = run_on_host<T>; });
    i.check = [=](const ExecShape& shape) {
        const Register& a = shape.registers[0];
        const Register& moves = shape.registers[1];
        const Register& scratch = shape.registers[2];
        require_shapes(a.rows >= a.cols && moves.rows == 2 * a.cols && moves.cols == 3 &&
                           has_elements_in_a_row(scratch, lu_scratch_elements()),
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
    return element_options(type) + smallest_option(type) + define("ITEMS", items);
}

Cost panel_cost(const Register& a) {
    const auto m = static_cast<double>(a.rows);
    const auto n = static_cast<double>(a.cols);
    return {.flops = real_operations(a.type) * n * n * (m - n / 3),
            .bytes = 2 * m * n * static_cast<double>(size_of(a.type))};
}

}  // namespace hg::kernels
