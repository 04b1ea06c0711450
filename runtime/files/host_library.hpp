#pragma once

#include <functional>
#include <string>

#include <hg/runtime/program/instruction.hpp>

namespace hg {

/// What a function of a library in C has: `void saxpy(const hg_operand* operands, const hg_number* scalars)`,
/// whose structures are HostOperand and ScalarValue. docs/reference/program-text.md shows them in C.
using HostFunction = void(const HostOperand* operands, const ScalarValue* scalars);

/// SourceLibrary::host for shared objects in `folder`: the paths of a source are relative to it, or absolute.
/// A library is loaded by the first call and stays as long as an instruction holds its function, so that
/// nothing of it runs before. That call throws Error{io} if the library or the function is not there, and if
/// users other than this one and root can change the library: open_trusted() has the rule. Thread-safe.
std::function<std::function<void(const HostCall&)>(const std::string& library, const std::string& entry)>
host_library_loader(std::string folder);

}  // namespace hg
