#include "kernels/triangle/triangle.hpp"

#include <map>
#include <mutex>
#include <utility>

#include "kernels/triangle/triangle_kernels.hpp"
#include "runtime/program/base/immortal.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

using ByName = std::map<std::string, InstructionPtr, std::less<>>;

ByName make_all() {
    ByName all;
    const auto add = [&](const InstructionPtr& instruction) { all[instruction->name] = instruction; };
    for (const ElementType type : {ElementType::f32, ElementType::f64}) {
        for (const bool flag : {false, true}) {
            add(triangle_product(type, flag));
            add(triangle_sums(type, flag));
        }
        add(triangle_blocks(type));
        add(unit_lower_blocks(type));
        add(triangle_trust(type));
        add(triangle_solve(type));
        add(triangle_refine(type));
    }
    return all;
}

const ByName& all_of_them() {
    static const Immortal all(make_all());
    return *all;
}

}  // namespace

InstructionPtr find_triangle(std::string_view name) {
    const auto found = all_of_them().find(name);
    return found == all_of_them().end() ? nullptr : found->second;
}

std::vector<std::string> triangle_names() {
    std::vector<std::string> names;
    for (const auto& [name, instruction] : all_of_them()) names.push_back(name);
    return names;
}

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
        known = std::make_shared<const Instruction>(std::move(instruction));
    }
    return known;
}

std::string name_for(std::string_view front, ElementType type, std::string_view back) {
    return std::string(front).append("_").append(hg::name(type)).append(back);
}

std::string flag_option(std::string_view macro, bool set) {
    return std::string(" -D").append(macro).append(set ? "=1" : "=0");
}

void require_shape(bool holds, const std::string& instruction, std::string_view condition) {
    if (!holds) throw Error(ErrorCode::invalid_program, instruction + ": " + std::string(condition));
}

}  // namespace hg::kernels
