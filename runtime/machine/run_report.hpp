#pragma once

#include <span>
#include <string>
#include <vector>

#include <hg/runtime/machine/lane.hpp>
#include <hg/runtime/machine/observer.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// How a part of the machine was used in a run: a lane of one device, or something that all devices share.
struct PartUse {
    std::string name;  ///< of a lane, or "copies", "links in", "links out", "links" of all devices together
    int device = -1;   ///< -1 for all devices together
    double busy = 0;   ///< seconds in which any of its work was under way
    double bytes = 0;  ///< moved
    double flops = 0;  ///< done
    double at_limit = 0;  ///< seconds that the same work takes at the target's rate; 0 if the target has none

    /// Share of the run in which this part was busy.
    [[nodiscard]] double use(double seconds) const noexcept { return seconds > 0 ? busy / seconds : 0; }
    /// Share of the target's rate that was reached while it was busy; 0 if the target has no rate.
    [[nodiscard]] double of_limit() const noexcept { return busy > 0 ? at_limit / busy : 0; }
};

/// What a run did with its time.
struct RunReport {
    double seconds = 0;  ///< of the whole run
    double startup = 0;  ///< seconds before the first kernel began; 0 if there is no kernel
    double drain = 0;    ///< seconds after the last kernel ended; likewise
    /// How well work of different lanes was done at the same time: 0 if one thing was done at a time, 1 if on
    /// each device everything was hidden behind its busiest lane. It is (S - U) / (S - M), summed over
    /// devices. S is the sum of the lanes' busy times, U the time in which any lane was busy, M the busy time
    /// of the busiest lane.
    double overlap = 1;
    std::vector<PartUse> parts;  ///< devices by position, their lanes in order; then what they share
    /// One line: which part came nearest to its limit, how near, and for how long.
    std::string verdict;
    /// What its instructions say of themselves (Instruction::note), such as how accurate their results are. Each once.
    std::vector<std::string> notes{};
};

/// The report of a run of `program` that took `seconds`. If the target lacks devices of the program, the
/// program's own are used. Rates of 1e30 and above count as none.
RunReport run_report(const Program& program, const Target& target, std::span<const Interval> intervals,
                     double seconds);

}  // namespace hg
