#include "runtime/program/check/rules.hpp"

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "runtime/program/build/slot_access.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

void require(bool holds, const std::string& rule) {
    if (!holds) throw Error(ErrorCode::invalid_program, rule);
}

void require_none(const std::string& fault) {
    require(fault.empty(), fault);
}

std::string extent(std::int64_t rows, std::int64_t cols) {
    return std::to_string(rows) + "x" + std::to_string(cols);
}

void check_transfer(const ProgramParts& parts, const Command& command) {
    const bool is_load = command.operation == Operation::load;
    require(command.queue == (is_load ? QueueKind::load : QueueKind::store),
            is_load ? "LD belongs in the LD queue" : "ST belongs in the ST queue");
    const Register& reg = parts.registers[index(parts.operands[command.first_operand])];
    const HostTile& tile = parts.tiles[command.subject];
    require(reg.device == command.device, "a transfer belongs in a queue of its register's device");
    require_none(transfer_fault(reg, tile, parts.matrices[index(tile.parameter)]));
}

void check_exec(const ProgramParts& parts, const Command& command) {
    const Instruction& instruction = *parts.instructions[command.subject];
    const auto operands =
        std::span(parts.operands).subspan(command.first_operand, instruction.operands.size());
    require(computes(command.queue), "EXEC belongs in the queue EXEC or EXEC2");
    require_none(exec_fault(parts.registers, instruction, operands, command.device));
    std::vector<Register> shapes;
    for (const RegisterId operand : operands) shapes.push_back(parts.registers[index(operand)]);
    std::vector<ScalarValue> values;
    for (std::size_t i = 0; i < instruction.scalars.size(); ++i) {
        values.push_back(parts.scalar_operands[command.first_scalar + i].value);
        require_none(unfit_scalar(instruction, i, values.back()));
    }
    if (instruction.check) instruction.check({shapes, values});
}

}  // namespace

std::string register_fault(const Register& reg) {
    constexpr std::int64_t kLargestExtent = std::numeric_limits<std::int32_t>::max();
    if (reg.rows <= 0 || reg.cols <= 0)
        return "a register must hold at least one element: " + extent(reg.rows, reg.cols);
    if (reg.ld < reg.rows)
        return "a register's leading dimension " + std::to_string(reg.ld) + " is below its rows, " +
               std::to_string(reg.rows);
    if (reg.ld > kLargestExtent || reg.cols > kLargestExtent || !extents_fit(reg.ld, reg.cols))
        return "a register is too large to address: " + extent(reg.ld, reg.cols);
    return {};
}

std::string transfer_fault(const Register& reg, const HostTile& tile, const MatrixParameter& matrix) {
    if (reg.type != matrix.type)
        return "the register holds " + std::string(name(reg.type)) + ", matrix " + matrix.name + " holds " +
               std::string(name(matrix.type));
    if (reg.rows != tile.rows || reg.cols != tile.cols)
        return "the register holds " + extent(reg.rows, reg.cols) + " elements, the tile " +
               extent(tile.rows, tile.cols);
    if (!lies_within(tile, matrix))
        return "the tile lies outside matrix " + matrix.name + " of " + extent(matrix.rows, matrix.cols);
    return {};
}

std::string exec_fault(const std::vector<Register>& registers, const Instruction& instruction,
                       std::span<const RegisterId> operands, DeviceIndex device) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const Operand& operand = instruction.operands[i];
        const Register& reg = registers[index(operands[i])];
        if (reg.device != device) return "operand " + operand.name + " lies on another device";
        if (reg.type != operand.type)
            return "operand " + operand.name + " of " + instruction.name + " is " +
                   std::string(name(operand.type)) + ", not " + std::string(name(reg.type));
        for (std::size_t j = 0; j < i; ++j)
            if ((writes(operand.access) || writes(instruction.operands[j].access)) &&
                windows_overlap(registers, operands[j], operands[i]))
                return "operands " + instruction.operands[j].name + " and " + operand.name + " of " +
                       instruction.name + " overlap, and one of them is written";
    }
    return {};
}

void check_register(const Register& reg) {
    require_none(register_fault(reg));
}

void check_window(const ProgramParts& parts, RegisterId id) {
    const Register& inner = parts.registers[index(id)];
    if (!inner.is_window()) return;
    const Register& outer = parts.registers[index(inner.window_of)];
    require(inner.window_of < id && !outer.is_window() && outer.ld > 0,
            "a window must be part of a register that is declared before it and is not a window itself");
    require(inner.type == outer.type && inner.device == outer.device && inner.ld == outer.ld &&
                parts.slot_of_register[index(id)] == parts.slot_of_register[index(inner.window_of)],
            "a window must have the type, the slot and the leading dimension of its register");
    require(inner.offset >= 0 && inner.rows > 0 && inner.cols > 0 &&
                inner.first_row() <= outer.rows - inner.rows && inner.first_col() <= outer.cols - inner.cols,
            "a window of " + extent(inner.rows, inner.cols) + " reaches beyond its register of " +
                extent(outer.rows, outer.cols));
    require(inner.first_byte() % kWindowAlignment == 0,
            "a window must begin a multiple of " + std::to_string(kWindowAlignment) +
                " bytes from the start of its register, not " + std::to_string(inner.first_byte()));
}

bool windows_overlap(const std::vector<Register>& registers, RegisterId a, RegisterId b) {
    const SlotRegion x = SlotRegion::of(registers, a);
    const SlotRegion y = SlotRegion::of(registers, b);
    return a != b && x.tenant == y.tenant && x.overlaps(y);
}

void check_matrix(const MatrixParameter& matrix) {
    require(extents_fit(matrix.rows, matrix.cols),
            "matrix " + matrix.name + " cannot have " + extent(matrix.rows, matrix.cols) + " elements");
}

void check_command(const ProgramParts& parts, const Command& command) {
    if (is_transfer(command.operation)) check_transfer(parts, command);
    if (command.operation == Operation::exec) check_exec(parts, command);
}

}  // namespace hg
