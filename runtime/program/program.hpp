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

/// The registers and scalars of one EXEC, as the functions of its instruction take them.
struct ExecOperands {
    std::vector<Register> registers;   ///< in the instruction's order
    std::vector<ScalarValue> scalars;  ///< in the instruction's order

    /// Returns a view of them, which is valid as long as this object.
    [[nodiscard]] ExecShape shape() const noexcept { return {registers, scalars}; }
};

/// An immutable dependency graph of commands with its memory plan. You build it once and run it many times
/// with different pointers and scalars. Copies are cheap and share the data. Thread-safe: nothing changes
/// after construction.
///
/// Commands are numbered in program order. Each command depends only on preceding commands.
class Program {
  public:
    /// Takes the parts unchanged. Checks only what is needed to read them safely: every position must be
    /// within its list, and every operand list must fit its instruction. verify() proves the rest. Throws
    /// Error{invalid_program} if a position is out of range.
    explicit Program(ProgramParts parts);

    /// Returns the machine that the program was built for.
    [[nodiscard]] const Target& target() const noexcept { return parts_->target; }
    /// Returns its devices, by DeviceIndex.
    [[nodiscard]] std::span<const DeviceModel> devices() const noexcept { return parts_->target.devices; }
    /// Returns the callers' matrices, by ParameterId.
    [[nodiscard]] std::span<const MatrixParameter> matrices() const noexcept { return parts_->matrices; }
    /// Returns the names of scalar parameters, by Scalar::parameter.
    [[nodiscard]] std::span<const std::string> scalars() const noexcept { return parts_->scalars; }
    /// Returns the registers whose memory is bound at run time.
    [[nodiscard]] std::span<const ResidentParameter> residents() const noexcept { return parts_->residents; }
    /// Returns true if a command writes to the resident register at this position, or to a window of it.
    [[nodiscard]] bool writes_resident(std::size_t i) const { return parts_->written_residents[i]; }
    /// Returns the instructions that its EXECs name, each once.
    [[nodiscard]] std::span<const InstructionPtr> instructions() const noexcept {
        return parts_->instructions;
    }
    /// Returns true unless its builder omitted the guards of instructions
    /// (ProgramBuilder::leave_out_guards()).
    [[nodiscard]] bool is_guarded() const noexcept { return parts_->guarded; }
    /// Returns all registers and windows, by RegisterId.
    [[nodiscard]] std::span<const Register> registers() const noexcept { return parts_->registers; }
    /// Returns the memory plan, by SlotId.
    [[nodiscard]] std::span<const Slot> slots() const noexcept { return parts_->slots; }

    /// Returns the number of commands.
    [[nodiscard]] std::size_t size() const noexcept { return parts_->commands.size(); }
    /// Returns all commands in program order, by CommandId.
    [[nodiscard]] std::span<const Command> commands() const noexcept { return parts_->commands; }
    /// Returns one command. This and the other functions that take a handle require a handle of this program.
    [[nodiscard]] const Command& command(CommandId id) const { return parts_->commands[index(id)]; }

    /// Returns the shape of a register or window.
    [[nodiscard]] const Register& reg(RegisterId id) const { return parts_->registers[index(id)]; }
    /// Returns the register that a window is part of, or any other register itself.
    [[nodiscard]] RegisterId whole(RegisterId id) const { return hg::whole(parts_->registers, id); }
    /// Returns the slot that the plan assigns to a register, or to the register below a window.
    [[nodiscard]] SlotId slot_of(RegisterId id) const { return parts_->slot_of_register[index(id)]; }
    /// Returns one slot of the plan.
    [[nodiscard]] const Slot& slot(SlotId id) const { return parts_->slots[index(id)]; }

    /// Returns true if a queue has EXECs whose work-groups must run at the same time
    /// (KernelNeeds::compute_units). Such EXECs of two queues would block each other's compute units forever.
    [[nodiscard]] bool gathers(QueueId queue) const { return parts_->gathers[queue.index()]; }

    /// Returns the registers that a command names: one for LD and ST, the instruction's operands for EXEC,
    /// none for others.
    [[nodiscard]] std::span<const RegisterId> operands(CommandId id) const;
    /// Returns how a command accesses its i-th register.
    [[nodiscard]] Access access(CommandId id, std::size_t operand) const;
    /// Returns the host tile of an LD or ST.
    [[nodiscard]] const HostTile& tile(CommandId id) const { return parts_->tiles[command(id).subject]; }
    /// Returns the instruction of an EXEC.
    [[nodiscard]] const Instruction& instruction(CommandId id) const {
        return *parts_->instructions[command(id).subject];
    }
    /// Returns the scalars of an EXEC in the instruction's order; none for other commands.
    [[nodiscard]] std::span<const Scalar> scalar_operands(CommandId id) const;
    /// Returns the name of a MARK or BAR, which may be empty.
    [[nodiscard]] const std::string& mark_name(CommandId id) const {
        return parts_->names[command(id).subject];
    }

