#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>
#include <vector>

#include <hg/runtime/program/program.hpp>

namespace hg {

/// @file
/// What the dependencies of a program say. The functions here are thread-safe, and throw Error{invalid_program}
/// if a command waits for one that does not come before it.

/// The seconds that each command takes with the target to itself; none for MARK and BAR. Linear in the number
/// of commands. Throws Error{invalid_argument} if the program does not fit the target, as simulate() does.
std::vector<double> seconds_alone(const Program& program, const Target& target);

/// For each command, the seconds from its start to the program's end along the longest chain of dependent
/// commands, each as long as it is alone. This is the classical priority of list scheduling (bottom level).
/// Linear in the numbers of commands and dependencies. Throws what seconds_alone() throws.
std::vector<double> priorities(const Program& program, const Target& target);

/// The longest chain of dependent commands, and how far the others are from it.
struct CriticalPath {
    double seconds = 0;               ///< from its first start to its last end
    std::vector<CommandId> commands;  ///< of the chain, from first to last
    /// Of each command: the seconds by which it alone can become longer before it lengthens the longest chain.
    /// 0 for those of the chain.
    std::vector<double> slack;
};

/// `seconds` holds the time of each command, for example end - start of a Simulation. Linear in the numbers of
/// commands and dependencies. Throws Error{invalid_argument} if `seconds` is not as long as the program.
CriticalPath critical_path(const Program& program, std::span<const double> seconds);
/// With the commands as long as they are alone on a target.
CriticalPath critical_path(const Program& program, const Target& target);

/// The independent parts of a program: commands of different parts never wait for each other, whatever lies
/// between them. Gives the part of each command; parts are numbered from 0 by their first commands. Linear in
/// the numbers of commands and dependencies, with about 100 bytes for each.
std::vector<std::uint32_t> independent_parts(const Program& program);

/// `to` waits for `from`.
struct Edge {
    CommandId from{};  ///< the earlier command
    CommandId to{};    ///< the later one
    friend bool operator==(const Edge&, const Edge&) = default;
};

/// The most commands of a program that transitive_reduction() and print_dot() take.
inline constexpr std::size_t kMostReduced = 32768;

/// The fewest edges that order the commands as all dependencies do: those that no chain of others implies
/// (Aho, Garey and Ullman, SIAM Journal on Computing 1, 1972). Sorted by `to`, then `from`.
///
/// It is for pictures of small programs: n commands with d dependencies each take about n^2 (d + 1) steps and
/// n^2 / 8 bytes. Throws Error{invalid_argument} for more than kMostReduced commands.
std::vector<Edge> transitive_reduction(const Program& program);

/// A picture of a program in GraphViz's language DOT: each command as in the program's text, in the colour of
/// its kind of queue, and the edges of transitive_reduction(). Costs what that costs.
void print_dot(const Program& program, std::ostream& out);

}  // namespace hg
