#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <hg/runtime/program/command.hpp>
#include <hg/runtime/program/location.hpp>
#include <hg/runtime/program/program_parts.hpp>

namespace hg {

// The approximate host memory that a program takes while it is built and verified, as measured: its lists,
// the spare capacity that they grow into, and the data of the memory plan, the dependencies and the search
// for conflicts.

inline constexpr double kBytesOfCommand = 200;
inline constexpr double kBytesOfRegister = 2 * (sizeof(Register) + sizeof(SlotId));
inline constexpr double kBytesOfOperand = 2 * sizeof(RegisterId);
inline constexpr double kBytesOfScalar = 2 * sizeof(Scalar);
inline constexpr double kBytesOfDependency = 2 * sizeof(Dependency);
inline constexpr double kBytesOfName = 2 * sizeof(std::string);

/// The most host memory that a program built from a text or a source may take: 1 GiB.
inline constexpr double kMostProgramBytes = 1 << 30;

/// The limit on the dependencies of any program, including explicit ones: 0.8 GB.
inline constexpr std::size_t kMostDependencies = std::size_t{1} << 26;

/// "take about 20.0 GB of memory, more than the 1.1 GB that a program may take"
inline std::string too_many_bytes(double bytes, double most) {
    const auto gigabytes = [](double count) {
        const auto tenths = static_cast<std::int64_t>(count / 1e8 < 1e15 ? count / 1e8 + 0.5 : 1e15);
        return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GB";
    };
    return "take about " + gigabytes(bytes) + " of memory, more than the " + gigabytes(most) +
           " that a program may take";
}

/// Returns the message if a program exceeds these limits; empty if it does not.
inline std::string too_large(const ProgramParts& parts) {
    const auto bytes = [](const auto& list, double each) { return static_cast<double>(list.size()) * each; };
    const double total = bytes(parts.commands, kBytesOfCommand) + bytes(parts.registers, kBytesOfRegister) +
                         bytes(parts.operands, kBytesOfOperand) +
                         bytes(parts.scalar_operands, kBytesOfScalar) +
                         bytes(parts.dependencies, kBytesOfDependency) + bytes(parts.names, kBytesOfName);
    if (total <= kMostProgramBytes) return {};
    return std::to_string(parts.commands.size()) + " commands, " + std::to_string(parts.registers.size()) +
           " registers and " + std::to_string(parts.dependencies.size()) + " dependencies up to here " +
           too_many_bytes(total, kMostProgramBytes);
}

}  // namespace hg
