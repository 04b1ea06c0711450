#include <algorithm>
#include <cmath>
#include <limits>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/element_source.hpp"
#include "kernels/triangle/triangle.hpp"
#include "kernels/triangle/triangle_kernels.hpp"
#include "kernels/work_groups.hpp"

namespace hg::kernels {
namespace {

// Of triangle_trust.cl.
constexpr std::int64_t kRows = 16;
constexpr std::int64_t kTrustLanes = 16;
constexpr std::int64_t kItems = 64;

template <class T>
void run_sums(const HostCall& call, bool ones) {
    const HostOperand& p = call.operands.back();
    for (std::int64_t column = 0; column < p.cols; ++column) {
        const HostOperand f =
            one_triangle<T>(call.operands[static_cast<std::size_t>(column % 2)], column / 2);
        auto* const sums = p.as<PartOf<T>>() + column * p.ld;
        std::fill_n(sums, f.rows, PartOf<T>{0});
        for (std::int64_t j = 0; j < f.cols; ++j) {
            const PartOf<T> weight =
                ones ? 1 : call.operands[2].as<PartOf<T>>()[j + column * call.operands[2].ld];
            for (std::int64_t i = 0; i < f.rows; ++i)
                sums[i] = std::fma(magnitude(f.as<T>()[i + j * f.ld]), weight, sums[i]);
        }
    }
}

/// The largest of n numbers >= 0; infinity if one is NaN.
template <class T>
T largest(const T* values, std::int64_t n) {
    T result = 0;
    for (std::int64_t i = 0; i < n; ++i)
        result = std::isnan(values[i]) ? std::numeric_limits<T>::infinity() : std::max(result, values[i]);
    return result;
}

template <class T>
void run_trust(const HostCall& call) {
    const HostOperand& p = call.operands[0];
    for (std::int64_t number = 0; number < triangles_in(call.operands[1]); ++number) {
        const auto* const growths = p.as<PartOf<T>>() + 2 * number * p.ld;
        const PartOf<T> growth = std::min(largest(growths, p.rows), largest(growths + p.ld, p.rows));
        const auto up_to = [&](std::size_t limit) { return growth <= call.scalars[limit].as<PartOf<T>>(); };
        auto* const trusted = call.operands[2].as<std::int32_t>() + number * call.operands[2].ld;
        trusted[0] = up_to(0) ? 2 : up_to(1) ? 1 : 0;
        trusted[1] = up_to(2) ? 2 : 0;
        const HostOperand x = one_triangle<T>(call.operands[1], number);
        for (std::int64_t i = 0; i < x.rows; ++i) x.as<T>()[i * (x.ld + 1)] = 0;
    }
}

void check_sums(const std::string& name, bool ones, const ExecShape& shape) {
    const Register& f = shape.registers[0];
    const Register& g = shape.registers[1];
    require_shape(has_squares(f, f.rows) && has_squares(g, f.rows) && f.cols == g.cols, name,
                  "F and G must have as many squares of one order side by side");
    for (std::size_t r = 2; r < (ones ? 3u : 4u); ++r)
        require_shape(shape.registers[r].rows == f.rows && shape.registers[r].cols == 2 * triangles_in(f),
                      name, "S and P must have two columns of the order of F for each of its squares");
}

}  // namespace

InstructionPtr triangle_sums(ElementType type, bool ones) {
    const ElementType part = traits_of(type).precision;
    return triangle_instruction(
        "triangle_trust.cl", "triangle_sums", type, ones ? "_ones" : "", [=](Instruction& i) {
            i.operands = {{"F", Access::read, type}, {"G", Access::read, type}};
            if (!ones) i.operands.push_back({"S", Access::read, part});
            i.operands.push_back({"P", Access::write, part});
            i.build_options += define("ONES", ones);
            i.needs = {.local_memory = 2 * kRows * kTrustLanes * size_of(part),
                       .work_group = kRows * kTrustLanes};
            i.geometry = [](const ExecShape& shape) {
                const Register& f = shape.registers[0];
                return Geometry{{groups_of(f.rows, kRows) * kRows, kTrustLanes,
                                 static_cast<std::size_t>(triangles_in(f))},
                                {kRows, kTrustLanes, 1}};
            };
            i.cost = [](const ExecShape& shape) {
                const Register& f = shape.registers[0];
                return Cost{.flops = 4 * elements_of(f),
                            .bytes = 2 * elements_of(f) * bytes_of(f.type),
                            .seconds = 4e-6 + 10e-9 * static_cast<double>(f.rows)};
            };
            i.check = [name = i.name, ones](const ExecShape& shape) { check_sums(name, ones, shape); };
            offer_independent_items(i, "triangle_sums_alone", source_for_elements("triangle_alone.cl"),
                                    [](const ExecShape& shape) {
                                        const Register& f = shape.registers[0];
                                        return std::array<std::size_t, 3>{
                                            static_cast<std::size_t>(f.rows),
                                            static_cast<std::size_t>(triangles_in(f)), 1};
                                    });
            for_floating_type(
                type, [&]<class T>() { i.host = [ones](const HostCall& call) { run_sums<T>(call, ones); }; });
        });
}

InstructionPtr triangle_trust(ElementType type) {
    const ElementType part = traits_of(type).precision;
    return triangle_instruction("triangle_trust.cl", "triangle_trust", type, "", [=](Instruction& i) {
        i.operands = {{"P", Access::read, part},
                      {"X", Access::read_write, type},
                      {"trusted", Access::write, ElementType::i32}};
        i.scalars = {{"alone", part}, {"refined", part}, {"rough", part}};
        i.needs = {.local_memory = 2 * kItems * size_of(part), .work_group = kItems};
        i.geometry = [](const ExecShape& shape) {
            return Geometry{{static_cast<std::size_t>(triangles_in(shape.registers[1]) * kItems), 1, 1},
                            {kItems, 1, 1}};
        };
        i.cost = [](const ExecShape& shape) {
            const Register& p = shape.registers[0];
            return Cost{.flops = 2 * elements_of(p),
                        .bytes = elements_of(p) * bytes_of(p.type),
                        .seconds = 5e-6 + 20e-9 * static_cast<double>(p.rows)};
        };
        i.check = [name = i.name](const ExecShape& shape) {
            const Register& p = shape.registers[0];
            const Register& trusted = shape.registers[2];
            const Register& x = shape.registers[1];
            require_shape(has_squares(x, p.rows), name, "X must have squares of the rows of P side by side");
            require_shape(p.cols == 2 * triangles_in(x), name, "P must have two columns for each of them");
            require_shape(trusted.rows == 2 && trusted.cols == triangles_in(x), name,
                          "trusted must have a column of two for each of them");
        };
        offer_independent_items(
            i, "triangle_trust_alone", source_for_elements("triangle_alone.cl"),
            [](const ExecShape& shape) { return in_a_row(triangles_in(shape.registers[1])); });
        for_floating_type(type, [&]<class T>() { i.host = run_trust<T>; });
    });
}

}  // namespace hg::kernels
