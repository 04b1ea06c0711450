#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <hg/runtime/program/program_parts.hpp>

namespace hg {

/// The rules that one part of a program keeps by itself; parse() and verify() share them. Each function
/// throws Error{invalid_program} that says which rule is broken.

/// True if rows x cols elements of any type take a number of bytes that fits 63 bits,
/// and neither is negative.
constexpr bool extents_fit(std::int64_t rows, std::int64_t cols) noexcept {
    constexpr std::int64_t kMostElements = (std::int64_t{1} << 60) - 1;
    if (rows < 0 || cols < 0 || rows > kMostElements || cols > kMostElements) return false;
    return cols == 0 || rows <= kMostElements / cols;
}

/// True if the tile lies within the matrix and has no negative extent.
constexpr bool lies_within(const HostTile& tile, const MatrixParameter& matrix) noexcept {
    return tile.rows >= 0 && tile.cols >= 0 && tile.row >= 0 && tile.col >= 0 &&
           tile.row <= matrix.rows - tile.rows && tile.col <= matrix.cols - tile.cols;
}

// What is wrong, in words that ProgramBuilder shares; empty if nothing is.

/// At least one element, columns that do not overlap, extents of 31 bits as kernels take them.
std::string register_fault(const Register& reg);
/// Type and shape of a register against those of a tile, which lies within its matrix.
std::string transfer_fault(const Register& reg, const HostTile& tile, const MatrixParameter& matrix);
/// Registers on one device against an instruction's operands: types, and no overlap with what is written.
std::string exec_fault(const std::vector<Register>& registers, const Instruction& instruction,
                       std::span<const RegisterId> operands, DeviceIndex device);

/// Throws if register_fault() finds one.
void check_register(const Register& reg);

/// A window against the register it is part of: type, device, slot and leading dimension are the same, it
/// lies within, begins where windows may, and that register is no window. Nothing for other registers.
void check_window(const ProgramParts& parts, RegisterId id);

/// True if both are part of one register, are not the same, and have elements in common.
bool windows_overlap(const std::vector<Register>& registers, RegisterId a, RegisterId b);

/// Extents whose bytes can be counted.
void check_matrix(const MatrixParameter& matrix);

/// A command against what it names: queue and device, types, shapes, bounds, and the instruction's own check.
/// Every position in `command` must lie within its list.
void check_command(const ProgramParts& parts, const Command& command);

}  // namespace hg
