#pragma once

#include <string>
#include <vector>

#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hgctl {

/// The simulated time of a program on a machine that is better in one respect.
struct Gain {
    std::string name;     ///< "kernels twice as fast"
    double makespan = 0;  ///< seconds
};

/// Best first.
void sort_gains(std::vector<Gain>& gains);

/// What would help, best first. Memory is doubled, and its plan made again, if a device's slots take more than
/// half of what it has.
std::vector<Gain> gains(const hg::Program& program, const hg::Target& target);

}  // namespace hgctl
