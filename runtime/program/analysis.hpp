#pragma once

#include <string>
#include <vector>

#include "runtime/program/program.hpp"

namespace hg {

/// What limits a program on a target, before any run.
struct Bounds {
    double critical_path = 0;  ///< seconds: the longest chain of dependent commands
    double flops = 0;          ///< seconds: the busiest device's EXECs alone
    double link_in = 0;        ///< seconds: the busiest device's LDs alone
    double link_out = 0;       ///< seconds: the busiest device's STs alone
    double staging = 0;        ///< seconds: all transfers at the host's copy rate

    /// The largest of them, and its name: no run is faster.
    [[nodiscard]] double best() const;
    [[nodiscard]] std::string limit() const;  ///< "critical path", "flops", "link in", "link out", "staging"
};

Bounds bounds(const Program& program, const Target& target);

/// The commands of the longest chain, first to last, weighted by what each takes alone on the target.
std::vector<CommandId> critical_path(const Program& program, const Target& target);

/// For each command the seconds from its start to the program's end along the longest chain: the classical
/// list scheduling priority (bottom level).
std::vector<double> priorities(const Program& program, const Target& target);

}  // namespace hg
