#pragma once

#include <string>
#include <string_view>

#include <hg/runtime/program/target.hpp>

namespace hg {

/// Returns a machine as the text of a machine file: the line `hg machine 1`, then the statements `machine`,
/// `delays` and `device` of docs/reference/program-text.md, as a program's text contains them.
std::string print_machine(const Target& target);

/// Reads what print_machine() writes. Figures that are left out have their defaults. Throws
/// Error{invalid_program} with context().line for every error, and if there is no device. Any bytes are safe.
Target parse_machine(std::string_view text);

}  // namespace hg
