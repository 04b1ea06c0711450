#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/graphviz.hpp>
#include <boost/graph/transitive_reduction.hpp>
#include <ostream>
#include <string>
#include <utility>

#include "runtime/program/build/exec_work.hpp"
#include "runtime/program/graph/earlier_commands.hpp"
#include "runtime/program/simulate/timing.hpp"
#include <hg/runtime/program/analysis.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/text.hpp>

namespace hg {
namespace {

/// Calls body(from, to) for each dependency of `to`.
template <class Body>
void for_each_edge(const Program& program, std::uint32_t to, const Body& body) {
    for (const Dependency& dependency : program.dependencies(static_cast<CommandId>(to))) {
        require_earlier(dependency, to);
        body(static_cast<std::uint32_t>(dependency.on), to);
    }
}

template <class Body>
void for_each_edge(const Program& program, const Body& body) {
    for (std::uint32_t to = 0; to < program.size(); ++to) for_each_edge(program, to, body);
}

/// The longest chain of dependent commands from each command to the program's end, and the next command on
/// it.
struct Chains {
    std::vector<double> seconds;
    std::vector<std::uint32_t> next;  ///< the command itself if the chain ends there
};

Chains longest_chains(const Program& program, std::span<const double> seconds) {
    Chains chains{std::vector<double>(program.size(), 0), std::vector<std::uint32_t>(program.size())};
    for (std::uint32_t c = 0; c < program.size(); ++c) chains.next[c] = c;
    // All commands that wait for a command come after it, so that this loop already knows their chains.
    for (auto c = static_cast<std::uint32_t>(program.size()); c-- > 0;) {
        chains.seconds[c] += seconds[c];
        for_each_edge(program, c, [&](std::uint32_t from, std::uint32_t to) {
            if (chains.next[from] != from && chains.seconds[from] > chains.seconds[to]) return;
            chains.next[from] = to;
            chains.seconds[from] = chains.seconds[to];
        });
    }
    return chains;
}

std::vector<double> earliest_starts(const Program& program, std::span<const double> seconds) {
    std::vector<double> starts(program.size(), 0);
    for_each_edge(program, [&](std::uint32_t from, std::uint32_t to) {
        starts[to] = std::max(starts[to], starts[from] + seconds[from]);
    });
    return starts;
}

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
using Graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                                 boost::no_property, std::uint32_t, std::uint32_t>;

Graph graph_of(const Pairs& edges, std::size_t commands) {
    return {boost::edges_are_unsorted_multi_pass, edges.begin(), edges.end(),
            static_cast<std::uint32_t>(commands)};
}

/// The command's line in the program's text, without the commands for which it waits.
std::string label(const Program& program, CommandId command) {
    std::string line = print_command(program, command);
    if (!program.dependencies(command).empty()) line.erase(line.rfind("   after "));
    return line;
}

std::string_view colour(QueueKind kind) {
    return name_at(std::array<std::string_view, 4>{"lightblue", "palegreen", "khaki", "lightsalmon"}, kind);
}

}  // namespace

std::vector<double> seconds_alone(const Program& program, const Target& target) {
    check_target(program, target);
    std::vector<double> seconds(program.size(), 0);
    ExecWorks works(program);
    for (std::size_t c = 0; c < program.size(); ++c) {
        const auto id = static_cast<CommandId>(c);
        const Command& command = program.command(id);
        if (command.operation == Operation::exec)
            seconds[c] = exec_seconds(works(id), target.devices[command.device]);
        else if (is_transfer(command.operation))
            seconds[c] = transfer_seconds_alone(program, id, target);
    }
    return seconds;
}

std::vector<double> priorities(const Program& program, const Target& target) {
    return longest_chains(program, seconds_alone(program, target)).seconds;
}

CriticalPath critical_path(const Program& program, std::span<const double> seconds) {
    if (seconds.size() != program.size())
        throw Error(ErrorCode::invalid_argument, "times of " + std::to_string(seconds.size()) +
                                                     " commands for a program of " +
                                                     std::to_string(program.size()));
    CriticalPath path;
    if (program.size() == 0) return path;
    const Chains chains = longest_chains(program, seconds);
    const auto longest = std::max_element(chains.seconds.begin(), chains.seconds.end());
    path.seconds = *longest;
    path.slack = earliest_starts(program, seconds);
    for (std::size_t c = 0; c < program.size(); ++c)
        path.slack[c] = std::max(0.0, path.seconds - (path.slack[c] + chains.seconds[c]));
    auto command = static_cast<std::uint32_t>(longest - chains.seconds.begin());
    while (true) {
        path.commands.push_back(static_cast<CommandId>(command));
        path.slack[command] = 0;  // not exactly 0, because sums are rounded
        if (chains.next[command] == command) return path;
        command = chains.next[command];
    }
}

CriticalPath critical_path(const Program& program, const Target& target) {
    return critical_path(program, seconds_alone(program, target));
}

std::vector<std::uint32_t> independent_parts(const Program& program) {
    boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> graph(program.size());
    for_each_edge(program, [&](std::uint32_t from, std::uint32_t to) { boost::add_edge(from, to, graph); });
    std::vector<std::uint32_t> parts(program.size());
    boost::connected_components(
        graph, boost::make_iterator_property_map(parts.begin(), get(boost::vertex_index, graph)));
    return parts;
}

std::vector<Edge> transitive_reduction(const Program& program) {
    if (program.size() > kMostReduced)
        throw Error(ErrorCode::invalid_argument, "a program of " + std::to_string(program.size()) +
                                                     " commands is too large for a picture; it may have " +
                                                     std::to_string(kMostReduced));
    if (program.size() == 0) return {};
    Pairs pairs;
    for_each_edge(program, [&](std::uint32_t from, std::uint32_t to) { pairs.emplace_back(from, to); });
    const Graph all = graph_of(pairs, program.size());
    boost::adjacency_list<> reduced;
    std::vector<std::size_t> place(program.size());  // the position of each command in `reduced`
    const auto positions = get(boost::vertex_index, all);
    boost::transitive_reduction(all, reduced, boost::make_iterator_property_map(place.begin(), positions),
                                positions);
    std::vector<std::uint32_t> command_at(program.size());
    for (std::uint32_t c = 0; c < program.size(); ++c) command_at[place[c]] = c;
    std::vector<Edge> edges;
    for (auto [edge, end] = boost::edges(reduced); edge != end; ++edge)
        edges.push_back({static_cast<CommandId>(command_at[boost::source(*edge, reduced)]),
                         static_cast<CommandId>(command_at[boost::target(*edge, reduced)])});
    std::sort(edges.begin(), edges.end(),
              [](const Edge& a, const Edge& b) { return std::pair(a.to, a.from) < std::pair(b.to, b.from); });
    return edges;
}

void print_dot(const Program& program, std::ostream& out) {
    Pairs pairs;
    for (const Edge& edge : transitive_reduction(program))
        pairs.emplace_back(static_cast<std::uint32_t>(edge.from), static_cast<std::uint32_t>(edge.to));
    const auto vertex = [&](std::ostream& stream, std::uint32_t command) {
        const auto id = static_cast<CommandId>(command);
        stream << "[label=" << boost::escape_dot_string(label(program, id)) << ", fillcolor=\""
               << colour(program.command(id).queue) << "\"]";
    };
    const auto all = [](std::ostream& stream) { stream << "node [shape=box, style=filled]\n"; };
    boost::write_graphviz(out, graph_of(pairs, program.size()), vertex, boost::default_writer(), all);
}

}  // namespace hg
