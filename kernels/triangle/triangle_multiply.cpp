#include <algorithm>
#include <cmath>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/element_source.hpp"
#include "kernels/shapes.hpp"
#include "kernels/triangle/triangle.hpp"
#include "kernels/triangle/triangle_kernels.hpp"
#include "kernels/work_groups.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kLineRows = 64;  ///< ROWS of triangle_multiply.cl
constexpr std::int64_t kLineCols = 4;   ///< COLS

template <class T>
void run_clean(const HostCall& call) {
    const HostOperand& a = call.operands[0];
    const bool upper = call.scalars[0] != 0;
    const bool unit = call.scalars[1] != 0;
    const bool conjugated = is_conjugated(call);
    for (std::int64_t j = 0; j < a.cols; ++j) {
        T* const column = a.as<T>() + j * a.ld;
        if (upper)
            std::fill(column + j + 1, column + a.rows, T{0});
        else
            std::fill(column, column + j, T{0});
        if (unit) column[j] = 1;
        for (std::int64_t i = upper ? 0 : j; conjugated && i < (upper ? j + 1 : a.rows); ++i)
            column[i] = conjugated_if(true, column[i]);
    }
}

/// C(i) := alpha (sum over k of L(i, k) B(k)) for one line of B and C.
template <class T>
void run_repair(const HostCall& call) {
    const auto& [t, b, c] = std::tie(call.operands[0], call.operands[1], call.operands[2]);
    const T alpha = call.scalars[0].as<T>();
    const bool right = call.scalars[1] != 0;
    const bool across = (call.scalars[3] != 0) != right;  // L = T^T
    const bool lower = (call.scalars[2] != 0) == across;  // L is
    const std::int64_t n = t.rows;
    const auto at = [right](const HostOperand& x, std::int64_t i, std::int64_t line) -> T& {
        return x.as<T>()[right ? line + i * x.ld : i + line * x.ld];
    };
    for (std::int64_t line = 0; line < (right ? b.rows : b.cols); ++line) {
        bool finite = true;
        for (std::int64_t i = 0; i < n; ++i) finite = finite && is_finite(at(b, i, line));
        for (std::int64_t i = 0; !finite && i < n; ++i) {
            T sum = 0;
            for (std::int64_t k = lower ? 0 : i; k < (lower ? i + 1 : n); ++k)
                sum = multiply_add(t.as<T>()[across ? k + i * t.ld : i + k * t.ld], at(b, k, line), sum);
            at(c, i, line) = multiply(alpha, sum);
        }
    }
}

Geometry repair_geometry(const ExecShape& shape) {
    const bool right = shape.scalars[1] != 0;
    const Register& b = shape.registers[1];
    const std::size_t groups = right ? groups_of(b.rows, kLineRows) : groups_of(b.cols, kLineCols);
    return {{groups * kLineRows, kLineCols, 1}, {kLineRows, kLineCols, 1}};
}

void check_repair(const std::string& name, const ExecShape& shape) {
    const bool right = shape.scalars[1] != 0;
    const Register& b = shape.registers[1];
    const Register& c = shape.registers[2];
    require_shape(is_square(shape.registers[0], right ? b.cols : b.rows), name,
                  "T must be square, of the order of B on its side");
    require_shape(b.rows == c.rows && b.cols == c.cols, name, "B and C must have the same shape");
}

}  // namespace

InstructionPtr triangle_clean(ElementType type) {
    return triangle_instruction("triangle_multiply.cl", "triangle_clean", type, "", [=](Instruction& i) {
        i.operands = {{"A", Access::read_write, type}};
        i.scalars = cleaning_scalars(type);
        i.geometry = [](const ExecShape& shape) { return an_item_an_element(shape.registers[0]); };
        i.cost = [](const ExecShape& shape) {
            const Register& a = shape.registers[0];
            return Cost{.bytes = elements_of(a) / 2 * bytes_of(a.type), .seconds = 3e-6};
        };
        i.check = [name = i.name](const ExecShape& shape) {
            const Register& a = shape.registers[0];
            require_shape(is_square(a, a.rows), name, "A must be square");
        };
        for_floating_type(type, [&]<class T>() { i.host = run_clean<T>; });
    });
}

InstructionPtr triangle_repair(ElementType type) {
    return triangle_instruction("triangle_multiply.cl", "triangle_repair", type, "", [=](Instruction& i) {
        i.operands = {{"T", Access::read, type}, {"B", Access::read, type}, {"C", Access::read_write, type}};
        i.scalars = {{"alpha", type},
                     {"right", ElementType::i32},
                     {"upper", ElementType::i32},
                     {"transposed", ElementType::i32}};
        i.needs = {.local_memory = kLineRows * size_of(ElementType::i32),
                   .work_group = kLineRows * kLineCols};
        i.geometry = repair_geometry;
        i.cost = [](const ExecShape& shape) {
            const Register& b = shape.registers[1];
            return Cost{.bytes = elements_of(b) * bytes_of(b.type), .seconds = 5e-6};
        };
        i.check = [name = i.name](const ExecShape& shape) { check_repair(name, shape); };
        offer_independent_items(i, "triangle_repair_alone", source_for_elements("triangle_alone.cl"),
                                [](const ExecShape& shape) {
                                    const Register& b = shape.registers[1];
                                    return in_a_row(shape.scalars[1] != 0 ? b.rows : b.cols);
                                });
        for_floating_type(type, [&]<class T>() { i.host = run_repair<T>; });
    });
}

}  // namespace hg::kernels
