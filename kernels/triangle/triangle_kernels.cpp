#include "kernels/triangle/triangle_kernels.hpp"

#include <map>
#include <mutex>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "runtime/program/base/immortal.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {

InstructionPtr made_once(const std::string& name, ElementType type,
                         const std::function<void(Instruction&)>& fill) {
    if (!is_real(type)) throw Error(ErrorCode::invalid_argument, name + ": triangles are of f32 or f64");
    static std::mutex mutex;
    static Immortal<std::map<std::string, InstructionPtr>> made;
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

void require_shape(bool holds, const std::string& instruction, std::string_view condition) {
    if (!holds) throw Error(ErrorCode::invalid_program, instruction + ": " + std::string(condition));
}

}  // namespace hg::kernels
