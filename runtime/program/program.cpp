#include <utility>

#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {
namespace {

void require_form(bool holds, const char* condition) {
    if (!holds) throw Error(ErrorCode::invalid_program, std::string("malformed program: ") + condition);
}

void check_form(const ProgramParts& parts, const Command& command) {
    require_form(command.device < parts.target.devices.size(),
                 "a command names a device that does not exist");
    require_form(command.queue <= QueueKind::store, "a command is in a queue that does not exist");
    switch (command.operation) {
        case Operation::load:
        case Operation::store:
            require_form(command.subject < parts.tiles.size(), "LD or ST without a host tile");
            require_form(command.first_operand < parts.operands.size(), "LD or ST without a register");
            break;
        case Operation::exec: {
            require_form(command.subject < parts.instructions.size(), "EXEC without an instruction");
            const Instruction& instruction = *parts.instructions[command.subject];
            require_form(command.first_operand + instruction.operands.size() <= parts.operands.size(),
                         "EXEC with too few registers");
            require_form(command.first_scalar + instruction.scalars.size() <= parts.scalar_operands.size(),
                         "EXEC with too few scalars");
            break;
        }
        case Operation::mark:
        case Operation::barrier:
            require_form(command.subject < parts.names.size(), "MARK or BAR without a name");
            break;
    }
}

void check_positions(const ProgramParts& parts) {
    require_form(parts.target.devices.size() <= kMostDevices, "too many devices");
    for (const InstructionPtr& instruction : parts.instructions)
        require_form(instruction != nullptr, "null instruction");
    for (const Register& reg : parts.registers) {
        require_form(reg.device < parts.target.devices.size(), "a register on a device that does not exist");
        require_form(!reg.is_window() || index(reg.window_of) < parts.registers.size(),
                     "a window of a register that does not exist");
    }
    for (const Slot& slot : parts.slots)
        require_form(slot.device < parts.target.devices.size(), "a slot on a device that does not exist");
    require_form(parts.slot_of_register.size() == parts.registers.size(), "a register without a slot");
    for (SlotId slot : parts.slot_of_register)
        require_form(index(slot) < parts.slots.size(), "a slot that does not exist");
    for (const ResidentParameter& resident : parts.residents)
        require_form(index(resident.reg) < parts.registers.size(), "a resident register that does not exist");
    for (RegisterId reg : parts.operands)
        require_form(index(reg) < parts.registers.size(), "a register that does not exist");
    for (const HostTile& tile : parts.tiles)
        require_form(index(tile.parameter) < parts.matrices.size(),
                     "a host tile of a matrix that does not exist");
    for (const Scalar& scalar : parts.scalar_operands)
        require_form(scalar.parameter < static_cast<std::int64_t>(parts.scalars.size()),
                     "a scalar parameter that does not exist");
    for (const Command& command : parts.commands) check_form(parts, command);
    require_form(parts.first_dependency.size() == parts.commands.size() + 1,
                 "the commands and the ranges of their dependencies differ in number");
    require_form(
        parts.first_dependency.front() == 0 && parts.first_dependency.back() == parts.dependencies.size(),
        "dependencies that belong to no command");
    for (std::size_t i = 0; i < parts.commands.size(); ++i)
        require_form(parts.first_dependency[i] <= parts.first_dependency[i + 1], "dependencies out of order");
    for (const Dependency& dependency : parts.dependencies) {
        require_form(index(dependency.on) < parts.commands.size(),
                     "a dependency on a command that does not exist");
        if (dependency.hazard == Hazard::explicit_) continue;
        require_form(dependency.place < (dependency.host ? parts.matrices.size() : parts.slots.size()),
                     "a dependency on a place that does not exist");
    }
}

/// Returns the commands for which a command of another queue waits according to `waits`.
template <class Waits>
std::vector<bool> awaited_commands(const ProgramParts& parts, const Waits& waits) {
    std::vector<bool> awaited(parts.commands.size(), false);
    for (std::size_t c = 0; c < parts.commands.size(); ++c) {
        const Command& command = parts.commands[c];
        for (std::uint32_t e = parts.first_dependency[c]; e < parts.first_dependency[c + 1]; ++e) {
            const std::size_t on = index(parts.dependencies[e].on);
            if (waits(parts.commands[on], command)) awaited[on] = true;
        }
    }
    return awaited;
}

std::vector<bool> gathering_queues(const ProgramParts& parts) {
    std::vector<bool> gathers(kQueueKinds.size() * parts.target.devices.size(), false);
    for (const Command& command : parts.commands)
        if (command.operation == Operation::exec &&
            parts.instructions[command.subject]->needs.compute_units > 1)
            gathers[command.queue_id().index()] = true;
    return gathers;
}

/// Returns which resident registers a command writes, entirely or partly.
std::vector<bool> written_residents(const Program& program) {
    std::vector<bool> written(program.registers().size(), false);
    if (!program.residents().empty())
        for (std::uint32_t c = 0; c < program.size(); ++c) {
            const auto id = static_cast<CommandId>(c);
            const auto operands = program.operands(id);
            for (std::size_t i = 0; i < operands.size(); ++i)
                if (writes(program.access(id, i))) written[index(program.whole(operands[i]))] = true;
        }
    std::vector<bool> residents;
    for (const ResidentParameter& resident : program.residents())
        residents.push_back(written[index(resident.reg)]);
    return residents;
}

std::int64_t slot_bytes(const std::vector<Slot>& slots, DeviceIndex device, bool residents_alone) {
    std::int64_t total = 0;
    for (const Slot& slot : slots)
        if (slot.device == device && (slot.is_resident || !residents_alone)) total += slot.bytes;
    return total;
}

template <class T>
std::size_t bytes(const std::vector<T>& list) {
    return list.capacity() * sizeof(T);
}

}  // namespace

