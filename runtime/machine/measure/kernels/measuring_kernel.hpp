#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/program/base/instruction_parts.hpp"
#include <hg/runtime/program/error.hpp>

/// Common parts of the instructions that measure a device.
namespace hg {

/// Returns the text of a file in this folder, which is built into the library; empty if there is no such
/// file.
std::string_view measuring_source(std::string_view file) noexcept;

/// Throws Error{invalid_argument} unless the parameters of a kernel are valid.
inline void require_parameters(bool good, const std::string& kernel, std::string_view needed) {
    if (!good) throw Error(ErrorCode::invalid_argument, kernel + ": " + std::string(needed));
}

/// Returns an instruction whose work-groups have `items` work-items, with the kernel `entry` from a file in
/// this folder.
inline Instruction measuring_instruction(const std::string& name, const std::string& entry,
                                         std::string_view file, std::int64_t items) {
    Instruction i;
    i.name = name;
    i.entry = entry;
    i.source = measuring_source(file);
    i.build_options = "-DITEMS=" + std::to_string(items) + " ";
    i.needs.work_group = items;
    return i;
}

}  // namespace hg
