#pragma once

#include <vector>

#include <hg/runtime/program/program.hpp>

namespace hg {

/// Returns the LDs and EXECs whose results nothing uses, in program order: no later command reads or stores a
/// register that they write, and none of these registers is resident. Registers count as a whole, so a
/// command that reads any window of one uses what is written to another.
std::vector<CommandId> unused_results(const Program& program);

}  // namespace hg
