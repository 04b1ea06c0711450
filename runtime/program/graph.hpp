#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace hg {

/// @file
/// A program and a simulated run of it as a graph for people to look at: fewer edges, the critical chain of
/// the run, and commands folded into phases. Everything here is thread-safe. It throws Error{invalid_program}
/// if a command waits for a command that does not precede it, and Error{invalid_argument} if a simulation or
/// a list is not as long as the program.

/// Returns, for each of the program's dependencies (by position in ProgramParts::dependencies), true if the
/// commands run in the same order without it. Other dependencies then imply it, together with the rules of
/// queues: the commands of a queue start in order, and an EXEC starts after the preceding EXECs in its queue
/// have completed. You may leave out all implied dependencies together. Of equal dependencies at most one is
/// needed.
///
/// The number of steps is proportional to the commands and dependencies for each queue that has commands. It
/// takes 20 bytes per command.
std::vector<bool> implied_dependencies(const Program& program);

/// The chain of commands that determined the length of a simulated run.
struct CriticalChain {
    /// From first to last. Each command begins when the previous one completes: it waits for that command, or
    /// for its turn in a queue. The run ends with the last command.
    std::vector<CommandId> commands;
    /// For each command: the seconds by which it may complete later before the run takes longer, provided
    /// that all other commands take as long as they did. 0 for commands of the chain.
    std::vector<double> slack;
};

/// Finds the critical chain of a run. Unlike critical_path(), it includes waiting for turns in queues, so the
/// chain explains the whole run. Linear in the numbers of commands and dependencies.
CriticalChain critical_chain(const Program& program, const Simulation& simulation);

/// Consecutive commands in program order.
struct Phase {
    std::string name;         ///< a readable name
    std::uint32_t first = 0;  ///< its first command
    std::uint32_t count = 0;  ///< number of its commands, at least one
};

/// Divides a program at its MARKs and BARs. Each of them ends a phase and gives the phase its name;
/// consecutive ones end one phase together. The commands after the last one form a phase called "end". A
/// program without MARK and BAR is divided evenly. There are at most `most` phases (`most` >= 1): neighbours
/// are joined if there would be more.
std::vector<Phase> phases(const Program& program, std::size_t most);

/// Returns each command as a phase of its own.
std::vector<Phase> single_commands(const Program& program);

/// The commands of a queue in one phase.
struct PhaseNode {
    std::uint32_t phase = 0;                ///< position among the phases
    QueueId queue;                          ///< the queue of the commands
    CommandId first{};                      ///< the first of its commands
    std::array<std::size_t, 5> commands{};  ///< numbers of commands, by Operation
    double begin = 0;                       ///< the first start, in seconds
    double end = 0;                         ///< the last end
    double busy = 0;                        ///< the sum of its commands' times
    double slack = 0;                       ///< the least slack of its commands
    bool critical = false;                  ///< it contains a command of the critical chain

    /// Returns the number of commands of all kinds.
    [[nodiscard]] std::size_t count() const noexcept;
};

/// One or more dependencies between the commands of two nodes.
struct PhaseEdge {
    std::uint32_t from = 0;        ///< position among the nodes
    std::uint32_t to = 0;          ///< position among the nodes
    std::size_t dependencies = 0;  ///< number of dependencies that it represents
    Dependency example;            ///< the first of them
    bool critical = false;         ///< it connects two consecutive commands of the critical chain
};

/// A program folded by phases: the nodes and edges that the picture of a program shows.
struct PhaseGraph {
    std::vector<PhaseNode> nodes;  ///< by phase, then by queue
    std::vector<PhaseEdge> edges;  ///< by `to`, then by `from`
};

/// Folds a program: one node for each phase and queue that has commands in it, and the dependencies between
/// nodes that are not in `implied`. `phases` must cover the program.
PhaseGraph fold(const Program& program, const std::vector<Phase>& phases, const Simulation& simulation,
                const CriticalChain& chain, const std::vector<bool>& implied);

}  // namespace hg
