#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

namespace hg {

/// One argument of an OpenCL kernel, as a driver reports it or as a source declares it.
struct KernelArgument {
    std::string name;       ///< may be empty
    std::string type;       ///< without qualifiers and spaces, such as "float4*"
    std::string space;      ///< address space of a pointer: "global", "constant" or "local"; empty: unknown
    bool is_const = false;  ///< a pointer to const
};

/// The declaration of a kernel in OpenCL C.
struct KernelSignature {
    std::string name;
    int line = 0;  ///< 1-based
    std::vector<KernelArgument> arguments{};
};

/// Returns the kernels that a source defines, in its order. Reads the text alone: it knows no macros, so
/// kernels that macros define are missing, and types may be names of macros.
std::vector<KernelSignature> kernel_signatures(std::string_view source);

/// Returns the kernel of an instruction as its source declares it. None if its text alone cannot tell: there
/// is no such kernel, there are several, or it has another number of arguments than the instruction.
std::optional<KernelSignature> signature_in_source(const Instruction& instruction);

/// Returns the number of arguments of an instruction's kernel by the calling convention.
std::size_t kernel_argument_count(const Instruction& instruction);

/// Compares a kernel's arguments with those that the calling convention derives from an instruction's
/// operands and scalars. Returns what is wrong with the first argument that does not fit: "argument 1 (X) of
/// kernel axpy of instruction axpy is double*; ...". Empty if all fit. Names of types that the source defines
/// fit any type. For an instruction from a file, pointers are compared with the declared access, too: they
/// must be to const for read, else not to const, and in global memory. There must be kernel_argument_count()
/// arguments.
std::string signature_fault(const Instruction& instruction, const std::vector<KernelArgument>& arguments);

}  // namespace hg
