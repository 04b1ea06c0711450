#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <hg/runtime/program/program_parts.hpp>

namespace hg {

/// The rules that apply to one part of a program on its own; parse() and verify() share them. The functions
/// named check_... throw Error{invalid_program}, which names the violated rule.

/// Returns true if neither extent is negative and the byte count of rows x cols elements of any type fits
/// into 63 bits.
constexpr bool extents_fit(std::int64_t rows, std::int64_t cols) noexcept {
    constexpr std::int64_t kMostElements = (std::int64_t{1} << 60) - 1;
    if (rows < 0 || cols < 0 || rows > kMostElements || cols > kMostElements) return false;
    return cols == 0 || rows <= kMostElements / cols;
}

/// Returns true if the tile lies within the matrix and has no negative extent.
constexpr bool lies_within(const HostTile& tile, const MatrixParameter& matrix) noexcept {
    return tile.rows >= 0 && tile.cols >= 0 && tile.row >= 0 && tile.col >= 0 &&
           tile.row <= matrix.rows - tile.rows && tile.col <= matrix.cols - tile.cols;
}

// These functions return a message about the first fault, or an empty string if there is none. ProgramBuilder
// shows the same messages.

/// A register must have at least one element, columns that do not overlap, and extents that fit into 31 bits,
/// as kernels require.
std::string register_fault(const Register& reg);
/// The register must have the type and the shape of the tile, and the tile must lie within its matrix.
std::string transfer_fault(const Register& reg, const HostTile& tile, const MatrixParameter& matrix);
/// The registers must be on the device and have the types of the instruction's operands, and no register may
/// overlap one that the instruction writes.
std::string exec_fault(const std::vector<Register>& registers, const Instruction& instruction,
                       std::span<const RegisterId> operands, DeviceIndex device);

/// Throws if register_fault() finds a fault.
void check_register(const Register& reg);

/// Checks a window: it must have the type, device, slot and leading dimension of the register of which it is
/// part, lie within that register and begin at a permitted element, and that register must not be a window
/// itself. Does nothing for other registers.
void check_window(const ProgramParts& parts, RegisterId id);

/// Returns true if the two are different, are part of the same register and have elements in common.
bool windows_overlap(const std::vector<Register>& registers, RegisterId a, RegisterId b);

/// Checks that the matrix's size in bytes fits into 63 bits.
void check_matrix(const MatrixParameter& matrix);

/// Checks a command against the objects that it names: queue and device, types, shapes, bounds, and the
/// instruction's own check. Every position in `command` must lie within its list.
void check_command(const ProgramParts& parts, const Command& command);

}  // namespace hg
