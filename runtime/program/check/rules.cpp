#include "runtime/program/check/rules.hpp"

#include <limits>
#include <string>
#include <vector>

#include "runtime/program/build/slot_access.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

void require(bool holds, const std::string& rule) {
    if (!holds) throw Error(ErrorCode::invalid_program, rule);
}

std::string extent(std::int64_t rows, std::int64_t cols) {
    return std::to_string(rows) + "x" + std::to_string(cols);
}

void check_transfer(const ProgramParts& parts, const Command& command) {
    const bool is_load = command.operation == Operation::load;
    require(command.queue == (is_load ? QueueKind::load : QueueKind::store),
            is_load ? "LD stands in the LD queue only" : "ST stands in the ST queue only");
    const Register& reg = parts.registers[index(parts.operands[command.first_operand])];
    const HostTile& tile = parts.tiles[command.subject];
    const MatrixParameter& matrix = parts.matrices[index(tile.parameter)];
    require(reg.device == command.device, "a transfer stands in a queue of its register's device");
    require(reg.type == matrix.type, "the register holds " + std::string(name(reg.type)) + ", matrix " +
                                         matrix.name + " holds " + std::string(name(matrix.type)));
    require(reg.rows == tile.rows && reg.cols == tile.cols,
            "the register holds " + extent(reg.rows, reg.cols) + " elements, the tile " +
                extent(tile.rows, tile.cols));
    require(lies_within(tile, matrix),
            "the tile lies outside matrix " + matrix.name + " of " + extent(matrix.rows, matrix.cols));
}

void check_exec(const ProgramParts& parts, const Command& command) {
    const Instruction& instruction = *parts.instructions[command.subject];
    require(computes(command.queue), "EXEC stands in the queues EXEC and EXEC2 only");
    std::vector<Register> shapes;
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
        const Operand& operand = instruction.operands[i];
        shapes.push_back(parts.registers[index(parts.operands[command.first_operand + i])]);
        require(shapes.back().device == command.device,
                "operand " + operand.name + " lies on another device");
        require(shapes.back().type == operand.type, "operand " + operand.name + " of " + instruction.name +
                                                        " is " + std::string(name(operand.type)) + ", not " +
                                                        std::string(name(shapes.back().type)));
    }
    for (std::size_t i = 0; i < shapes.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            require(!(writes(instruction.operands[i].access) || writes(instruction.operands[j].access)) ||
                        !windows_overlap(parts.registers, parts.operands[command.first_operand + i],
                                         parts.operands[command.first_operand + j]),
                    "operands " + instruction.operands[j].name + " and " + instruction.operands[i].name +
                        " of " + instruction.name + " overlap, and one of them is written");
    std::vector<ScalarValue> values;
    for (std::size_t i = 0; i < instruction.scalars.size(); ++i) {
        values.push_back(parts.scalar_operands[command.first_scalar + i].value);
        const std::string unfit = unfit_scalar(instruction, i, values.back());
        require(unfit.empty(), unfit);
    }
    if (!instruction.check) return;
    instruction.check({shapes, values});
}

}  // namespace

void check_register(const Register& reg) {
    constexpr std::int64_t kLargestExtent = std::numeric_limits<std::int32_t>::max();
    require(reg.rows > 0 && reg.cols > 0,
            "a register holds at least one element, not " + extent(reg.rows, reg.cols));
    require(reg.ld >= reg.rows, "a register's leading dimension " + std::to_string(reg.ld) +
                                    " is below its rows, " + std::to_string(reg.rows));
    require(reg.ld <= kLargestExtent && reg.cols <= kLargestExtent && extents_fit(reg.ld, reg.cols),
            "a register of " + extent(reg.ld, reg.cols) + " elements is too large to address");
}

void check_window(const ProgramParts& parts, RegisterId id) {
    const Register& inner = parts.registers[index(id)];
    if (!inner.is_window()) return;
    const Register& outer = parts.registers[index(inner.window_of)];
    require(inner.window_of < id && !outer.is_window() && outer.ld > 0,
            "a window is part of a register that is declared above it and no window itself");
    require(inner.type == outer.type && inner.device == outer.device && inner.ld == outer.ld &&
                parts.slot_of_register[index(id)] == parts.slot_of_register[index(inner.window_of)],
            "a window has the type, the slot and the leading dimension of its register");
    require(inner.offset >= 0 && inner.rows > 0 && inner.cols > 0 &&
                inner.first_row() <= outer.rows - inner.rows && inner.first_col() <= outer.cols - inner.cols,
            "a window of " + extent(inner.rows, inner.cols) + " reaches beyond its register of " +
                extent(outer.rows, outer.cols));
    require(inner.first_byte() % kWindowAlignment == 0,
            "a window begins a multiple of " + std::to_string(kWindowAlignment) +
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
    switch (command.operation) {
        case Operation::load:
        case Operation::store:
            return check_transfer(parts, command);
        case Operation::exec:
            return check_exec(parts, command);
        case Operation::mark:
        case Operation::barrier:
            return;
    }
}

}  // namespace hg
