#pragma once

#include <cstdint>
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
    std::vector<DeviceModel> devices;
    std::vector<MatrixParameter> matrices;
    std::vector<std::string> scalars;  ///< names of scalar parameters
    std::vector<InstructionPtr> instructions;
    std::vector<std::string> names;  ///< of marks and barriers
    std::vector<Register> registers;
    std::vector<HostTile> tiles;
    std::vector<RegisterId> operands;
    std::vector<Scalar> scalar_operands;
    std::vector<Command> commands;

    std::vector<Slot> slots;
    std::vector<SlotId> slot_of_register;

    std::vector<Dependency> dependencies;         ///< of all commands, one after the other
    std::vector<std::uint32_t> first_dependency;  ///< commands + 1 positions in `dependencies`
};

}  // namespace hg
