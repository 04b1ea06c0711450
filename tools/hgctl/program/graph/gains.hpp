#pragma once

#include <string>
#include <vector>

#include "tools/hgctl/program/program_file.hpp"
#include "tools/hgctl/program/target_model.hpp"

namespace hgctl {

/// The simulated time if the machine or the program is better in one respect.
struct Gain {
    std::string name;     ///< "kernels twice as fast"
    double makespan = 0;  ///< seconds
};

/// What would help, best first: a better machine, and other values of a source's parameters. Memory is
/// doubled, and its plan made again, if a device's slots take more than half of what it has.
std::vector<Gain> gains(const ProgramFile& file, const ReadProgram& read, const TargetRates& rates);

}  // namespace hgctl
