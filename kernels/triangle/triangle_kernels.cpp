#include "kernels/triangle/triangle_kernels.hpp"

#include <map>
#include <mutex>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {

InstructionPtr made_once(const std::string& name, ElementType type,
                         const std::function<void(Instruction&)>& fill) {
    if (type == ElementType::i32)
        throw Error(ErrorCode::invalid_argument, name + ": triangles are of f32, f64, c32 or c64");
    static std::mutex mutex;
    static NoDestructor<std::map<std::string, InstructionPtr>> made;
    const std::lock_guard lock(mutex);
    InstructionPtr& known = (*made)[name];
    if (!known) {
        Instruction instruction;
        instruction.name = name;
        fill(instruction);
        known = finished(std::move(instruction));
    }
    return known;
}

std::string name_for(std::string_view front, ElementType type, std::string_view back) {
    return std::string(front).append("_").append(hg::name(type)).append(back);
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
