#include <string>

#include "runtime/program/build/host_tile_index.hpp"
#include "runtime/program/build/in_place.hpp"
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

/// The last EXEC of each queue that reads a register.
struct LastReaders {
    CommandId& of(QueueKind queue) noexcept { return queue == QueueKind::exec2 ? exec2 : exec; }
    [[nodiscard]] CommandId of(QueueKind queue) const noexcept {
        return queue == QueueKind::exec2 ? exec2 : exec;
    }

    CommandId exec{};
    CommandId exec2{};
};

class Deriver {
  public:
    /// `in_order`: the EXECs of a queue run in order.
    Deriver(const ProgramParts& parts, const std::vector<ExplicitEdge>& explicit_edges, bool in_order)
        : parts_(parts),
          explicit_(explicit_edges),
          in_order_(in_order),
          slots_(parts.slots.size()),
          hosts_(index_host_accesses(parts)),
          in_place_(parts),
          last_readers_(last_readers()),
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
                if (command.operation == Operation::store)
                    read_in_place(parts_.operands[command.first_operand]);
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

    /// For each register in place and each queue of EXECs of its device: the last EXEC that names it.
    [[nodiscard]] std::vector<LastReaders> last_readers() const {
        std::vector<LastReaders> last;
        if (in_place_.empty()) return last;
        last.resize(parts_.registers.size());
        for (std::uint32_t c = 0; c < parts_.commands.size(); ++c) {
            const Command& command = parts_.commands[c];
            if (command.operation != Operation::exec) continue;
            for (const RegisterId reg : operands_of(parts_, command))
                last[index(whole(parts_.registers, reg))].of(command.queue) = static_cast<CommandId>(c);
        }
        return last;
    }

    /// Lets later STs to the tile behind a register wait for this command. The command itself need not wait
    /// for earlier STs, because the LD has. EXECs of a queue complete in order, so the last one represents
    /// all.
    void read_in_place(RegisterId reg) {
        const HostTile* const tile = in_place_.behind(reg);
        if (tile == nullptr || !hosts_.stored[index(tile->parameter)]) return;
        const Command& command = parts_.commands[index(command_)];
        if (in_order_ && command.operation == Operation::exec &&
            last_readers_[index(whole(parts_.registers, reg))].of(command.queue) != command_)
            return;
        hosts_.indices[index(tile->parameter)].access(command_, *tile, false, [](CommandId, Hazard) {});
    }

    // Reads come before writes, so that `C += ...` waits for the last writer as a reader (RAW) of C would.
    void access_operands(const Command& command) {
        const std::vector<Operand>& operands = parts_.instructions[command.subject]->operands;
        for (std::uint32_t i = 0; i < operands.size(); ++i)
            if (reads(operands[i].access)) {
                read_in_place(parts_.operands[command.first_operand + i]);
                access_register(command.first_operand + i, Access::read);
            }
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
    const TilesInPlace in_place_;
    const std::vector<LastReaders> last_readers_;  ///< by register; empty if none is in place
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
