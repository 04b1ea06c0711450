#include "kernels/elementwise/difference.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/elementwise/element_instruction.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/shapes.hpp"

namespace hg::kernels {
namespace {

void compare_on_host(std::int64_t element, const HostCall& call) {
    const HostOperand& x = call.operands[0];
    const HostOperand& y = call.operands[1];
    auto* found = call.operands[2].as<std::int32_t>();
    const auto bytes = static_cast<std::size_t>(element);
    for (std::int64_t j = 0; j < x.cols; ++j) {
        const char* column_of_x = x.as<char>() + j * x.ld * element;
        const char* column_of_y = y.as<char>() + j * y.ld * element;
        if (std::memcmp(column_of_x, column_of_y, bytes * static_cast<std::size_t>(x.rows)) == 0) continue;
        for (std::int64_t i = 0; i < x.rows; ++i) {
            if (std::memcmp(column_of_x + i * element, column_of_y + i * element, bytes) == 0) continue;
            ++found[0];
            found[1] = std::min(found[1], static_cast<std::int32_t>(i + j * x.rows));
        }
    }
}

void check_comparison(const std::string& name, const ExecShape& shape) {
    const Register& x = shape.registers[0];
    const Register& y = shape.registers[1];
    const Register& found = shape.registers[2];
    require_shapes(x.rows == y.rows && x.cols == y.cols, name, shape, "x and y must have the same shape");
    require_shapes(found.rows == 2 && found.cols == 1, name, shape, "found must be 2x1");
    require_shapes(x.rows <= kNoPlace / std::max<std::int64_t>(x.cols, 1), name, shape,
                   "x must have fewer than 2^31 elements");
}

InstructionPtr make_difference(ElementType type) {
    Instruction i = element_instruction("difference",
                                        {{"x", Access::read, type},
                                         {"y", Access::read, type},
                                         {"found", Access::read_write, ElementType::i32}},
                                        {.bytes = 2, .seconds = 2e-6});
    i.source = embedded_source("difference.cl");
    i.build_options = real_option(type) + (type == ElementType::f64 ? " -DBITS=as_long" : " -DBITS=as_int");
    i.host = [element = size_of(type)](const HostCall& call) { compare_on_host(element, call); };
    i.check = [name = i.name](const ExecShape& shape) { check_comparison(name, shape); };
    return finished(std::move(i));
}

}  // namespace

InstructionPtr difference(ElementType type) {
    if (is_complex(type))
        throw Error(ErrorCode::invalid_argument, "difference: supports f32, f64 and i32 only");
    return made_once("difference_" + std::string(hg::name(type)), [type] { return make_difference(type); });
}

}  // namespace hg::kernels
