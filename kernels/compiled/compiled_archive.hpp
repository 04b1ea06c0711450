#pragma once

#include <string_view>
#include <vector>

namespace hg::kernels {

/// A kernel that ships compiled.
struct ArchivedKernel {
    std::string_view digest;       ///< SHA-256 of its build options, a line end and its source
    std::string_view instruction;  ///< the name of the instruction that it was compiled of
    std::string_view kind;         ///< of the devices and drivers that take it, as CompiledKernel has it
    std::string_view binary;       ///< the device's own code
};

/// Reads what unpack.py writes: a line `DIGEST BYTES INSTRUCTION KIND` for each kernel, followed by that many
/// bytes. The result points into `content`.
std::vector<ArchivedKernel> read_archive(std::string_view content);

/// The kernels that were built into the library; see kernels/compiled/unpack.py. The views are valid until
/// the process exits.
std::vector<ArchivedKernel> compiled_archive();

}  // namespace hg::kernels
