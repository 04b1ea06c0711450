#include "tools/hgctl/program/check/kernel_case.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace hgctl {
namespace {

hg::ScalarValue value_of(const hg::Program& program, const hg::Scalar& scalar, hg::ElementType type,
                         const ScalarValues& given) {
    if (scalar.is_literal()) return scalar.value;
    const auto found = given.find(program.scalars()[static_cast<std::size_t>(scalar.parameter)]);
    if (found != given.end()) return found->second;
    return hg::traits_of(type).kind == hg::NumberKind::integer ? 2 : 1.5;
}

KernelCase case_of(const hg::Program& program, hg::CommandId id, const ScalarValues& given) {
    KernelCase found;
    found.instruction = program.instructions()[program.command(id).subject];
    for (const hg::RegisterId reg : program.operands(id)) found.shapes.push_back(program.reg(reg));
    const auto scalars = program.scalar_operands(id);
    for (std::size_t i = 0; i < scalars.size(); ++i)
        found.scalars.push_back(value_of(program, scalars[i], found.instruction->scalars[i].type, given));
    return found;
}

std::int64_t elements(const KernelCase& of) {
    std::int64_t sum = 0;
    for (const hg::Register& shape : of.shapes) sum += shape.rows * shape.cols;
    return sum;
}

}  // namespace

std::string KernelCase::text() const {
    std::string text;
    for (std::size_t i = 0; i < shapes.size(); ++i)
        text += (i == 0 ? "" : ", ") + instruction->operands[i].name + " " + std::to_string(shapes[i].rows) +
                "x" + std::to_string(shapes[i].cols);
    for (std::size_t i = 0; i < scalars.size(); ++i)
        text += (i == 0 ? "; " : ", ") + instruction->scalars[i].name + " " + print(scalars[i]);
    return text;
}

std::size_t KernelCase::operand(const std::string& name) const {
    const auto& operands = instruction->operands;
    const auto found = std::ranges::find(operands, name, &hg::Operand::name);
    return static_cast<std::size_t>(found - operands.begin());
}

std::vector<KernelCase> kernel_cases(const hg::Program& program, const ScalarValues& scalars,
                                     std::size_t most) {
    std::map<const hg::Instruction*, std::map<std::string, KernelCase>> found;
    for (std::size_t c = 0; c < program.size(); ++c) {
        const auto id = static_cast<hg::CommandId>(c);
        if (program.command(id).operation != hg::Operation::exec ||
            program.instruction(id).origin.file.empty())
            continue;
        KernelCase next = case_of(program, id, scalars);
        std::string key = next.text();
        found[next.instruction.get()].try_emplace(std::move(key), std::move(next));
    }
    std::vector<KernelCase> list;
    for (const hg::InstructionPtr& instruction : program.instructions()) {
        std::vector<KernelCase> cases;
        for (auto& [key, one] : found[instruction.get()]) cases.push_back(std::move(one));
        std::ranges::stable_sort(cases, {}, elements);
        cases.resize(std::min(cases.size(), most));
        std::ranges::move(cases, std::back_inserter(list));
    }
    return list;
}

}  // namespace hgctl
