#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <hg/runtime/program/program_parts.hpp>
#include <hg/runtime/program/shared_loads.hpp>

namespace hg {

/// The registers and scalars of one EXEC, as its instruction's functions take them.
struct ExecOperands {
    std::vector<Register> registers;   ///< in the instruction's order
    std::vector<ScalarValue> scalars;  ///< likewise

    /// A view of them, valid as long as they are.
    [[nodiscard]] ExecShape shape() const noexcept { return {registers, scalars}; }
};

/// An immutable dependency graph of commands with its memory plan. It is built once and run many
/// times with different pointers and scalars. Copies are cheap and share the data. Thread-safe:
/// nothing changes after construction.
///
/// Commands are numbered in program order. Each depends only on commands before it.
class Program {
  public:
    /// Takes the parts as they are. It checks only what is needed to read them safely: every position lies
    /// within its list, and every operand list fits its instruction. verify() proves the rest. Throws
    /// Error{invalid_program} if a position does not fit.
    explicit Program(ProgramParts parts);

    /// The devices it was built for, by DeviceIndex.
    [[nodiscard]] std::span<const DeviceModel> devices() const noexcept { return parts_->devices; }
    /// The callers' matrices, by ParameterId.
    [[nodiscard]] std::span<const MatrixParameter> matrices() const noexcept { return parts_->matrices; }
    /// The names of scalar parameters, by Scalar::parameter.
    [[nodiscard]] std::span<const std::string> scalars() const noexcept { return parts_->scalars; }
    /// The registers whose memory is bound at run time.
    [[nodiscard]] std::span<const ResidentParameter> residents() const noexcept { return parts_->residents; }
    /// True if a command writes to the resident register at this position, or to a window of it.
    [[nodiscard]] bool writes_resident(std::size_t i) const { return parts_->written_residents[i]; }
    /// The instructions that its EXECs name, each once.
    [[nodiscard]] std::span<const InstructionPtr> instructions() const noexcept {
        return parts_->instructions;
    }
    /// True unless its builder left out the guards of instructions (ProgramBuilder::leave_out_guards()).
    [[nodiscard]] bool is_guarded() const noexcept { return parts_->guarded; }
    /// All registers and windows, by RegisterId.
    [[nodiscard]] std::span<const Register> registers() const noexcept { return parts_->registers; }
    /// The memory plan, by SlotId.
    [[nodiscard]] std::span<const Slot> slots() const noexcept { return parts_->slots; }

    /// The number of commands.
    [[nodiscard]] std::size_t size() const noexcept { return parts_->commands.size(); }
    /// All commands in program order, by CommandId.
    [[nodiscard]] std::span<const Command> commands() const noexcept { return parts_->commands; }
    /// One command. This and the other functions that take a handle need one of this program.
    [[nodiscard]] const Command& command(CommandId id) const { return parts_->commands[index(id)]; }

    /// The shape of a register or window.
    [[nodiscard]] const Register& reg(RegisterId id) const { return parts_->registers[index(id)]; }
    /// The register that a window is part of; any other register itself.
    [[nodiscard]] RegisterId whole(RegisterId id) const { return hg::whole(parts_->registers, id); }
    /// The slot that a register, or the one below a window, has in the plan.
    [[nodiscard]] SlotId slot_of(RegisterId id) const { return parts_->slot_of_register[index(id)]; }
    /// One slot of the plan.
    [[nodiscard]] const Slot& slot(SlotId id) const { return parts_->slots[index(id)]; }

    /// True if a queue has EXECs whose work-groups must run at once (KernelNeeds::compute_units): such of two queues would keep
    /// compute units from each other for ever.
    [[nodiscard]] bool gathers(QueueId queue) const { return parts_->gathers[queue.index()]; }

    /// The registers that a command names: one for LD and ST, the instruction's operands for
    /// EXEC, none for others.
    [[nodiscard]] std::span<const RegisterId> operands(CommandId id) const;
    /// How a command touches its i-th register.
    [[nodiscard]] Access access(CommandId id, std::size_t operand) const;
    /// The host tile of an LD or ST.
    [[nodiscard]] const HostTile& tile(CommandId id) const { return parts_->tiles[command(id).subject]; }
    /// The instruction of an EXEC.
    [[nodiscard]] const Instruction& instruction(CommandId id) const {
        return *parts_->instructions[command(id).subject];
    }
    /// The scalars of an EXEC in the instruction's order; none for others.
    [[nodiscard]] std::span<const Scalar> scalar_operands(CommandId id) const;
    /// The name of a MARK or BAR; may be empty.
    [[nodiscard]] const std::string& mark_name(CommandId id) const {
        return parts_->names[command(id).subject];
    }

