#pragma once

#include <span>
#include <string>
#include <vector>

#include <hg/runtime/machine/lane.hpp>
#include <hg/runtime/machine/observer.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// How a run used a part of the machine: a lane of one device, or something that all devices share.
struct PartUse {
    /// Name of a lane; or "copies", "links in", "links out" or "links" of all devices together.
    std::string name;
    int device = -1;   ///< -1 for all devices together
    double busy = 0;   ///< seconds in which any of its work was in flight
    double bytes = 0;  ///< bytes moved
    double flops = 0;  ///< flops done
    /// Seconds that the same work takes at the target's rate; 0 if the target has no rate.
    double at_limit = 0;
    bool measured = false;  ///< that rate was measured; a guess tells no share of it

    /// Returns the share of the run in which this part was busy.
    [[nodiscard]] double use(double seconds) const noexcept { return seconds > 0 ? busy / seconds : 0; }
    /// Returns the share of the target's rate that was reached while the part was busy; 0 if the target has
    /// no rate. It means something if has_share().
    [[nodiscard]] double of_limit() const noexcept { return busy > 0 ? at_limit / busy : 0; }
    /// Returns true if the part's rate is known: it was measured, and the run does not contradict it by being
    /// faster. A tenth is noise.
    [[nodiscard]] bool has_share() const noexcept { return measured && at_limit > 0 && of_limit() <= 1.1; }
};

/// Where the time of a run went.
struct RunReport {
    double seconds = 0;  ///< seconds of the whole run
    double startup = 0;  ///< seconds before the first kernel began; 0 if there is no kernel
    double drain = 0;    ///< seconds after the last kernel ended; 0 if there is no kernel
    /// How well the work of different lanes overlapped: 0 if only one lane was busy at a time, 1 if on each
    /// device all other work was hidden behind the busiest lane. It is (S - U) / (S - M), summed over
    /// devices. S is the sum of the lanes' busy times, U is the time in which any lane was busy, and M is the
    /// busy time of the busiest lane.
    double overlap = 1;
    std::vector<PartUse> parts;  ///< devices by position, with their lanes in order; then what they share
    /// One line: the part that came nearest to its limit, how near, and for how long. If its rate was not
    /// measured, the line says so instead of how near.
    std::string verdict;
    /// What the program's instructions report about themselves (Instruction::note), such as the accuracy of
    /// their results. Each note appears once.
    std::vector<std::string> notes{};
    /// Why the run failed, in one line that names the device; empty if it succeeded. Other devices may have
    /// finished the call in later runs.
    std::string failure{};
};

/// Returns the report of a run of `program` that took `seconds`. If the target lacks devices of the program,
/// the program's own target is used. Rates of 1e30 and above count as no rate.
RunReport run_report(const Program& program, const Target& target, std::span<const Interval> intervals,
                     double seconds);

}  // namespace hg
