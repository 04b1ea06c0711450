#include "kernels/lu/lu_solve.hpp"

#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/lu/lu_host.hpp"
#include "kernels/lu/lu_panel_parts.hpp"
#include "kernels/shapes.hpp"
#include "kernels/work_groups.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kRightItems = 128;
constexpr std::int64_t kShares = 4;  // work-items of a row of lu_diagonal

double as_double(std::int64_t value) {
    return static_cast<double>(value);
}

/// The largest triangle of the kernels without pivoting.
std::int64_t largest_diagonal(ElementType type) {
    return 512 / size_of(type);
}

template <class T>
InstructionPtr make_lower() {
    constexpr ElementType type = element_type_of<T>();
    Instruction i;
    i.entry = "solve_lower_unit";
    i.name = "solve_lower_unit_" + std::string(hg::name(type));
    i.operands = {{"L", Access::read, type}, {"B", Access::read_write, type}};
    use_unit_lower_source(i, type, 1);
    i.cost = [](const ExecShape& shape) {
        const double k = as_double(shape.registers[1].rows);
        const double n = as_double(shape.registers[1].cols);
        return Cost{real_operations(type) * k * k * n, (k * k / 2 + 2 * k * n) * as_double(size_of(type)),
                    unit_lower_seconds(k)};
    };
    i.check = [name = i.name](const ExecShape& shape) {
        const Register& l = shape.registers[0];
        require_shapes(l.rows == l.cols && l.cols == shape.registers[1].rows && l.rows <= kLargestLowerUnit,
                       name, shape,
                       "L must be k x k and B k x n with k of at most " + std::to_string(kLargestLowerUnit));
    };
    i.host = [](const HostCall& call) {
        const HostOperand& l = call.operands[0];
        const HostOperand& b = call.operands[1];
        solve_lower_unit_on_host(b.rows, b.cols, l.as<T>(), l.ld, b.as<T>(), b.ld);
    };
    offer_independent_items(i, "solve_lower_unit_alone", source_for_elements("unit_lower_alone.cl"),
                            [](const ExecShape& shape) { return in_a_row(shape.registers[1].cols); });
    return finished(std::move(i));
}

/// What the two kernels without pivoting have in common.
template <class T>
Instruction without_pivoting(const char* entry) {
    constexpr ElementType type = element_type_of<T>();
    Instruction i;
    i.entry = entry;
    i.name = i.entry + "_" + std::string(hg::name(type));
    i.source = panel_source({"lu_no_pivoting.cl"});
    i.build_options = panel_options(type, kRightItems) + define("LARGEST", largest_diagonal(type));
    return i;
}

template <class T>
InstructionPtr make_right() {
    constexpr ElementType type = element_type_of<T>();
    Instruction i = without_pivoting<T>("solve_right_upper");
    i.operands = {{"U", Access::read, type}, {"A", Access::read_write, type}};
    i.needs.work_group = kRightItems;
    i.needs.local_memory = (largest_diagonal(type) + 1) * 16 * size_of(type);
    i.geometry = [](const ExecShape& shape) {
        return Geometry{{round_up(shape.registers[1].rows, kRightItems), 1, 1}, {kRightItems, 1, 1}};
    };
    i.cost = [](const ExecShape& shape) {
        const double m = as_double(shape.registers[1].rows);
        const double k = as_double(shape.registers[1].cols);
        return Cost{real_operations(type) * m * k * k, (k * k / 2 + 3 * m * k) * as_double(size_of(type)),
                    5e-6 + 330e-9 * k};
    };
    i.check = [name = i.name](const ExecShape& shape) {
        const Register& u = shape.registers[0];
        const std::int64_t largest = largest_diagonal(type);
        require_shapes(u.rows == u.cols && u.cols == shape.registers[1].cols && u.cols <= largest, name,
                       shape, "U must be k x k and A m x k with k of at most " + std::to_string(largest));
    };
    i.host = [](const HostCall& call) {
        const HostOperand& u = call.operands[0];
        const HostOperand& a = call.operands[1];
        solve_right_upper_on_host(a.rows, a.cols, u.as<T>(), u.ld, a.as<T>(), a.ld);
    };
    offer_independent_items(i, "solve_right_upper_alone", panel_source({"lu_no_pivoting_few.cl"}),
                            [](const ExecShape& shape) { return in_a_row(shape.registers[1].rows); });
    return finished(std::move(i));
}

template <class T>
InstructionPtr make_diagonal() {
    constexpr ElementType type = element_type_of<T>();
    Instruction i = without_pivoting<T>("lu_diagonal");
    i.operands = {{"A", Access::read_write, type}};
    i.needs.work_group = kShares * largest_diagonal(type);
    i.geometry = [](const ExecShape&) {
        const auto items = static_cast<std::size_t>(kShares * largest_diagonal(type));
        return Geometry{{items, 1, 1}, {items, 1, 1}};
    };
    i.cost = [](const ExecShape& shape) {
        const double n = as_double(shape.registers[0].cols);
        return Cost{real_operations(type) * 2 * n * n * n / 3, 2 * n * n * as_double(size_of(type)),
                    5e-6 + 400e-9 * n};
    };
    i.check = [name = i.name](const ExecShape& shape) {
        const Register& a = shape.registers[0];
        const std::int64_t largest = largest_diagonal(type);
        require_shapes(a.rows == a.cols && a.cols <= largest, name, shape,
                       "A must be n x n with n of at most " + std::to_string(largest));
    };
    i.host = [](const HostCall& call) {
        const HostOperand& a = call.operands[0];
        factor_diagonal(a.cols, a.as<T>(), a.ld);
    };
    offer_few_items(i, "lu_diagonal_few", panel_source({"lu_no_pivoting_few.cl"}));
    return finished(std::move(i));
}

}  // namespace

InstructionPtr solve_lower_unit(ElementType type) {
    return made_for_type("solve_lower_unit", type, []<class T>() { return make_lower<T>(); });
}

InstructionPtr solve_right_upper(ElementType type) {
    return made_for_type("solve_right_upper", type, []<class T>() { return make_right<T>(); });
}

InstructionPtr lu_diagonal(ElementType type) {
    return made_for_type("lu_diagonal", type, []<class T>() { return make_diagonal<T>(); });
}

}  // namespace hg::kernels
