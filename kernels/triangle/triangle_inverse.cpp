#include <algorithm>
#include <cmath>
#include <vector>

#include "host_blas/cpu_blas.hpp"
#include "host_blas/element_arithmetic.hpp"
#include "kernels/element_source.hpp"
#include "kernels/lu/unit_lower.hpp"
#include "kernels/real_type.hpp"
#include "kernels/shapes.hpp"
#include "kernels/triangle/triangle.hpp"
#include "kernels/triangle/triangle_kernels.hpp"
#include "kernels/work_groups.hpp"

namespace hg::kernels {
namespace {

constexpr std::size_t kLanes = 16;     ///< LANES of triangle_inverse.cl
constexpr double kStepSeconds = 2e-6;  ///< of a work-group for two tiles, or a row of a block's inverse

/// T := the triangle of A, cleaned.
template <class T>
void clean(const HostOperand& a, bool upper, bool unit, bool conjugated, const HostOperand& t) {
    for (std::int64_t j = 0; j < a.cols; ++j)
        for (std::int64_t i = 0; i < a.rows; ++i) {
            T& element = t.as<T>()[i + j * t.ld];
            if (i == j && unit)
                element = 1;
            else
                element =
                    i == j || (i < j) == upper ? conjugated_if(conjugated, a.as<T>()[i + j * a.ld]) : T{0};
        }
}

/// The columns of a triangle's inverse, solved for one by one; an upper triangle is the transpose of a lower.
template <class T>
void invert_block(const T* t, std::int64_t t_ld, T* x, std::int64_t x_ld, std::int64_t order, bool upper) {
    const auto at = [&](std::int64_t ld, std::int64_t i, std::int64_t j) {
        return upper ? j + i * ld : i + j * ld;
    };
    for (std::int64_t c = 0; c < order; ++c)
        for (std::int64_t i = c; i < order; ++i) {
            T sum = i == c ? T{1} : T{0};
            for (std::int64_t k = c; k < i; ++k)
                sum = multiply_add(-t[at(t_ld, i, k)], x[at(x_ld, k, c)], sum);
            x[at(x_ld, i, c)] = sum / t[at(t_ld, i, i)];
        }
}

template <class T>
void set_zero(const HostOperand& x) {
    for (std::int64_t j = 0; j < x.cols; ++j) std::fill_n(x.as<T>() + j * x.ld, x.rows, T{0});
}

template <class T>
void run_blocks(const HostCall& call) {
    const bool upper = call.scalars[0] != 0;
    const bool unit = call.scalars[1] != 0;
    const bool conjugated = is_conjugated(call);
    for (std::int64_t number = 0; number < triangles_in(call.operands[0]); ++number) {
        const HostOperand a = one_triangle<T>(call.operands[0], number);
        const HostOperand t = one_triangle<T>(call.operands[1], number);
        const HostOperand x = one_triangle<T>(call.operands[2], number);
        clean<T>(a, upper, unit, conjugated, t);
        set_zero<T>(x);
        for (std::int64_t at = 0; at < a.rows; at += kTriangleBlock)
            invert_block(t.as<T>() + at * (t.ld + 1), t.ld, x.as<T>() + at * (x.ld + 1), x.ld,
                         std::min(kTriangleBlock, a.rows - at), upper);
    }
}

template <class T>
void run_unit_lower_blocks(const HostCall& call) {
    const HostOperand& t = call.operands[1];
    const HostOperand& x = call.operands[2];
    clean<T>(call.operands[0], false, true, false, t);
    set_zero<T>(x);
    for (std::int64_t i = 0; i < x.rows; ++i) x.as<T>()[i * (x.ld + 1)] = 1;
    for (std::int64_t at = 0; at < t.rows; at += kUnitLowerBlock) {
        const std::int64_t order = std::min(kUnitLowerBlock, t.rows - at);
        cpu_trsm<T>({.unit = true}, order, order, T{1}, t.as<T>() + at * (t.ld + 1), t.ld,
                    x.as<T>() + at * (x.ld + 1), x.ld);
    }
}

/// Both products in the terms of the triangle as it lies: blocks 1 and 2 with the one between them below the
/// diagonal (rows of 2, columns of 1) or above it.
template <class T>
void run_product(const HostCall& call, bool left, std::int64_t number) {
    const bool upper = call.scalars[1] != 0;
    const HostOperand first = one_triangle<T>(call.operands[0], number);
    const HostOperand second = one_triangle<T>(call.operands[1], number);
    const HostOperand result = one_triangle<T>(call.operands.back(), number);
    const std::int64_t n = first.rows;
    const auto block = call.scalars[0].as<std::int64_t>();
    const auto at = [](const HostOperand& x, std::int64_t i, std::int64_t j) {
        return x.as<T>() + i + j * x.ld;
    };
    for (std::int64_t one = 0; one + block < n; one += 2 * block) {
        const std::int64_t two = one + block;
        const std::int64_t rest = std::min(block, n - two);
        const std::int64_t row = upper ? one : two;
        const std::int64_t col = upper ? two : one;
        const std::int64_t rows = upper ? block : rest;
        const std::int64_t cols = upper ? rest : block;
        // The factors T and X, or X and W: the triangle X stands on the other side in a transposed product.
        const bool triangle_first = left != upper;
        const HostOperand& triangle = left ? result : second;
        const std::int64_t corner = left ? two : one;
        const std::int64_t order = left ? rest : block;
        const T sign = left ? T{-1} : T{1};
        if (triangle_first)
            cpu_gemm<T>(false, false, rows, cols, order, sign, at(triangle, corner, corner), triangle.ld,
                        at(first, row, col), first.ld, T{0}, at(result, row, col), result.ld);
        else
            cpu_gemm<T>(false, false, rows, cols, order, sign, at(first, row, col), first.ld,
                        at(triangle, corner, corner), triangle.ld, T{0}, at(result, row, col), result.ld);
    }
}

Geometry blocks_geometry(const ExecShape& shape) {
    const std::size_t blocks = groups_of(shape.registers[0].rows, kTriangleBlock);
    const auto items = static_cast<std::size_t>(kTriangleBlock);
    return {{blocks * items, blocks, static_cast<std::size_t>(triangles_in(shape.registers[0]))},
            {items, 1, 1}};
}

Geometry product_geometry(const ExecShape& shape) {
    const auto block = std::max(shape.scalars[0].as<std::int64_t>(), kTriangleBlock);
    const std::int64_t n = shape.registers[0].rows;
    const std::size_t tiles = groups_of(block, kTriangleBlock);
    const std::size_t pairs = n > block ? groups_of(n - block, 2 * block) : 0;
    const auto triangles = static_cast<std::size_t>(triangles_in(shape.registers[0]));
    return {{tiles * kLanes, tiles * kLanes, pairs * triangles}, {kLanes, kLanes, 1}};
}

Cost product_cost(const ExecShape& shape) {
    const Register& t = shape.registers[0];
    const double block = shape.scalars[0].real;
    // cols / (2 block) pairs, each a product with a triangle
    const double n = static_cast<double>(t.cols);
    return {.flops = real_operations(t.type) * n / 2 * block * block,
            .bytes = 1.5 * n / 2 * block * bytes_of(t.type),
            .seconds = kStepSeconds * block / kTriangleBlock};
}

void check_square(const std::string& name, const ExecShape& shape) {
    const std::int64_t n = shape.registers[0].rows;
    for (const Register& reg : shape.registers)
        require_shape(is_square(reg, n), name, "registers must be square and of one order");
}

void check_triangles(const std::string& name, const ExecShape& shape) {
    const Register& first = shape.registers[0];
    for (const Register& reg : shape.registers)
        require_shape(has_squares(reg, first.rows) && reg.cols == first.cols, name,
                      "registers must have as many squares of one order side by side");
}

}  // namespace

InstructionPtr triangle_blocks(ElementType type) {
    return triangle_instruction("triangle_inverse.cl", "triangle_blocks", type, "", [=](Instruction& i) {
        i.operands = {{"A", Access::read, type}, {"T", Access::write, type}, {"X", Access::write, type}};
        i.scalars = cleaning_scalars(type);
        i.needs = {.local_memory = 2 * kTriangleBlock * (kTriangleBlock + 1) * size_of(type),
                   .work_group = kTriangleBlock};
        i.geometry = blocks_geometry;
        i.cost = [](const ExecShape& shape) {
            const Register& a = shape.registers[0];
            return Cost{.flops = real_operations(a.type) * static_cast<double>(a.cols) * kTriangleBlock *
                                 kTriangleBlock / 3.0,
                        .bytes = 2.5 * elements_of(a) * bytes_of(a.type),
                        .seconds = kStepSeconds * kTriangleBlock / 2};
        };
        i.check = [name = i.name](const ExecShape& shape) { check_triangles(name, shape); };
        offer_independent_items(
            i, "triangle_blocks_alone", source_for_elements("triangle_alone.cl"), [](const ExecShape& shape) {
                const Register& a = shape.registers[0];
                return std::array<std::size_t, 3>{static_cast<std::size_t>(a.rows),
                                                  static_cast<std::size_t>(triangles_in(a)), 1};
            });
        for_floating_type(type, [&]<class T>() { i.host = run_blocks<T>; });
    });
}

InstructionPtr unit_lower_blocks(ElementType type) {
    static_assert(kUnitLowerBlock == kLargestLowerUnit);
    require_real(type, "unit_lower_blocks_" + std::string(hg::name(type)));
    return triangle_instruction("unit_lower.cl", "unit_lower_blocks", type, "", [=](Instruction& i) {
        i.operands = {{"A", Access::read, type}, {"T", Access::write, type}, {"X", Access::write, type}};
        use_unit_lower_source(i, type, 0);
        i.cost = [](const ExecShape& shape) {
            const Register& a = shape.registers[0];
            const auto order = static_cast<double>(std::min(a.rows, kUnitLowerBlock));
            return Cost{.flops = static_cast<double>(a.rows) * order * order / 3.0,
                        .bytes = 2.5 * elements_of(a) * bytes_of(a.type),
                        .seconds = unit_lower_seconds(order)};
        };
        i.check = [name = i.name](const ExecShape& shape) { check_square(name, shape); };
        offer_independent_items(i, "unit_lower_blocks_alone", source_for_elements("unit_lower_alone.cl"),
                                [](const ExecShape& shape) { return in_a_row(shape.registers[0].cols); });
        for_real_type(type, [&](auto zero) { i.host = run_unit_lower_blocks<decltype(zero)>; });
    });
}

InstructionPtr triangle_product(ElementType type, bool left) {
    return triangle_instruction(
        "triangle_inverse.cl", "triangle_product", type, left ? "_left" : "_right", [=](Instruction& i) {
            if (left)
                i.operands = {{"W", Access::read, type}, {"X", Access::read_write, type}};
            else
                i.operands = {
                    {"T", Access::read, type}, {"X", Access::read, type}, {"W", Access::write, type}};
            i.scalars = {{"block", ElementType::i32}, {"upper", ElementType::i32}};
            i.build_options += define("LEFT", left);
            i.needs = {.local_memory = 2 * kTriangleBlock * (kTriangleBlock + 1) * size_of(type),
                       .work_group = kLanes * kLanes};
            i.geometry = product_geometry;
            i.cost = product_cost;
            i.check = [name = i.name](const ExecShape& shape) {
                check_triangles(name, shape);
                const auto block = shape.scalars[0].as<std::int64_t>();
                require_shape(block > 0 && block % kTriangleBlock == 0 &&
                                  block <= std::max(shape.registers[0].rows, kTriangleBlock),
                              name,
                              "block must be a multiple of " + std::to_string(kTriangleBlock) +
                                  " and not above the order");
            };
            offer_independent_items(
                i, "triangle_product_alone", source_for_elements("triangle_alone.cl"),
                [](const ExecShape& shape) {
                    const auto [columns, rows, pairs] = product_geometry(shape).global;
                    const auto lines = static_cast<std::size_t>(kTriangleBlock / kLanes);
                    return std::array<std::size_t, 3>{columns * lines, rows * lines, pairs};
                });
            for_floating_type(type, [&]<class T>() {
                i.host = [=](const HostCall& call) {
                    for (std::int64_t number = 0; number < triangles_in(call.operands[0]); ++number)
                        run_product<T>(call, left, number);
                };
            });
        });
}

}  // namespace hg::kernels
