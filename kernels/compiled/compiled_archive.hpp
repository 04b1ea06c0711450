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

/// The kernels of kernels/compiled/*.tar.xz, built into the library. What they point to lives as long as the
/// process.
std::vector<ArchivedKernel> compiled_archive();

}  // namespace hg::kernels
