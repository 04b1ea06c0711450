#include "tools/hgctl/program/graph/schedule_difference.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tools/hgctl/program/graph/simulated_program.hpp"

namespace hgctl {
namespace {

std::string key_of(const hg::Program& program, hg::CommandId id, bool with_device) {
    const hg::Command& command = program.command(id);
    std::string key = with_device ? queue_text(command.queue_id()) : std::string(name(command.queue));
    key += " " + short_text(program, id);
    if (command.operation != hg::Operation::load && command.operation != hg::Operation::store) return key;
    const hg::HostTile& tile = program.tile(id);
    return key + " " + std::to_string(tile.rows) + "x" + std::to_string(tile.cols) +
           std::string(name(tile.part));
}

using Places = std::unordered_map<std::string, std::vector<hg::CommandId>>;

Places places_of(const hg::Program& program, bool with_device) {
    Places places;
    for (std::size_t c = 0; c < program.size(); ++c) {
        const auto id = static_cast<hg::CommandId>(c);
        places[key_of(program, id, with_device)].push_back(id);
    }
    return places;
}

}  // namespace

ScheduleDifference difference(const ProgramRun& first, const ProgramRun& second, double share) {
    const bool with_device = first.program.devices().size() == second.program.devices().size();
    const Places others = places_of(second.program, with_device);
    const double least = share * std::max(first.run.makespan, second.run.makespan);
    ScheduleDifference result;
    for (const auto& [key, list] : places_of(first.program, with_device)) {
        const auto found = others.find(key);
        const std::size_t both = found == others.end() ? 0 : std::min(list.size(), found->second.size());
        result.matched += both;
        for (std::size_t i = 0; i < both; ++i) {
            const CommandPair pair{list[i], found->second[i]};
            const double start = first.run.start[hg::index(pair.first)];
            if (std::abs(start - second.run.start[hg::index(pair.second)]) <= least) continue;
            ++result.apart;
            const auto order = [&](hg::CommandId id) {
                return std::pair(first.run.start[hg::index(id)], id);
            };
            if (!result.parting || order(pair.first) < order(result.parting->first)) result.parting = pair;
        }
    }
    result.only_first = first.program.size() - result.matched;
    result.only_second = second.program.size() - result.matched;
    return result;
}

double busy_seconds(const ProgramRun& run, hg::QueueId queue) {
    std::vector<std::pair<double, double>> spans;
    for (const hg::CommandId id : run.program.queue(queue))
        spans.emplace_back(run.run.start[hg::index(id)], run.run.end[hg::index(id)]);
    std::sort(spans.begin(), spans.end());
    double busy = 0;
    double reached = 0;
    for (const auto& [begin, end] : spans) {
        busy += std::max(0.0, end - std::max(begin, reached));
        reached = std::max(reached, end);
    }
    return busy;
}

}  // namespace hgctl
