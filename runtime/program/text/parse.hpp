#pragma once

#include <functional>
#include <string_view>

#include <hg/runtime/program/text.hpp>

namespace hg {

/// Makes an instruction from the line that declares it, `instruction NAME from ...`, and from that line's
/// number.
using InstructionMaker = std::function<InstructionPtr(std::string_view line, int number)>;

/// Implements parse(). `find` supplies instructions without a declaration, and `make` the others.
Program parse_text(std::string_view text, const InstructionLookup& find, const InstructionMaker& make);

}  // namespace hg
