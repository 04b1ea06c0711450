#include <algorithm>
#include <array>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/topological_sort.hpp>
#include <iterator>
#include <utility>

#include "runtime/program/build/exec_work.hpp"
#include "runtime/program/simulate/timing.hpp"
#include <hg/runtime/program/analysis.hpp>
#include <hg/runtime/program/error.hpp>

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
    std::vector<std::uint32_t> next;  ///< the command itself if the chain ends there
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
    ExecWorks works(program);
    const auto seconds_alone = [&](CommandId id) {
        switch (program.command(id).operation) {
            case Operation::load:
            case Operation::store:
                return transfer_seconds_alone(program, id, target);
            case Operation::exec:
                return exec_seconds(works(id), target.devices[program.command(id).device]);
            default:
                return 0.0;
        }
    };
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
        chains.seconds[c] = rest + seconds_alone(static_cast<CommandId>(c));
    }
    return chains;
}

double largest(const std::vector<double>& list) {
    return list.empty() ? 0 : *std::max_element(list.begin(), list.end());
}

/// What the commands of one device, or of all, come to.
struct Work {
    double seconds_in = 0;  ///< of LDs, EXECs and STs, each kind one after the other
    double seconds_exec = 0;
    double seconds_out = 0;
    double bytes_in = 0;
    double bytes_out = 0;
};

std::vector<Work> work_of_devices(const Program& program, const Target& target) {
    std::vector<Work> devices(program.devices().size());
    ExecWorks works(program);
    for (std::uint32_t c = 0; c < program.size(); ++c) {
        const auto id = static_cast<CommandId>(c);
        const Command& command = program.command(id);
        const DeviceModel& device = target.devices[command.device];
        Work& work = devices[command.device];
        if (command.operation == Operation::exec) work.seconds_exec += exec_seconds(works(id), device);
        if (command.operation != Operation::load && command.operation != Operation::store) continue;
        const bool is_load = command.operation == Operation::load;
        const auto bytes = static_cast<double>(program.transfer_bytes(id));
        (is_load ? work.bytes_in : work.bytes_out) += bytes;
        (is_load ? work.seconds_in : work.seconds_out) +=
            device.link_latency + bytes / link_rate(device, command.operation);
    }
    return devices;
}

/// The bytes that loads share beyond the first of each group; nobody copies them again.
double bytes_staged_before(const Program& program) {
    double bytes = 0;
    for (std::uint32_t group = 0; group < program.shared_load_count(); ++group) {
        const auto users = program.shared_load_users(group);
        bytes +=
            static_cast<double>(users.size() - 1) * static_cast<double>(program.transfer_bytes(users[0]));
    }
    return bytes;
}

auto largest_of(const Bounds& bounds) {
    const auto list = bounds.named();
    return *std::max_element(list.begin(), list.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
}

}  // namespace

std::array<std::pair<const char*, double>, 9> Bounds::named() const {
    return {{{"critical path", critical_path},
             {"flops", flops},
             {"link in", link_in},
             {"link out", link_out},
             {"staging", staging},
             {"link both", link_both},
             {"links in", links_in},
             {"links out", links_out},
             {"links both", links_both}}};
}

double Bounds::best() const {
    return largest_of(*this).second;
}

std::string Bounds::limit() const {
    return largest_of(*this).first;
}

Bounds bounds(const Program& program, const Target& target) {
    Bounds result;
    result.critical_path = largest(longest_chains(program, target).seconds);
    const std::vector<Work> devices = work_of_devices(program, target);
    Work all;
    for (std::size_t d = 0; d < devices.size(); ++d) {
        const Work& own = devices[d];
        result.flops = std::max(result.flops, own.seconds_exec);
        result.link_in = std::max(result.link_in, own.seconds_in);
        result.link_out = std::max(result.link_out, own.seconds_out);
        result.link_both =
            std::max(result.link_both, (own.bytes_in + own.bytes_out) / target.devices[d].link_both);
        all.bytes_in += own.bytes_in;
        all.bytes_out += own.bytes_out;
    }
    const double bytes = all.bytes_in + all.bytes_out;
    result.staging = (bytes - bytes_staged_before(program)) / target.host_copy_rate;
    result.links_in = all.bytes_in / target.links_in;
    result.links_out = all.bytes_out / target.links_out;
    result.links_both = bytes / target.links_both;
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
