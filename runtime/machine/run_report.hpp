#pragma once

#include <span>
#include <string>
#include <vector>

#include "runtime/machine/lane.hpp"
#include "runtime/machine/observer.hpp"
#include "runtime/program/program.hpp"
#include "runtime/program/target.hpp"

namespace hg {

/// How a part of the machine was used in a run: a lane of one device, or what all devices share.
struct PartUse {
    std::string name;     ///< a lane's, or "copies", "links in", "links out", "links" of all devices together
    int device = -1;      ///< -1 for all devices together
    double busy = 0;      ///< seconds in which any of its work was under way
    double bytes = 0;     ///< moved
    double flops = 0;     ///< done
    double at_limit = 0;  ///< seconds that this takes at the rate the target gives; 0 where it gives none

    /// Share of the run in which it was busy.
    [[nodiscard]] double use(double seconds) const noexcept { return seconds > 0 ? busy / seconds : 0; }
    /// Share of the target's rate while it was busy; 0 where the target gives none.
    [[nodiscard]] double of_limit() const noexcept { return busy > 0 ? at_limit / busy : 0; }
};

/// What a run did with its time.
struct RunReport {
    double seconds = 0;
    double startup = 0;  ///< seconds before the first kernel began; 0 where there is none
    double drain = 0;    ///< seconds after the last kernel ended; likewise
    /// How well work of different lanes was done at the same time: 0 where there was one thing at a time, 1
    /// where on each device everything was hidden behind its busiest lane. With S the sum of the lanes' busy
    /// times, U the time in which any was busy and M the busiest one's: (S - U) / (S - M), summed over
    /// devices.
    double overlap = 1;
    std::vector<PartUse> parts;  ///< devices by position, their lanes in order; then what they share
    /// One line: which part came nearest to its limit, how near, and for how long.
    std::string verdict;
};

/// The report of a run of `program` that took `seconds`. A target that lacks devices of the program has the
/// program's own; rates of 1e30 and above count as none.
RunReport run_report(const Program& program, const Target& target, std::span<const Interval> intervals,
                     double seconds);

}  // namespace hg
