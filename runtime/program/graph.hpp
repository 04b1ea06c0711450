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
/// A program and a simulated run of it as a graph that people can look at: fewer edges, what held up the run, and
/// commands folded into phases. Everything here is thread-safe. It throws Error{invalid_program} if a command
/// waits for one that does not come before it, and Error{invalid_argument} if a simulation or a list is not as
/// long as the program.

/// For each of the program's dependencies, by its position in ProgramParts::dependencies: true if commands run in
/// the same order without it. Others imply it, together with what queues do anyway: the commands of a queue begin
/// in order, and an EXEC begins after the EXECs before it in its queue have ended. All of them may be left out
/// together. Of equal dependencies one is needed at most.
///
/// It takes steps in proportion to the commands and dependencies for each queue that has commands, and 20 bytes a
/// command.
std::vector<bool> implied_dependencies(const Program& program);

/// What held up a simulated run.
struct CriticalChain {
    /// From first to last. Each begins when the one before it ends: it waits for that one, or for its turn in a
    /// queue. The last ends with the run.
    std::vector<CommandId> commands;
    /// Of each command: the seconds by which it may end later before the run takes longer. All others are taken
    /// to last as long as they did. 0 for those of the chain.
    std::vector<double> slack;
};

/// Unlike critical_path() it counts the turns of queues, so that the chain explains the whole run. Linear in the
/// numbers of commands and dependencies.
CriticalChain critical_chain(const Program& program, const Simulation& simulation);

/// Commands that follow each other in program order.
struct Phase {
    std::string name;         ///< for people
    std::uint32_t first = 0;  ///< its first command
    std::uint32_t count = 0;  ///< of its commands, at least one
};

/// Divides a program at its MARKs and BARs: each ends a phase and gives it its name; those that follow each other
/// end one together. What comes after the last is a phase called "end". A program without MARK and BAR is divided
/// evenly. There are `most` phases at most, at least 1: neighbours are joined if there would be more.
std::vector<Phase> phases(const Program& program, std::size_t most);

/// Each command as a phase of its own.
std::vector<Phase> single_commands(const Program& program);

/// What a queue does in one phase.
struct PhaseNode {
    std::uint32_t phase = 0;                ///< position among the phases
    QueueId queue;                          ///< whose commands they are
    CommandId first{};                      ///< of its commands
    std::array<std::size_t, 5> commands{};  ///< by Operation
    double begin = 0;                       ///< the first start, seconds
    double end = 0;                         ///< the last end
    double busy = 0;                        ///< the sum of its commands' times
    double slack = 0;                       ///< the least of its commands'
    bool critical = false;                  ///< a command of the critical chain is among them

    /// Of all kinds.
    [[nodiscard]] std::size_t count() const noexcept;
};

/// One or several dependencies between the commands of two nodes.
struct PhaseEdge {
    std::uint32_t from = 0;        ///< position among the nodes
    std::uint32_t to = 0;          ///< likewise
    std::size_t dependencies = 0;  ///< that it stands for
    Dependency example;            ///< the first of them
    bool critical = false;         ///< two commands of the critical chain follow each other by it
};

/// A program folded by phases. Nodes and edges of what the picture of a program shows.
struct PhaseGraph {
    std::vector<PhaseNode> nodes;  ///< by phase, then by queue
    std::vector<PhaseEdge> edges;  ///< by `to`, then by `from`
};

/// Folds a program: a node for each phase and queue that has commands in it, and the dependencies between nodes
/// that `implied` does not have. `phases` covers the program.
PhaseGraph fold(const Program& program, const std::vector<Phase>& phases, const Simulation& simulation,
                const CriticalChain& chain, const std::vector<bool>& implied);

}  // namespace hg
