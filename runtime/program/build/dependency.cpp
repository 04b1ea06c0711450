#include <string>

#include "runtime/program/build/host_tile_index.hpp"
#include "runtime/program/build/program_bytes.hpp"
#include "runtime/program/build/slot_state.hpp"
#include <hg/runtime/program/dependency.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

Hazard hazard_of(bool first_writes, bool second_writes) {
    if (!first_writes) return Hazard::war;
    return second_writes ? Hazard::waw : Hazard::raw;
}

class Deriver {
  public:
    /// `in_order`: the EXECs of a queue run in order.
    Deriver(const ProgramParts& parts, const std::vector<ExplicitEdge>& explicit_edges, bool in_order)
        : parts_(parts),
          explicit_(explicit_edges),
          in_order_(in_order),
          slots_(parts.slots.size()),
          hosts_(index_host_accesses(parts)),
          last_successor_(parts.commands.size()) {
        lists_.first.reserve(parts.commands.size() + 1);
        lists_.edges.reserve(3 * parts.commands.size());
    }

    DependencyLists derive() {
        for (std::uint32_t c = 0; c < parts_.commands.size(); ++c) {
            lists_.first.push_back(static_cast<std::uint32_t>(lists_.edges.size()));
            command_ = static_cast<CommandId>(c);
            add_explicit_edges();
            const Command& command = parts_.commands[c];
            if (is_transfer(command.operation)) {
                access_host(command);
                access_register(command.first_operand,
                                command.operation == Operation::load ? Access::write : Access::read);
            } else if (command.operation == Operation::exec) {
                access_operands(command);
            }
        }
        lists_.first.push_back(static_cast<std::uint32_t>(lists_.edges.size()));
        return std::move(lists_);
    }

  private:
    void add_explicit_edges() {
        for (; next_explicit_ < explicit_.size() && explicit_[next_explicit_].to == command_;
             ++next_explicit_)
            add({.on = explicit_[next_explicit_].from});
    }

    void access_host(const Command& command) {
        const HostTile& tile = parts_.tiles[command.subject];
        const std::size_t matrix = index(tile.parameter);
        if (!hosts_.stored[matrix]) return;  // readers alone never conflict
        hosts_.indices[matrix].access(
            command_, tile, command.operation == Operation::store, [&](CommandId on, Hazard hazard) {
                add({.on = on, .place = static_cast<std::uint32_t>(matrix), .hazard = hazard, .host = true});
            });
    }

    // Reads come before writes, so that `C += ...` waits for the last writer as a reader (RAW) of C would.
    void access_operands(const Command& command) {
        const std::vector<Operand>& operands = parts_.instructions[command.subject]->operands;
        for (std::uint32_t i = 0; i < operands.size(); ++i)
            if (reads(operands[i].access)) access_register(command.first_operand + i, Access::read);
        for (std::uint32_t i = 0; i < operands.size(); ++i)
            if (writes(operands[i].access)) access_register(command.first_operand + i, Access::write);
    }

    void access_register(std::uint32_t operand, Access access) {
        const RegisterId reg = parts_.operands[operand];
        const SlotId slot = parts_.slot_of_register[index(reg)];
        SlotAccess now{.command = command_,
                       .region = SlotRegion::of(parts_.registers, reg),
                       .writes = access == Access::write};
        const Command& command = parts_.commands[index(command_)];
        if (in_order_ && command.operation == Operation::exec) now.exec_queue = command.queue;
        slots_[index(slot)].add(now, [&](const SlotAccess& before) {
            add({.on = before.command,
                 .place = static_cast<std::uint32_t>(slot),
                 .hazard = hazard_of(before.writes, now.writes)});
        });
    }

    /// Adds one edge for each pair of commands, with the first reason found.
    void add(const Dependency& edge) {
        CommandId& last = last_successor_[index(edge.on)];
        if (edge.on == command_ || last == command_) return;
        last = command_;
        if (lists_.edges.size() == kMostDependencies)
            throw Error(ErrorCode::invalid_program, "the commands up to number " +
                                                        std::to_string(index(command_)) + " have more than " +
                                                        std::to_string(kMostDependencies) +
                                                        " dependencies, the most that a program can have");
        lists_.edges.push_back(edge);
    }

    const ProgramParts& parts_;
    const std::vector<ExplicitEdge>& explicit_;
    const bool in_order_;
    std::size_t next_explicit_ = 0;
    std::vector<SlotState> slots_;
    HostAccesses hosts_;
    CommandId command_{};
    std::vector<CommandId> last_successor_;  ///< by command; command 0 if it has none
    DependencyLists lists_;
};

}  // namespace

DependencyLists derive_dependencies(const ProgramParts& parts,
                                    const std::vector<ExplicitEdge>& explicit_edges) {
    return Deriver(parts, explicit_edges, true).derive();
}

DependencyLists derive_all_dependencies(const ProgramParts& parts,
                                        const std::vector<ExplicitEdge>& explicit_edges) {
    return Deriver(parts, explicit_edges, false).derive();
}

}  // namespace hg