    /// What a command waits for: each of these ends before it starts, unless the device itself sees to their
    /// order, as end_in_order() says.
    [[nodiscard]] std::span<const Dependency> dependencies(CommandId id) const {
        return {parts_->dependencies.data() + parts_->first_dependency[index(id)],
                parts_->dependencies.data() + parts_->first_dependency[index(id) + 1]};
    }
    /// The dependencies of all commands together.
    [[nodiscard]] std::size_t dependency_count() const noexcept { return parts_->dependencies.size(); }

    /// The commands of one queue, in the order in which they start.
    [[nodiscard]] std::span<const CommandId> queue(QueueId id) const { return parts_->queues[id.index()]; }
    /// Four for each device. QueueId::index() is below this.
    [[nodiscard]] std::size_t queue_count() const noexcept { return parts_->queues.size(); }

    /// The group of an LD whose elements other devices load too, else kNotShared. What is staged for one
    /// device of a group serves all: see SharedLoads.
    [[nodiscard]] std::uint32_t shared_load(CommandId id) const noexcept {
        const std::vector<std::uint32_t>& group_of = parts_->shared_loads.group_of;
        return group_of.empty() ? kNotShared : group_of[index(id)];
    }
    /// The LDs of a group in program order: at least two, no two on one device.
    [[nodiscard]] std::span<const CommandId> shared_load_users(std::uint32_t group) const noexcept {
        const SharedLoads& shared = parts_->shared_loads;
        return {shared.users.data() + shared.first_user[group],
                shared.users.data() + shared.first_user[group + 1]};
    }
    /// Groups are numbered from 0, in the order of their first LDs.
    [[nodiscard]] std::size_t shared_load_count() const noexcept {
        const std::size_t bounds = parts_->shared_loads.first_user.size();
        return bounds == 0 ? 0 : bounds - 1;
    }

    /// True if a command other than a later EXEC of the same device waits for this one. Later EXECs of the
    /// device see its results anyway.
    [[nodiscard]] bool awaited(CommandId id) const noexcept { return parts_->awaited[index(id)]; }
    /// True if a command of another queue of its device waits for this one, and the device sees to it.
    [[nodiscard]] bool awaited_beside(CommandId id) const noexcept {
        return parts_->awaited_beside[index(id)];
    }

    /// Bytes of device memory that the plan takes on a device, with those of resident registers.
    [[nodiscard]] std::int64_t device_bytes(DeviceIndex device) const;
    /// Those of resident registers alone: memory that is there before a run.
    [[nodiscard]] std::int64_t resident_bytes(DeviceIndex device) const;
    /// Bytes that an LD or ST transfers.
    [[nodiscard]] std::int64_t transfer_bytes(CommandId id) const;
    /// True if the host copies what an LD or ST transfers: its matrix is not declared to be pinned.
    [[nodiscard]] bool is_staged(CommandId id) const;
    /// Bytes of a column of an LD's or ST's tile.
    [[nodiscard]] std::int64_t column_bytes(CommandId id) const;
    /// What an EXEC works on. Each scalar that is not a literal is given as 1.
    [[nodiscard]] ExecOperands exec_operands(CommandId id) const;
    /// Cost of an EXEC. Each scalar that is not a literal counts as 1. Zero if the
    /// instruction states no cost.
    [[nodiscard]] Cost cost(CommandId id) const;
    /// Bytes of host memory that the program itself takes.
    [[nodiscard]] std::size_t footprint() const noexcept;

    /// All of it as flat lists.
    [[nodiscard]] const ProgramParts& parts() const noexcept { return *parts_; }

  private:
    struct Indexed : ProgramParts {
        explicit Indexed(ProgramParts parts) : ProgramParts(std::move(parts)) {}
        std::vector<std::vector<CommandId>> queues;
        SharedLoads shared_loads;
        std::vector<bool> awaited;         ///< by command
        std::vector<bool> awaited_beside;  ///< by command
        std::vector<bool> gathers;         ///< by queue
        std::vector<bool> written_residents;
    };
    std::shared_ptr<const Indexed> parts_;
};

}  // namespace hg
