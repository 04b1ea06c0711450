#pragma once

#include <functional>
#include <string_view>

#include <hg/runtime/program/text.hpp>

namespace hg {

/// Makes an instruction of the line that declares it, `instruction NAME from ...`, and that line's number.
using InstructionMaker = std::function<InstructionPtr(std::string_view line, int number)>;

/// parse(). Instructions without a declaration come from `find`, others from `make`.
Program parse_text(std::string_view text, const InstructionLookup& find, const InstructionMaker& make);

}  // namespace hg
