#include <algorithm>
#include <cmath>

#include "host_blas/cpu_blas.hpp"
#include "host_blas/element_arithmetic.hpp"
#include "host_blas/product/host_trsm.hpp"
#include "kernels/element_source.hpp"
#include "kernels/shapes.hpp"
#include "kernels/triangle/triangle.hpp"
#include "kernels/triangle/triangle_kernels.hpp"
#include "kernels/work_groups.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kCols = 4;  ///< COLS of triangle_solve.cl

/// The first scalars of a solve.
CpuTriangle triangle_of(const HostCall& call) {
    return {.right = call.scalars[0] != 0,
            .upper = call.scalars[1] != 0,
            .transposed = call.scalars[2] != 0,
            .unit = false};
}

/// A rectangle of B.
struct Rectangle {
    std::int64_t row = 0, col = 0, rows = 0, cols = 0;
};

template <class T>
void substitute(const HostOperand& t, const HostOperand& b, const Rectangle& s, const CpuTriangle& which) {
    host_trsm<T>(which, s.rows, s.cols, t.as<T>(), t.ld, b.as<T>() + s.row + s.col * b.ld, b.ld);
}

/// W := W + D^-1 V in a rectangle (W + V D^-1 for `right`), D the diagonal of T; false if it
/// is not all finite.
template <class T>
bool complete(const HostOperand& t, const HostOperand& v, const HostOperand& w, const Rectangle& s,
              bool right) {
    bool finite = true;
    for (std::int64_t j = s.col; j < s.col + s.cols; ++j)
        for (std::int64_t i = s.row; i < s.row + s.rows; ++i) {
            T& element = w.as<T>()[i + j * w.ld];
            element += v.as<T>()[i + j * v.ld] / t.as<T>()[(right ? j : i) * (t.ld + 1)];
            finite = finite && is_finite(element);
        }
    return finite;
}

template <class T>
void copy(const HostOperand& from, const HostOperand& to, const Rectangle& s) {
    for (std::int64_t j = s.col; j < s.col + s.cols; ++j)
        std::copy_n(from.as<T>() + s.row + j * from.ld, s.rows, to.as<T>() + s.row + j * to.ld);
}

template <class T>
void run_solve(const HostCall& call) {
    const CpuTriangle which = triangle_of(call);
    const HostOperand& t = call.operands[1];
    const HostOperand& w = call.operands[2];
    const HostOperand& b = call.operands[4];
    const auto element = call.scalars[3].as<std::size_t>();
    const std::int32_t level = call.operands[0].as<std::int32_t>()[element];
    if (level == 0) return substitute<T>(t, b, {0, 0, b.rows, b.cols}, which);
    const HostOperand& v = level == 2 ? b : call.operands[3];
    for (std::int64_t line = 0; line < (which.right ? b.rows : b.cols); ++line) {
        const Rectangle rectangle =
            which.right ? Rectangle{line, 0, 1, b.cols} : Rectangle{0, line, b.rows, 1};
        if (complete<T>(t, v, w, rectangle, which.right))
            copy<T>(w, b, rectangle);
        else
            substitute<T>(t, b, rectangle, which);
    }
}

template <class T>
void run_refine(const HostCall& call) {
    if (*call.operands[0].as<std::int32_t>() != 1) return;
    const HostOperand& b = call.operands[2];
    const Rectangle all{0, 0, b.rows, b.cols};
    complete<T>(call.operands[1], b, call.operands[3], all, call.scalars[0] != 0);
    copy<T>(b, call.operands[4], all);
}

Geometry solve_geometry(const ExecShape& shape) {
    const bool right = shape.scalars[0] != 0;
    const Register& b = shape.registers[4];
    const auto across = static_cast<std::size_t>(right ? kCols : kTriangleBlock);
    const auto down = static_cast<std::size_t>(right ? kTriangleBlock : kCols);
    return {{groups_of(right ? b.rows : b.cols, kCols) * across, down, 1}, {across, down, 1}};
}

void check_shapes(const std::string& name, const ExecShape& shape) {
    const bool right = shape.scalars[0] != 0;
    const Register& trusted = shape.registers[0];
    const Register& t = shape.registers[1];
    const Register& b = shape.registers[2];
    require_shape(trusted.rows == 2 && trusted.cols == 1, name, "trusted must be 2 x 1");
    require_shape(is_square(t, right ? b.cols : b.rows), name,
                  "T must be square, of the order of B on its side");
    for (const Register& reg : shape.registers.subspan(3))
        require_shape(reg.rows == b.rows && reg.cols == b.cols, name, "B, W and R must have the same shape");
}

}  // namespace

InstructionPtr triangle_solve(ElementType type) {
    return triangle_instruction("triangle_solve.cl", "triangle_solve", type, "", [=](Instruction& i) {
        i.operands = {{"trusted", Access::read, ElementType::i32},
                      {"T", Access::read, type},
                      {"W", Access::read_write, type},
                      {"R", Access::read, type},
                      {"B", Access::read_write, type}};
        i.scalars = {{"right", ElementType::i32},
                     {"upper", ElementType::i32},
                     {"transposed", ElementType::i32},
                     {"element", ElementType::i32},
                     {"unit", ElementType::i32}};
        i.needs = {.local_memory = kTriangleBlock * (kTriangleBlock + 1 + kCols) * size_of(type) +
                                   (kCols + 1) * size_of(ElementType::i32),
                   .work_group = kTriangleBlock * kCols};
        i.geometry = solve_geometry;
        i.cost = [](const ExecShape& shape) {
            const Register& b = shape.registers[4];
            return Cost{.flops = 2 * real_operations(b.type) * elements_of(b),
                        .bytes = 3 * elements_of(b) * bytes_of(b.type),
                        .seconds = 6e-6};
        };
        i.check = [name = i.name](const ExecShape& shape) {
            check_shapes(name, shape);
            require_shape(shape.scalars[3] == 0 || shape.scalars[3] == 1, name, "element must be 0 or 1");
        };
        offer_independent_items(i, "triangle_solve_alone", source_for_elements("triangle_alone.cl"),
                                [](const ExecShape& shape) {
                                    const Register& b = shape.registers[4];
                                    return in_a_row(shape.scalars[0] != 0 ? b.rows : b.cols);
                                });
        for_floating_type(type, [&]<class T>() { i.host = run_solve<T>; });
    });
}

InstructionPtr triangle_refine(ElementType type) {
    return triangle_instruction("triangle_solve.cl", "triangle_refine", type, "", [=](Instruction& i) {
        i.operands = {{"trusted", Access::read, ElementType::i32},
                      {"T", Access::read, type},
                      {"B", Access::read, type},
                      {"W", Access::read_write, type},
                      {"R", Access::write, type}};
        i.scalars = {{"right", ElementType::i32}};
        i.geometry = [](const ExecShape& shape) { return an_item_an_element(shape.registers[2]); };
        i.cost = [](const ExecShape&) { return Cost{}; };  // it seldom has anything to do
        i.check = [name = i.name](const ExecShape& shape) { check_shapes(name, shape); };
        for_floating_type(type, [&]<class T>() { i.host = run_refine<T>; });
    });
}

}  // namespace hg::kernels
