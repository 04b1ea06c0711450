#include "runtime/program/analysis.hpp"

#include <algorithm>
#include <array>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/topological_sort.hpp>
#include <iterator>
#include <utility>

#include "runtime/program/error.hpp"
#include "runtime/program/timing.hpp"

namespace hg {
namespace {

using Graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                                 boost::no_property, std::uint32_t, std::uint32_t>;

/// Edges from each command to those that wait for it.
Graph graph_of(const Program& program) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    edges.reserve(program.dependency_count());
    for (std::uint32_t c = 0; c < program.size(); ++c)
        for (const Dependency& d : program.dependencies(static_cast<CommandId>(c)))
            edges.emplace_back(static_cast<std::uint32_t>(d.on), c);
    return {boost::edges_are_unsorted_multi_pass, edges.begin(), edges.end(),
            static_cast<std::uint32_t>(program.size())};
}

/// Chains of dependent commands to the program's end: each command's longest, and the next command on it.
struct Chains {
    std::vector<double> seconds;
    std::vector<std::uint32_t> next;  ///< the command itself where the chain ends
};

Chains longest_chains(const Program& program, const Target& target) {
    check_target(program, target);
    const Graph graph = graph_of(program);
    std::vector<std::uint32_t> order;  // a command stands after all that wait for it
    try {
        boost::topological_sort(graph, std::back_inserter(order));
    } catch (const boost::not_a_dag&) {
        throw Error(ErrorCode::invalid_program, "commands wait for each other in a circle");
    }
    Chains chains{std::vector<double>(program.size(), 0), std::vector<std::uint32_t>(program.size(), 0)};
    for (std::uint32_t c : order) {
        std::uint32_t next = c;
        double rest = 0;
        const auto [first, last] = boost::adjacent_vertices(c, graph);
        for (auto successor = first; successor != last; ++successor)
            if (next == c || chains.seconds[*successor] > rest) {
                next = *successor;
                rest = chains.seconds[next];
            }
        chains.next[c] = next;
        chains.seconds[c] = rest + seconds_alone(program, static_cast<CommandId>(c), target);
    }
    return chains;
}

double largest(const std::vector<double>& list) {
    return list.empty() ? 0 : *std::max_element(list.begin(), list.end());
}

std::array<std::pair<double, const char*>, 5> named(const Bounds& b) {
    return {{{b.critical_path, "critical path"},
             {b.flops, "flops"},
             {b.link_in, "link in"},
             {b.link_out, "link out"},
             {b.staging, "staging"}}};
}

}  // namespace

double Bounds::best() const {
    const auto list = named(*this);
    return std::max_element(list.begin(), list.end(),
                            [](const auto& a, const auto& b) { return a.first < b.first; })
        ->first;
}

std::string Bounds::limit() const {
    const auto list = named(*this);
    return std::max_element(list.begin(), list.end(),
                            [](const auto& a, const auto& b) { return a.first < b.first; })
        ->second;
}

Bounds bounds(const Program& program, const Target& target) {
    Bounds result;
    result.critical_path = largest(longest_chains(program, target).seconds);
    std::vector<double> queues(program.queue_count(), 0);
    double bytes = 0;
    for (std::uint32_t c = 0; c < program.size(); ++c) {
        const auto id = static_cast<CommandId>(c);
        const Command& command = program.command(id);
        const DeviceModel& device = target.devices[command.device];
        double& queue = queues[command.queue_id().index()];
        if (command.operation == Operation::exec) queue += exec_seconds(program, id, device);
        if (command.operation != Operation::load && command.operation != Operation::store) continue;
        const auto size = static_cast<double>(program.transfer_bytes(id));
        queue += device.link_latency + size / link_rate(device, command.operation);
        bytes += size;
    }
    for (DeviceIndex d = 0; d < program.devices().size(); ++d) {
        result.link_in = std::max(result.link_in, queues[QueueId{d, QueueKind::load}.index()]);
        result.flops = std::max(result.flops, queues[QueueId{d, QueueKind::exec}.index()]);
        result.link_out = std::max(result.link_out, queues[QueueId{d, QueueKind::store}.index()]);
    }
    result.staging = bytes / target.host_copy_rate;
    return result;
}

std::vector<CommandId> critical_path(const Program& program, const Target& target) {
    const Chains chains = longest_chains(program, target);
    std::vector<CommandId> path;
    if (chains.seconds.empty()) return path;
    auto c = static_cast<std::uint32_t>(std::max_element(chains.seconds.begin(), chains.seconds.end()) -
                                        chains.seconds.begin());
    for (; chains.next[c] != c; c = chains.next[c]) path.push_back(static_cast<CommandId>(c));
    path.push_back(static_cast<CommandId>(c));
    return path;
}

std::vector<double> priorities(const Program& program, const Target& target) {
    return longest_chains(program, target).seconds;
}

}  // namespace hg
