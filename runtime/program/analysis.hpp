#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <hg/runtime/program/program.hpp>

namespace hg {

/// Lower bounds on the time of a program on a target, before any run. All in seconds.
struct Bounds {
    double critical_path = 0;  ///< the longest chain of dependent commands
    double flops = 0;          ///< the busiest device's EXECs alone
    double link_in = 0;        ///< the busiest device's LDs alone
    double link_out = 0;       ///< the busiest device's STs alone
    double staging = 0;        ///< all transfers at the host's copy rate; a shared load counts once
    double link_both = 0;      ///< the busiest device's transfers, at its rate of both directions
    double links_in = 0;       ///< all LDs at the rate of all links in
    double links_out = 0;      ///< all STs at the rate of all links out
    double links_both = 0;     ///< all transfers at the rate of all links

    /// Each bound with its name: "critical path", "flops", "link in", "link out", "staging", "link both",
    /// "links in", "links out", "links both".
    [[nodiscard]] std::array<std::pair<const char*, double>, 9> named() const;
    /// The largest bound and its name: no run is faster.
    [[nodiscard]] double best() const;
    [[nodiscard]] std::string limit() const;
};

Bounds bounds(const Program& program, const Target& target);

/// The commands of the longest chain, from first to last. The length of a chain is the time that its commands
/// take alone on the target.
std::vector<CommandId> critical_path(const Program& program, const Target& target);

/// For each command, the seconds from its start to the program's end along the longest chain. This is the
/// classical priority of list scheduling (bottom level).
std::vector<double> priorities(const Program& program, const Target& target);

}  // namespace hg
