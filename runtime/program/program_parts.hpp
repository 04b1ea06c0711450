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

/// The register that a window is part of; any other register itself.
inline RegisterId whole(const std::vector<Register>& registers, RegisterId id) noexcept {
    const Register& reg = registers[index(id)];
    return reg.is_window() ? reg.window_of : id;
}

/// The parts of a program as flat lists. The builder and the parser fill one and hand it to Program.
struct ProgramParts {
    std::vector<DeviceModel> devices;          ///< by DeviceIndex
    std::vector<MatrixParameter> matrices;     ///< by ParameterId
    std::vector<std::string> scalars;          ///< names of scalar parameters
    std::vector<ResidentParameter> residents;  ///< registers that are bound at run time
    std::vector<InstructionPtr> instructions;  ///< subjects of EXECs
    std::vector<std::string> names;            ///< of marks and barriers
    std::vector<Register> registers;           ///< by RegisterId, windows too
    std::vector<HostTile> tiles;               ///< subjects of LDs and STs
    std::vector<RegisterId> operands;          ///< of all commands, one after the other
    std::vector<Scalar> scalar_operands;       ///< of EXECs, one after the other; equal lists may be one
    std::vector<Command> commands;             ///< by CommandId, in program order

    std::vector<Slot> slots;               ///< by SlotId
    std::vector<SlotId> slot_of_register;  ///< by RegisterId

    bool guarded = true;  ///< guards of instructions look at contents before each EXEC

    std::vector<Dependency> dependencies;         ///< of all commands, one after the other
    std::vector<std::uint32_t> first_dependency;  ///< commands + 1 positions in `dependencies`
};

/// The registers that a command names, in its instruction's order if it is an EXEC.
inline std::span<const RegisterId> operands_of(const ProgramParts& parts, const Command& command) noexcept {
    std::size_t count = is_transfer(command.operation) ? 1 : 0;
    if (command.operation == Operation::exec) count = parts.instructions[command.subject]->operands.size();
    return {parts.operands.data() + command.first_operand, count};
}

}  // namespace hg
