#pragma once

#include <string>
#include <vector>

namespace hgctl {

/// What became of kernels that were asked for by name.
struct NamedKernels {
    std::string device;                 ///< its name
    std::vector<std::string> compiled;  ///< instructions
    std::vector<std::string> faults;    ///< why others were not compiled, each beginning with the instruction
    double seconds = 0;
};

/// Compiles the kernels of instructions on one device, from their sources even if they ship compiled, and
/// keeps them in the cache folder. `device` is as HG_DEVICES; empty: as one_device() chooses.
NamedKernels compile_kernels(const std::vector<std::string>& names, const std::string& device);

}  // namespace hgctl