Program::Program(ProgramParts parts) {
    check_positions(parts);
    auto indexed = std::make_shared<Indexed>(std::move(parts));
    std::vector<std::size_t> sizes(kQueueKinds.size() * indexed->target.devices.size(), 0);
    for (const Command& command : indexed->commands) ++sizes[command.queue_id().index()];
    indexed->queues.resize(sizes.size());
    for (std::size_t q = 0; q < sizes.size(); ++q) indexed->queues[q].reserve(sizes[q]);
    for (std::size_t i = 0; i < indexed->commands.size(); ++i)
        indexed->queues[indexed->commands[i].queue_id().index()].push_back(static_cast<CommandId>(i));
    indexed->shared_loads = find_shared_loads(*indexed);
    const auto waits = [](const Command& on, const Command& command) { return !end_in_order(on, command); };
    indexed->awaited = awaited_commands(*indexed, waits);
    indexed->awaited_beside = awaited_commands(*indexed, [&](const Command& on, const Command& command) {
        return waits(on, command) && ordered_by_device(on, command);
    });
    indexed->gathers = gathering_queues(*indexed);
    parts_ = indexed;
    indexed->written_residents = hg::written_residents(*this);
}

std::span<const RegisterId> Program::operands(CommandId id) const {
    return operands_of(*parts_, command(id));
}

Access Program::access(CommandId id, std::size_t operand) const {
    const Command& c = command(id);
    if (c.operation == Operation::load) return Access::write;
    if (c.operation == Operation::store) return Access::read;
    return parts_->instructions[c.subject]->operands[operand].access;
}

std::span<const Scalar> Program::scalar_operands(CommandId id) const {
    const Command& c = command(id);
    if (c.operation != Operation::exec) return {};
    return {parts_->scalar_operands.data() + c.first_scalar, parts_->instructions[c.subject]->scalars.size()};
}

std::int64_t Program::device_bytes(DeviceIndex device) const {
    return slot_bytes(parts_->slots, device, false);
}

std::int64_t Program::resident_bytes(DeviceIndex device) const {
    return slot_bytes(parts_->slots, device, true);
}

std::int64_t Program::transfer_bytes(CommandId id) const {
    const HostTile& t = tile(id);
    return t.elements() * size_of(parts_->matrices[index(t.parameter)].type);
}

bool Program::is_staged(CommandId id) const {
    return !parts_->matrices[index(tile(id).parameter)].is_pinned;
}

std::int64_t Program::column_bytes(CommandId id) const {
    const HostTile& t = tile(id);
    return t.rows * size_of(parts_->matrices[index(t.parameter)].type);
}

ExecOperands Program::exec_operands(CommandId id) const {
    ExecOperands result;
    for (RegisterId r : operands(id)) result.registers.push_back(reg(r));
    for (const Scalar& s : scalar_operands(id))
        result.scalars.push_back(s.is_literal() ? s.value : ScalarValue(1));
    return result;
}

Cost Program::cost(CommandId id) const {
    const Instruction& i = instruction(id);
    return i.cost ? i.cost(exec_operands(id).shape()) : Cost{};
}

std::size_t Program::footprint() const noexcept {
    const Indexed& p = *parts_;
    std::size_t total = bytes(p.registers) + bytes(p.tiles) + bytes(p.operands) + bytes(p.scalar_operands) +
                        bytes(p.commands) + bytes(p.slots) + bytes(p.slot_of_register) +
                        bytes(p.dependencies) + bytes(p.first_dependency) + bytes(p.shared_loads.group_of) +
                        bytes(p.shared_loads.users) + bytes(p.shared_loads.first_user);
    for (const auto& queue : p.queues) total += bytes(queue);
    return total;
}

}  // namespace hg
