#pragma once

#include <string>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

namespace hgctl {

/// The operands of one launch: shapes of registers, and scalars.
struct KernelExample {
    std::vector<hg::Register> registers;
    std::vector<hg::ScalarValue> scalars;

    [[nodiscard]] hg::ExecShape shape() const { return {registers, scalars}; }
};

/// The options of an instruction's compiler as lines of its source: "#define TILE_M 64\n...". What cannot be said in a source is
/// `others`.
struct SourceOptions {
    std::string defines;
    std::string others;
};
SourceOptions source_options(const hg::Instruction& instruction);

/// A program in C that needs nothing but OpenCL and `source_file`, which holds the instruction's source behind its
/// source_options().defines. It builds the kernel for the first device, or the first with its argument in the name. It runs
/// `checked`, a small problem, on random matrices and compares a few elements with those of the host implementation, which is run
/// here. Then it times `timed` and prints the rates by the instruction's cost. Its exit status is 0 if all is well, else 1.
/// Throws hg::Error as the instruction's check does.
std::string kernel_program(const hg::Instruction& instruction, const KernelExample& checked,
                           const KernelExample& timed, const std::string& source_file);

}  // namespace hgctl
