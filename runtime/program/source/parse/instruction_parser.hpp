#pragma once

#include "runtime/program/source/parse/parse_state.hpp"

namespace hg::source {

/// instruction NAME from "FILE" (X: read f32, ...; a: f32), with the lines below that belong to it. The word
/// `instruction` has been read. Adds it to the tree's lists.
InstructionStatement parse_instruction(ParseState& state);

/// The position of what EXEC names, among the tree's names of instructions.
std::uint32_t instruction_position(ParseState& state, const Token& name);

}  // namespace hg::source
