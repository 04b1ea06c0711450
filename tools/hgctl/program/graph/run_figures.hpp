#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/hgctl/program/graph/simulated_program.hpp"
#include <hg/runtime/program/analysis.hpp>

namespace hgctl {

/// What some commands of a simulated run come to. Seconds.
struct WorkFigures {
    std::string name;
    std::size_t commands = 0;
    double busy = 0;      ///< the sum of their times
    double on_chain = 0;  ///< of those on the critical chain
};

/// By instruction, by matrix for LD and ST, MARK and BAR; what is longest on the chain comes first.
std::vector<WorkFigures> figures_by_kind(const SimulatedProgram& program);

/// By queue, for those that have commands.
std::vector<WorkFigures> figures_by_queue(const SimulatedProgram& program);

/// Commands by their slack.
struct SlackHistogram {
    /// Upper ends of the bins as shares of the makespan. The first bin has the commands without slack.
    static constexpr std::array<double, 6> kUpTo{1e-9, 1e-3, 1e-2, 0.1, 0.5, 1};
    std::array<std::size_t, kUpTo.size()> commands{};
};

SlackHistogram slack_histogram(const SimulatedProgram& program);

/// Commands under way over time; MARK and BAR take none.
struct RunWidth {
    double mean = 0;
    std::size_t most = 0;
    std::vector<double> over_time;  ///< the mean in equal parts of the run
};

RunWidth run_width(const SimulatedProgram& program, std::size_t parts);

/// Memory of one device, in bytes.
struct MemoryFigures {
    std::int64_t planned = 0;   ///< all slots
    std::int64_t capacity = 0;  ///< what the device has
    std::int64_t alive = 0;     ///< of registers in use at once, at most
};

std::vector<MemoryFigures> memory_by_device(const SimulatedProgram& program);

/// How many dependencies could be left out.
struct DependencyFigures {
    std::size_t all = 0;
    std::size_t implied = 0;
    std::size_t asked_for = 0;  ///< through MARK or without a reason; those of BAR follow from what it is
    /// Those of them that are implied, in program order.
    std::vector<hg::Edge> asked_for_in_vain;
};

DependencyFigures dependency_figures(const hg::Program& program);

}  // namespace hgctl
