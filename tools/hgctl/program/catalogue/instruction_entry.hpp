#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

namespace hgctl {

/// An instruction as the catalogue shows it.
struct InstructionEntry {
    hg::InstructionPtr instruction;
    /// In the words of sources, over rows(X) and cols(X) of the operands. Empty without a short formula.
    std::string groups;  ///< work-groups, or work-items if the driver chooses the groups
    std::string flops;
    std::string bytes;
    /// The work-items of a work-group: "64 x 4", or "the driver's choice". Empty if the shapes decide.
    std::string items;
};

InstructionEntry entry_of(const hg::InstructionPtr& instruction);

/// "A: read f64, C: read_write f64"
std::string operands_text(const hg::Instruction& instruction);
/// "alpha: f64, beta: f64"
std::string scalars_text(const hg::Instruction& instruction);
/// The operands and scalars as an EXEC names them: "EXEC scale_f64 C ; $beta".
std::string exec_text(const hg::Instruction& instruction);

/// "64 x 4", without the ones at the end.
std::string extents_text(const std::array<std::size_t, 3>& extents);

}  // namespace hgctl
