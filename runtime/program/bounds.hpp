#pragma once

#include <array>
#include <string>
#include <utility>

#include <hg/runtime/program/program.hpp>

namespace hg {

/// Lower bounds on the time of a program on a target, before any run. All are in seconds.
struct Bounds {
    double critical_path = 0;  ///< the longest chain of dependent commands
    double flops = 0;          ///< EXECs of the busiest device; both EXEC queues share its compute units
    double link_in = 0;        ///< LDs of the busiest device
    double link_out = 0;       ///< STs of the busiest device
    double staging = 0;        ///< all transfers at the host's copy rate; a shared load counts once
    double link_both = 0;      ///< transfers of the busiest device, at its rate for both directions
    double links_in = 0;       ///< all LDs at the rate of all links in together
    double links_out = 0;      ///< all STs at the rate of all links out together
    double links_both = 0;     ///< all transfers at the rate of all links together

    /// Returns each bound with its name: "critical path", "flops", "link in", "link out", "staging", "link
    /// both", "links in", "links out", "links both".
    [[nodiscard]] std::array<std::pair<const char*, double>, 9> named() const;
    /// Returns the largest bound: no run is faster.
    [[nodiscard]] double best() const;
    /// Returns the name of the largest bound, as in named().
    [[nodiscard]] std::string limit() const;
};

/// Computes the bounds. Linear in the numbers of commands and dependencies. Throws what priorities() throws.
/// Thread-safe.
Bounds bounds(const Program& program, const Target& target);

}  // namespace hg
