#include "kernels/triangle/triangle_kernels.hpp"

#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "runtime/program/base/instruction_parts.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {

InstructionPtr triangle_instruction(const char* source, const char* entry, ElementType type, const char* back,
                                    const std::function<void(Instruction&)>& fill) {
    const std::string name = std::string(entry).append("_").append(hg::name(type)).append(back);
    if (type == ElementType::i32)
        throw Error(ErrorCode::invalid_argument, name + ": supports f32, f64, c32 and c64 only");
    return made_once(name, [&] {
        Instruction i;
        i.name = name;
        i.entry = entry;
        i.source = source_for_elements(source);
        i.build_options = element_options(type);
        fill(i);
        return finished(std::move(i));
    });
}

std::vector<ScalarOperand> cleaning_scalars(ElementType type) {
    std::vector<ScalarOperand> scalars{{"upper", ElementType::i32}, {"unit", ElementType::i32}};
    if (is_complex(type)) scalars.push_back({"conjugated", ElementType::i32});
    return scalars;
}

bool is_conjugated(const HostCall& call) {
    return call.scalars.size() > 2 && call.scalars[2] != 0;
}

void require_shape(bool holds, const std::string& instruction, std::string_view condition) {
    if (!holds) throw Error(ErrorCode::invalid_program, instruction + ": " + std::string(condition));
}

}  // namespace hg::kernels