    /// Returns what a command waits for: each of these commands completes before it starts, unless the device
    /// itself ensures their order as described at end_in_order().
    [[nodiscard]] std::span<const Dependency> dependencies(CommandId id) const {
        return {parts_->dependencies.data() + parts_->first_dependency[index(id)],
                parts_->dependencies.data() + parts_->first_dependency[index(id) + 1]};
    }
    /// Returns the number of dependencies of all commands together.
    [[nodiscard]] std::size_t dependency_count() const noexcept { return parts_->dependencies.size(); }

    /// Returns the commands of one queue, in the order in which they start.
    [[nodiscard]] std::span<const CommandId> queue(QueueId id) const { return parts_->queues[id.index()]; }
    /// Returns the number of queues: four for each device. QueueId::index() is less than this.
    [[nodiscard]] std::size_t queue_count() const noexcept { return parts_->queues.size(); }

    /// Returns the group of an LD whose elements other devices load as well, or kNotShared. What is staged
    /// for one device of a group serves all of them: see SharedLoads.
    [[nodiscard]] std::uint32_t shared_load(CommandId id) const noexcept {
        const std::vector<std::uint32_t>& group_of = parts_->shared_loads.group_of;
        return group_of.empty() ? kNotShared : group_of[index(id)];
    }
    /// Returns the LDs of a group in program order: at least two, no two on the same device.
    [[nodiscard]] std::span<const CommandId> shared_load_users(std::uint32_t group) const noexcept {
        const SharedLoads& shared = parts_->shared_loads;
        return {shared.users.data() + shared.first_user[group],
                shared.users.data() + shared.first_user[group + 1]};
    }
    /// Returns the number of groups. Groups are numbered from 0, in the order of their first LDs.
    [[nodiscard]] std::size_t shared_load_count() const noexcept {
        const std::size_t bounds = parts_->shared_loads.first_user.size();
        return bounds == 0 ? 0 : bounds - 1;
    }

    /// Returns true if a command other than a later EXEC of the same device waits for this one. Later EXECs
    /// of the device see its results in any case.
    [[nodiscard]] bool awaited(CommandId id) const noexcept { return parts_->awaited[index(id)]; }
    /// Returns true if a command of another queue of its device waits for this one, and the device ensures
    /// that order.
    [[nodiscard]] bool awaited_beside(CommandId id) const noexcept {
        return parts_->awaited_beside[index(id)];
    }

    /// Returns the bytes of device memory that the plan takes on a device, including resident registers.
    [[nodiscard]] std::int64_t device_bytes(DeviceIndex device) const;
    /// Returns the bytes of resident registers alone: memory that exists before a run.
    [[nodiscard]] std::int64_t resident_bytes(DeviceIndex device) const;
    /// Returns true for an LD that may leave its tile where it is: Register::in_place.
    [[nodiscard]] bool is_in_place(CommandId id) const {
        return command(id).operation == Operation::load && reg(operands(id).front()).in_place;
    }
    /// Returns the bytes that an LD or ST transfers, unless the LD leaves its tile in place.
    [[nodiscard]] std::int64_t transfer_bytes(CommandId id) const;
    /// Returns true if the host copies what an LD or ST transfers, because its matrix is not declared to be
    /// pinned.
    [[nodiscard]] bool is_staged(CommandId id) const;
    /// Returns the bytes of one column of an LD's or ST's tile.
    [[nodiscard]] std::int64_t column_bytes(CommandId id) const;
    /// Returns the operands of an EXEC. Each scalar that is not a literal is given as 1.
    [[nodiscard]] ExecOperands exec_operands(CommandId id) const;
    /// Returns the cost of an EXEC. Each scalar that is not a literal counts as 1. Zero if the instruction
    /// states no cost.
    [[nodiscard]] Cost cost(CommandId id) const;
    /// Returns the bytes of host memory that the program itself takes.
    [[nodiscard]] std::size_t footprint() const noexcept;

    /// Returns the whole program as flat lists.
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
