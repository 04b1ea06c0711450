#pragma once

#include <string>
#include <vector>

#include <hg/runtime/program/instruction.hpp>
#include <hg/runtime/program/target.hpp>

namespace hgctl {

/// What a machine's first device may run: the instructions in the programs of all routines, with the shipped
/// kernels for it, and those of the catalogue whose needs it meets. Sorted by name, without host-only ones.
std::vector<hg::InstructionPtr> instructions_for(const hg::Target& machine);

/// Writes each kernel, and the kernels of its guards, to `folder`/NAME.cl behind a first line
/// `// kernel ENTRY, build options: ...`. Throws hg::Error{io}.
void write_sources(const std::vector<hg::InstructionPtr>& instructions, const std::string& folder);

}  // namespace hgctl
