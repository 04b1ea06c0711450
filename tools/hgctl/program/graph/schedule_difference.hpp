#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace hgctl {

/// A run of a program: simulated, or measured.
struct ProgramRun {
    std::string name;  ///< for people
    const hg::Program& program;
    const hg::Simulation& run;
};

/// The same command in two runs.
struct CommandPair {
    hg::CommandId first{};
    hg::CommandId second{};
};

/// How two runs differ.
struct ScheduleDifference {
    std::size_t matched = 0;  ///< commands that both have
    std::size_t only_first = 0;
    std::size_t only_second = 0;
    std::size_t apart = 0;               ///< of those that both have: they start at other times
    std::optional<CommandPair> parting;  ///< the first of these, in the first run
};

/// Commands of two programs are the same if their texts are, without registers and slots: the operation, the queue,
/// and the tile or the instruction or the mark's name. Of several such, the i-th of one is the i-th of the other.
/// Devices count if both programs have as many. Commands start at other times if these differ by more than
/// `share` of the longer run.
ScheduleDifference difference(const ProgramRun& first, const ProgramRun& second, double share);

/// Seconds in which a queue has a command under way.
double busy_seconds(const ProgramRun& run, hg::QueueId queue);

}  // namespace hgctl
