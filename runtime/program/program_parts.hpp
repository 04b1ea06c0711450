#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <hg/runtime/program/command.hpp>
#include <hg/runtime/program/instruction.hpp>
#include <hg/runtime/program/location.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Returns the register that a window is part of, or any other register itself.
inline RegisterId whole(const std::vector<Register>& registers, RegisterId id) noexcept {
    const Register& reg = registers[index(id)];
    return reg.is_window() ? reg.window_of : id;
}

/// The parts of a program as flat lists. The builder and the parser fill one and pass it to Program.
struct ProgramParts {
    Target target;                             ///< the machine that it was built for
    std::vector<MatrixParameter> matrices;     ///< by ParameterId
    std::vector<std::string> scalars;          ///< names of scalar parameters
    std::vector<ResidentParameter> residents;  ///< registers that are bound at run time
    std::vector<InstructionPtr> instructions;  ///< subjects of EXECs
    std::vector<std::string> names;            ///< names of marks and barriers
    std::vector<Register> registers;           ///< by RegisterId, including windows
    std::vector<HostTile> tiles;               ///< subjects of LDs and STs
    std::vector<RegisterId> operands;          ///< operands of all commands, one command after another
    /// Scalars of EXECs, one EXEC after another; equal lists may be shared.
    std::vector<Scalar> scalar_operands;
    std::vector<Command> commands;  ///< by CommandId, in program order

    std::vector<Slot> slots;               ///< by SlotId
    std::vector<SlotId> slot_of_register;  ///< by RegisterId

    bool guarded = true;  ///< guards of instructions check contents before each EXEC

    std::vector<Dependency> dependencies;         ///< dependencies of all commands, one command after another
    std::vector<std::uint32_t> first_dependency;  ///< positions in `dependencies`, one more than commands
};

/// Returns the registers that a command names; for an EXEC, in its instruction's order.
inline std::span<const RegisterId> operands_of(const ProgramParts& parts, const Command& command) noexcept {
    std::size_t count = is_transfer(command.operation) ? 1 : 0;
    if (command.operation == Operation::exec) count = parts.instructions[command.subject]->operands.size();
    return {parts.operands.data() + command.first_operand, count};
}

}  // namespace hg
