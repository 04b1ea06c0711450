#include "runtime/program/build/in_place.hpp"

#include <algorithm>
#include <cstdint>

#include "runtime/program/build/host_tile_index.hpp"
#include "runtime/program/check/rules.hpp"

namespace hg {
namespace {

class Finder {
  public:
    explicit Finder(const ProgramParts& parts)
        : parts_(parts), may_(parts.registers.size(), false), uses_(parts.registers.size()) {
        for (std::size_t r = 0; r < may_.size(); ++r) {
            const Register& reg = parts.registers[r];
            may_[r] = !reg.is_window() && parts.target.devices[reg.device].shares_host_memory;
        }
        for (const ResidentParameter& resident : parts.residents) may_[index(resident.reg)] = false;
    }

    std::vector<bool> find() {
        if (std::ranges::find(may_, true) == may_.end()) return std::move(may_);
        for (std::uint32_t c = 0; c < parts_.commands.size(); ++c) note_uses(c);
        for (std::size_t r = 0; r < may_.size(); ++r) may_[r] = may_[r] && uses_[r].loads == 1;
        leave_out_changed();
        return std::move(may_);
    }

  private:
    struct Uses {
        std::uint32_t last = 0;   ///< the last command that names the register or a window of it
        std::uint32_t loads = 0;  ///< LDs of the whole register
    };

    [[nodiscard]] std::size_t whole_of(RegisterId id) const { return index(whole(parts_.registers, id)); }

    void note_uses(std::uint32_t c) {
        const Command& command = parts_.commands[c];
        const auto registers = operands_of(parts_, command);
        for (std::size_t i = 0; i < registers.size(); ++i) {
            const std::size_t r = whole_of(registers[i]);
            uses_[r].last = c;
            if (command.operation == Operation::load && index(registers[i]) == r)
                ++uses_[r].loads;
            else if (command.operation == Operation::load || is_output(command, i))
                may_[r] = false;
        }
    }

    [[nodiscard]] bool is_output(const Command& command, std::size_t operand) const {
        return command.operation == Operation::exec &&
               writes(parts_.instructions[command.subject]->operands[operand].access);
    }

    /// An ST sees each LD of a tile that it overlaps as a reader, and leaves it out if its register is still
    /// in use. The ST that copies a register into its own tile is one of the uses.
    void leave_out_changed() {
        HostAccesses hosts = index_host_accesses(parts_);
        for (std::uint32_t c = 0; c < parts_.commands.size(); ++c) {
            const Command& command = parts_.commands[c];
            if (!is_transfer(command.operation)) continue;
            const HostTile& tile = parts_.tiles[command.subject];
            const std::size_t matrix = index(tile.parameter);
            if (!lies_within(tile, parts_.matrices[matrix])) continue;  // verify() refuses it
            if (!hosts.stored[matrix]) continue;
            const bool stores = command.operation == Operation::store;
            if (!stores && !may_[whole_of(operands_of(parts_, command).front())]) continue;
            hosts.indices[matrix].access(static_cast<CommandId>(c), tile, stores,
                                         [&](CommandId load, Hazard hazard) {
                                             if (hazard == Hazard::war) leave_out(index(load), c);
                                         });
        }
    }

    void leave_out(std::size_t load, std::uint32_t store) {
        const std::size_t r = whole_of(operands_of(parts_, parts_.commands[load]).front());
        if (uses_[r].last >= store) may_[r] = false;
    }

    const ProgramParts& parts_;
    std::vector<bool> may_;   ///< by register
    std::vector<Uses> uses_;  ///< by register
};

}  // namespace

std::vector<bool> may_be_in_place(const ProgramParts& parts) {
    return Finder(parts).find();
}

void set_in_place(ProgramParts& parts) {
    const std::vector<bool> may = may_be_in_place(parts);
    for (std::size_t r = 0; r < may.size(); ++r) parts.registers[r].in_place = may[r];
}

TilesInPlace::TilesInPlace(const ProgramParts& parts) : parts_(parts) {
    if (std::ranges::find(parts.registers, true, &Register::in_place) == parts.registers.end()) return;
    tiles_.resize(parts.registers.size(), nullptr);
    for (const Command& command : parts.commands) {
        if (command.operation != Operation::load) continue;
        const RegisterId reg = parts.operands[command.first_operand];
        if (parts.registers[index(reg)].in_place) tiles_[index(reg)] = &parts.tiles[command.subject];
    }
}

}  // namespace hg
