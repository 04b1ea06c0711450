#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

#include "runtime/program/build/in_place.hpp"
#include "runtime/program/build/memory_plan.hpp"
#include "runtime/program/build/program_bytes.hpp"
#include "runtime/program/check/rules.hpp"
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hg {
namespace {

struct Extent {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
};

std::string text(std::string_view words) {
    return std::string(words);
}
template <std::integral Number>
std::string text(Number number) {
    return std::to_string(number);
}
std::string text(const Extent& extent) {
    return std::to_string(extent.rows) + "x" + std::to_string(extent.cols);
}

/// Builds the message only on demand, because every command of a program is checked.
template <class... Parts>
void require(bool holds, const Parts&... message) {
    if (holds) return;
    std::string condition;
    (condition.append(text(message)), ...);
    throw Error(ErrorCode::invalid_argument, condition);
}

/// Returns whether scalars have the same bits: 0 and -0 differ, NaNs may be equal.
bool have_same_bits(const Scalar& a, const Scalar& b) {
    const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
    return a.parameter == b.parameter && bits(a.value.real) == bits(b.value.real) &&
           bits(a.value.imag) == bits(b.value.imag);
}

}  // namespace

ProgramBuilder::ProgramBuilder(const Target& target, MemoryPolicy policy) : policy_(policy) {
    require(!target.devices.empty(), "a program needs a target with at least one device");
    require(target.devices.size() <= kMostDevices, "a program runs on at most 65535 devices");
    parts_.target = target;
    past_barrier_.assign(kQueueKinds.size() * target.devices.size(), false);
}

ParameterId ProgramBuilder::matrix(const std::string& name, ElementType type, std::int64_t rows,
                                   std::int64_t cols) {
    require(is_identifier(name), "a matrix parameter needs a name of letters, digits and '_': '", name, "'");
    require(rows >= 0 && cols >= 0, "matrix ", name, " has a negative extent: ", Extent{rows, cols});
    require(extents_fit(rows, cols), "matrix ", name, " has too many elements: ", Extent{rows, cols});
    for (const MatrixParameter& other : parts_.matrices)
        require(other.name != name, "two matrix parameters are called ", name);
    parts_.matrices.push_back({name, type, rows, cols, false});
    return static_cast<ParameterId>(parts_.matrices.size() - 1);
}

ParameterId ProgramBuilder::pinned_matrix(const std::string& name, ElementType type, std::int64_t rows,
                                          std::int64_t cols) {
    const ParameterId id = matrix(name, type, rows, cols);
    parts_.matrices.back().is_pinned = true;
    return id;
}

Scalar ProgramBuilder::scalar(const std::string& name) {
    require(is_identifier(name), "a scalar parameter needs a name of letters, digits and '_': '", name, "'");
    const auto found = std::find(parts_.scalars.begin(), parts_.scalars.end(), name);
    const auto position = static_cast<std::int32_t>(found - parts_.scalars.begin());
    if (found == parts_.scalars.end()) parts_.scalars.push_back(name);
    return Scalar::bound(position);
}

RegisterId ProgramBuilder::reg(DeviceIndex device, ElementType type, std::int64_t rows, std::int64_t cols,
                               std::int64_t ld) {
    require(device < parts_.target.devices.size(), "device ", device, " is not in the target");
    const Register added{
        .type = type, .device = device, .rows = rows, .cols = cols, .ld = ld == 0 ? rows : ld};
    const std::string fault = register_fault(added);
    require(fault.empty(), fault);
    parts_.registers.push_back(added);
    return static_cast<RegisterId>(parts_.registers.size() - 1);
}

RegisterId ProgramBuilder::resident(const std::string& name, DeviceIndex device, ElementType type,
                                    std::int64_t rows, std::int64_t cols, std::int64_t ld) {
    require(is_identifier(name), "a resident register needs a name of letters, digits and '_': '", name, "'");
    for (const ResidentParameter& other : parts_.residents)
        require(other.name != name, "two resident registers are called ", name);
    const RegisterId id = reg(device, type, rows, cols, ld);
    parts_.residents.push_back({name, id});
    return id;
}

RegisterId ProgramBuilder::window(RegisterId of, std::int64_t row, std::int64_t col, std::int64_t rows,
                                  std::int64_t cols) {
    const Register outer = reg(of);
    require(rows > 0 && cols > 0, "a window must hold at least one element: ", Extent{rows, cols});
    require(row >= 0 && col >= 0 && row <= outer.rows - rows && col <= outer.cols - cols, "a window of ",
            Extent{rows, cols}, " at ", row, ", ", col, " reaches beyond its register of ",
            Extent{outer.rows, outer.cols});
    Register inner = outer;
    inner.rows = rows;
    inner.cols = cols;
    inner.offset += row + col * outer.ld;
    if (!outer.is_window()) inner.window_of = of;
    require(inner.first_byte() % kWindowAlignment == 0, "a window begins ", inner.first_byte(),
            " bytes from the start of its register, which is not a multiple of ", kWindowAlignment);
    parts_.registers.push_back(inner);
    return static_cast<RegisterId>(parts_.registers.size() - 1);
}

const Register& ProgramBuilder::reg(RegisterId id) const {
    require(index(id) < parts_.registers.size(), "there is no such register");
    return parts_.registers[index(id)];
}

RegisterId ProgramBuilder::whole(RegisterId id) const {
    return reg(id).is_window() ? reg(id).window_of : id;
}

void ProgramBuilder::note_write(RegisterId target) {
    writes_[whole(target)].push_back({size(), target});
}

bool ProgramBuilder::is_written_since(RegisterId id, std::size_t first) const {
    const auto found = writes_.find(whole(id));
    if (found == writes_.end()) return false;
    const std::vector<Write>& writes = found->second;
    for (auto write = writes.rbegin(); write != writes.rend() && write->command >= first; ++write)
        if (write->target == id || windows_overlap(parts_.registers, write->target, id)) return true;
    return false;
}

QueueKind ProgramBuilder::use_queue(QueueKind queue) {
    require(computes(queue), "EXEC commands belong in the queue EXEC or EXEC2, not in ", name(queue));
    return std::exchange(exec_queue_, queue);
}

CommandId ProgramBuilder::load(RegisterId destination, const HostTile& source,
                               std::span<const CommandId> after) {
    return transfer({.operation = Operation::load, .queue = QueueKind::load}, destination, source, after);
}

CommandId ProgramBuilder::store(const HostTile& destination, RegisterId source,
                                std::span<const CommandId> after) {
    return transfer({.operation = Operation::store, .queue = QueueKind::store}, source, destination, after);
}

CommandId ProgramBuilder::transfer(Command command, RegisterId moved, const HostTile& tile,
                                   std::span<const CommandId> after) {
    require_transfer_fits(moved, tile);
    require_marks(after);
    command.device = reg(moved).device;
    command.subject = static_cast<std::uint32_t>(parts_.tiles.size());
    command.first_operand = static_cast<std::uint32_t>(parts_.operands.size());
    parts_.tiles.push_back(tile);
    parts_.operands.push_back(moved);
    if (command.operation == Operation::load) note_write(moved);
    return append(command, after);
}

std::vector<Register> ProgramBuilder::fitting_shapes(const Instruction& i,
                                                     std::span<const RegisterId> registers) const {
    require(registers.size() == i.operands.size(), i.name, " takes ", i.operands.size(), " registers, not ",
            registers.size());
    std::vector<Register> shapes;
    shapes.reserve(registers.size());
    for (const RegisterId r : registers) {
        require(index(r) < parts_.registers.size(), i.name, ": no such register");
        shapes.push_back(reg(r));
    }
    const std::string fault = exec_fault(parts_.registers, i, registers, shapes.front().device);
    require(fault.empty(), fault);
    return shapes;
}

void ProgramBuilder::require_scalars_fit(const Instruction& i, std::span<const Scalar> scalars) const {
    require(scalars.size() == i.scalars.size(), i.name, " takes ", i.scalars.size(), " scalars, not ",
            scalars.size());
    for (std::size_t s = 0; s < scalars.size(); ++s) {
        require(
            scalars[s].is_literal() || static_cast<std::size_t>(scalars[s].parameter) < parts_.scalars.size(),
            i.name, ": no such scalar parameter");
        const std::string unfit = unfit_scalar(i, s, scalars[s].value);
        require(unfit.empty(), unfit);
    }
}

CommandId ProgramBuilder::exec(const InstructionPtr& instruction, std::span<const RegisterId> registers,
                               std::span<const Scalar> scalars, std::span<const CommandId> after) {
    require(instruction != nullptr, "EXEC needs an instruction");
    if (!instruction_index_.contains(instruction.get())) check_instruction(*instruction);
    const std::vector<Register> shapes = fitting_shapes(*instruction, registers);
    require_scalars_fit(*instruction, scalars);
    if (instruction->check) {
        std::vector<ScalarValue> values;
        for (const Scalar& s : scalars) values.push_back(s.value);
        instruction->check({shapes, values});
    }
    require_marks(after);
    Command command{.operation = Operation::exec, .queue = exec_queue_, .device = shapes.front().device};
    command.subject = instruction_index(instruction);
    command.first_operand = static_cast<std::uint32_t>(parts_.operands.size());
    parts_.operands.insert(parts_.operands.end(), registers.begin(), registers.end());
    for (std::size_t o = 0; o < registers.size(); ++o)
        if (writes(instruction->operands[o].access)) note_write(registers[o]);
    // Consecutive EXECs often have the same scalars, so share the last list.
    const std::vector<Scalar>& known = parts_.scalar_operands;
    if (known.size() < scalars.size() ||
        !std::equal(scalars.begin(), scalars.end(), known.end() - std::ssize(scalars), have_same_bits))
        parts_.scalar_operands.insert(parts_.scalar_operands.end(), scalars.begin(), scalars.end());
    command.first_scalar = static_cast<std::uint32_t>(parts_.scalar_operands.size() - scalars.size());
    return append(command, after);
}

/// Appends MARK or BAR.
CommandId ProgramBuilder::append_empty(Operation operation, const std::string& name,
                                       std::span<const CommandId> after, QueueId queue) {
    const char* const what = operation == Operation::mark ? "a mark's " : "a barrier's ";
    require(queue.device < parts_.target.devices.size(), what,
            "queue is on a device that is not in the target");
    require(name.find_first_of("\"\\\n\r") == std::string::npos, what,
            "name must not contain quotes, backslashes or line ends");
    for (CommandId c : after)
        require(index(c) < size(), "a mark waits for a command that does not exist yet");
    parts_.names.push_back(name);
    return append({.operation = operation,
                   .queue = queue.kind,
                   .device = queue.device,
                   .subject = static_cast<std::uint32_t>(parts_.names.size() - 1)},
                  after);
}

CommandId ProgramBuilder::mark(const std::string& name, std::span<const CommandId> after, QueueId queue) {
    return append_empty(Operation::mark, name, after, queue);
}

CommandId ProgramBuilder::barrier(const std::string& name, QueueId queue) {
    std::vector<CommandId> all;
    for (std::size_t c = since_barrier_; c < size(); ++c) all.push_back(static_cast<CommandId>(c));
    const CommandId id = append_empty(Operation::barrier, name, all, queue);
    // The barrier itself begins the next span, so that a barrier right after it waits for it.
    since_barrier_ = index(id);
    past_barrier_.assign(past_barrier_.size(), false);
    past_barrier_[queue.index()] = true;
    has_barrier_ = true;
    return id;
}

Program ProgramBuilder::finish() && {
    set_in_place(parts_);
    MemoryPlan plan = plan_memory(parts_, policy_);
    parts_.slots = std::move(plan.slots);
    parts_.slot_of_register = std::move(plan.slot_of_register);
    DependencyLists lists = derive_dependencies(parts_, explicit_edges_);
    parts_.dependencies = std::move(lists.edges);
    parts_.first_dependency = std::move(lists.first);
    Program program(std::move(parts_));
#ifndef NDEBUG
    verify(program);
#endif
    return program;
}

CommandId ProgramBuilder::append(const Command& command, std::span<const CommandId> after) {
    require(size() < std::numeric_limits<std::uint32_t>::max(), "a program has at most 2^32 - 1 commands");
    require(explicit_edges_.size() + after.size() <= kMostDependencies, "a program has at most ",
            kMostDependencies, " dependencies");
    const auto id = static_cast<CommandId>(size());
    for (CommandId from : after) explicit_edges_.push_back({from, id});
    // Queues start in order, so an edge from the barrier to the first command of each queue is enough for all
    // later ones.
    const std::size_t queue = command.queue_id().index();
    if (has_barrier_ && !past_barrier_[queue]) {
        explicit_edges_.push_back({static_cast<CommandId>(since_barrier_), id});
        past_barrier_[queue] = true;
    }
    parts_.commands.push_back(command);
    return id;
}

void ProgramBuilder::require_transfer_fits(RegisterId id, const HostTile& tile) const {
    require(index(id) < parts_.registers.size(), "a transfer names a register that does not exist");
    require(index(tile.parameter) < parts_.matrices.size(), "a transfer names a matrix that does not exist");
    const std::string fault = transfer_fault(reg(id), tile, parts_.matrices[index(tile.parameter)]);
    require(fault.empty(), fault);
}

void ProgramBuilder::require_marks(std::span<const CommandId> after) const {
    for (CommandId c : after) {
        require(index(c) < size(), "a command waits for one that does not exist yet");
        require(is_empty(parts_.commands[index(c)].operation),
                "a command can wait explicitly only for marks and barriers");
    }
}

std::uint32_t ProgramBuilder::instruction_index(const InstructionPtr& instruction) {
    if (const auto known = instruction_index_.find(instruction.get()); known != instruction_index_.end())
        return known->second;
    for (const InstructionPtr& other : parts_.instructions)
        require(other->name != instruction->name, "two instructions are called ", instruction->name);
    const auto position = static_cast<std::uint32_t>(parts_.instructions.size());
    parts_.instructions.push_back(instruction);
    instruction_index_.emplace(instruction.get(), position);
    return position;
}

}  // namespace hg
