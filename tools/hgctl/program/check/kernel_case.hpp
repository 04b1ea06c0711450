#pragma once

#include <map>
#include <string>
#include <vector>

#include <hg/runtime/program/instruction.hpp>
#include <hg/runtime/program/program.hpp>

namespace hgctl {

/// An instruction with operands and scalars as an EXEC of a program gives them.
struct KernelCase {
    hg::InstructionPtr instruction;
    std::vector<hg::Register> shapes;      ///< of the operands; only types, rows and columns count
    std::vector<hg::ScalarValue> scalars;  ///< in the instruction's order

    /// "X 250x100, Y 250x100; a 1.5"
    [[nodiscard]] std::string text() const;
    /// The position of the operand of this name, or the number of operands if there is none.
    [[nodiscard]] std::size_t operand(const std::string& name) const;
};

/// Values of a program's scalars, by name.
using ScalarValues = std::map<std::string, hg::ScalarValue>;

/// The different operands with which a program runs each instruction whose kernel is in a file: of each
/// instruction at most `most`, the smallest first. A scalar of the program without a value is 1.5, or 2 where
/// the instruction takes an integer.
std::vector<KernelCase> kernel_cases(const hg::Program& program, const ScalarValues& scalars,
                                     std::size_t most);

}  // namespace hgctl
