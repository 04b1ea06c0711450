#include "kernels/elementwise/copy.hpp"

#include <cstring>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/elementwise/element_instruction.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/piece.hpp"
#include "kernels/shapes.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kItems = 256;

Geometry geometry(const Register& source) {
    const std::int64_t vector = elements_of_piece(source.type);
    const std::int64_t pieces = (source.rows + vector - 1) / vector * source.cols;
    return {{round_up(pieces, kItems), 1, 1}, {kItems, 1, 1}, true};
}

void run_on_host(std::int64_t element, const HostCall& call) {
    const HostOperand& source = call.operands[0];
    const HostOperand& target = call.operands[1];
    for (std::int64_t j = 0; j < source.cols; ++j)
        std::memcpy(target.as<char>() + j * target.ld * element, source.as<char>() + j * source.ld * element,
                    static_cast<std::size_t>(source.rows * element));
}

/// What a piece of complex elements consists of.
std::string words_option(ElementType type) {
    if (!is_complex(type)) return {};
    const std::int64_t word = size_of(type) / 2;
    return std::string(" -DWORD=") + (needs_f64(type) ? "double" : "float") +
           define("WORDS", kPieceBytes / word);
}

InstructionPtr make(ElementType type) {
    Instruction i =
        element_instruction("copy", {{"source", Access::read, type}, {"target", Access::write, type}},
                            {.bytes = 2, .seconds = 2e-6});
    i.source = embedded_source("copy.cl");
    i.build_options = real_option(type) + define("VECTOR", elements_of_piece(type)) + words_option(type);
    i.geometry = [](const ExecShape& shape) { return geometry(shape.registers[0]); };
    i.host = [element = size_of(type)](const HostCall& call) { run_on_host(element, call); };
    i.check = [name = i.name](const ExecShape& shape) {
        const Register& source = shape.registers[0];
        const Register& target = shape.registers[1];
        require_shapes(source.rows == target.rows && source.cols == target.cols, name, shape,
                       "both must have the same shape");
    };
    return finished(std::move(i));
}

}  // namespace

InstructionPtr copy(ElementType type) {
    return made_once("copy_" + std::string(hg::name(type)), [type] { return make(type); });
}

}  // namespace hg::kernels
