#pragma once

#include <array>
#include <string>
#include <utility>

#include <hg/runtime/program/program.hpp>

namespace hg {

/// Lower bounds on the time of a program on a target, before any run. All in seconds.
struct Bounds {
    double critical_path = 0;  ///< the longest chain of dependent commands
    double flops = 0;          ///< the busiest device's EXECs alone; those of both queues share its units
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
    /// The largest bound: no run is faster.
    [[nodiscard]] double best() const;
    /// The name of the largest bound, as in named().
    [[nodiscard]] std::string limit() const;
};

/// Linear in the numbers of commands and dependencies. Throws what priorities() throws. Thread-safe.
Bounds bounds(const Program& program, const Target& target);

}  // namespace hg
