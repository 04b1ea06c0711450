#include "runtime/program/check/unused.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace hg {
namespace {

/// Returns true if nothing of what a register held before the command is left after it.
bool overwrites(const Program& program, CommandId id, std::size_t operand) {
    const bool whole =
        program.command(id).operation != Operation::load || program.tile(id).part == TilePart::whole;
    return whole && program.access(id, operand) == Access::write &&
           !program.reg(program.operands(id)[operand]).is_window();
}

}  // namespace

std::vector<CommandId> unused_results(const Program& program) {
    std::vector<bool> is_read(program.registers().size());  // later, before it is overwritten
    for (const ResidentParameter& resident : program.residents()) is_read[index(resident.reg)] = true;
    std::vector<CommandId> unused;
    for (std::size_t c = program.size(); c-- > 0;) {
        const auto id = static_cast<CommandId>(c);
        const auto registers = program.operands(id);
        bool writes_any = false;
        bool is_used = false;
        for (std::size_t i = 0; i < registers.size(); ++i) {
            if (!writes(program.access(id, i))) continue;
            writes_any = true;
            is_used = is_used || is_read[index(program.whole(registers[i]))];
        }
        if (writes_any && !is_used) unused.push_back(id);
        for (std::size_t i = 0; i < registers.size(); ++i)
            if (overwrites(program, id, i)) is_read[index(registers[i])] = false;
        for (std::size_t i = 0; i < registers.size(); ++i)
            if (reads(program.access(id, i))) is_read[index(program.whole(registers[i]))] = true;
    }
    std::ranges::reverse(unused);
    return unused;
}

}  // namespace hg
