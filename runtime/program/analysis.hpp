#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>
#include <vector>

#include <hg/runtime/program/program.hpp>

namespace hg {

/// @file
/// Analyses of a program's dependencies. The functions here are thread-safe. They throw
/// Error{invalid_program} if a command waits for a command that does not precede it.

/// Returns the seconds that each command takes with the target to itself; zero for MARK and BAR. Linear in
/// the number of commands. Throws Error{invalid_argument} if the program does not fit the target, as
/// simulate() does.
std::vector<double> seconds_alone(const Program& program, const Target& target);

/// Returns, for each command, the seconds from its start to the program's end along the longest chain of
/// dependent commands, each taking as long as it does alone. This is the classical priority of list
/// scheduling (bottom level). Linear in the numbers of commands and dependencies. Throws what seconds_alone()
/// throws.
std::vector<double> priorities(const Program& program, const Target& target);

/// The longest chain of dependent commands, and the slack of the other commands.
struct CriticalPath {
    double seconds = 0;               ///< seconds from the chain's first start to its last end
    std::vector<CommandId> commands;  ///< the commands of the chain, from first to last
    /// For each command: the seconds by which it alone can become longer before it lengthens the longest
    /// chain. 0 for commands of the chain.
    std::vector<double> slack;
};

/// Returns the critical path for given command times. `seconds` holds the time of each command, for example
/// end - start of a Simulation. Linear in the numbers of commands and dependencies. Throws
/// Error{invalid_argument} if `seconds` is not as long as the program.
CriticalPath critical_path(const Program& program, std::span<const double> seconds);
/// The same, with the time that each command takes alone on a target.
CriticalPath critical_path(const Program& program, const Target& target);

/// Finds the independent parts of a program: commands of different parts never wait for each other, directly
/// or indirectly. Returns the part of each command; parts are numbered from 0 by their first commands. Linear
/// in the numbers of commands and dependencies, with about 100 bytes for each.
std::vector<std::uint32_t> independent_parts(const Program& program);

/// An edge: `to` waits for `from`.
struct Edge {
    CommandId from{};  ///< the earlier command
    CommandId to{};    ///< the later command
    friend bool operator==(const Edge&, const Edge&) = default;
};

/// The largest number of commands that transitive_reduction() and print_dot() accept.
inline constexpr std::size_t kMostReduced = 32768;

/// Returns the fewest edges that order the commands as all dependencies do: those that no chain of other
/// edges implies (Aho, Garey and Ullman, SIAM Journal on Computing 1, 1972). Sorted by `to`, then `from`.
///
/// Meant for pictures of small programs: n commands with d dependencies each take about n^2 (d + 1) steps and
/// n^2 / 8 bytes. Throws Error{invalid_argument} for more than kMostReduced commands.
std::vector<Edge> transitive_reduction(const Program& program);

/// Prints a picture of a program in the DOT language of GraphViz: each command as in the program's text, in
/// the colour of its kind of queue, and the edges of transitive_reduction(). Costs as much as
/// transitive_reduction().
void print_dot(const Program& program, std::ostream& out);

}  // namespace hg
