#pragma once

#include <cstdint>
#include <string>

#include "kernels/element_source.hpp"
#include <hg/runtime/program/instruction.hpp>

/// What the instructions of unit_lower.cl share.
namespace hg::kernels {

/// The largest triangle that unit_lower.cl takes.
inline constexpr std::int64_t kLargestLowerUnit = 512;

inline constexpr std::int64_t kUnitLowerItems = 256;
inline constexpr std::int64_t kUnitLowerColumns = 2;  ///< of a work-group

/// Sets source, build options, needs and a geometry that covers the columns of operand `operand`.
inline void use_unit_lower_source(Instruction& i, ElementType type, std::size_t operand) {
    constexpr std::int64_t kBlock = 16;
    i.source = source_for_elements("unit_lower.cl");
    i.build_options = element_options(type) + define("ITEMS", kUnitLowerItems) +
                      define("COLUMNS", kUnitLowerColumns) + define("LARGEST", kLargestLowerUnit);
    i.needs.work_group = kUnitLowerItems;
    i.needs.local_memory = (kLargestLowerUnit * kUnitLowerColumns + kBlock * kBlock) * size_of(type);
    i.geometry = [operand](const ExecShape& shape) {
        const std::int64_t groups =
            (shape.registers[operand].cols + kUnitLowerColumns - 1) / kUnitLowerColumns;
        return Geometry{{static_cast<std::size_t>(groups * kUnitLowerItems), 1, 1}, {kUnitLowerItems, 1, 1}};
    };
}

/// Seconds of a work-group for `rows` rows, on an H200.
inline double unit_lower_seconds(double rows) {
    return 6e-6 + 60e-9 * rows;
}

}  // namespace hg::kernels
