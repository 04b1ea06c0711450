#pragma once

#include <functional>
#include <string>

#include <hg/runtime/program/instruction.hpp>

namespace hg {

/// The type of a function of a C library: `void saxpy(const hg_operand* operands, const hg_number* scalars)`,
/// whose structures are HostOperand and ScalarValue. docs/reference/program-text.md shows them in C.
using HostFunction = void(const HostOperand* operands, const ScalarValue* scalars);

/// Returns SourceLibrary::host for shared objects in `folder`: the paths of a source are absolute or relative
/// to it. The first call loads a library, so none of its code runs earlier; it stays loaded as long as an
/// instruction holds its function. The first call throws Error{io} if the library or the function is missing,
/// or if users other than this one and root can change the library, by the rules of open_trusted().
/// Thread-safe.
std::function<std::function<void(const HostCall&)>(const std::string& library, const std::string& entry)>
host_library_loader(std::string folder);

}  // namespace hg
