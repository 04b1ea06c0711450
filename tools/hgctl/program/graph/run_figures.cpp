#include "tools/hgctl/program/graph/run_figures.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace hgctl {
namespace {

/// What commands of a kind have in common: the operation, and the matrix or the instruction.
using Kind = std::pair<hg::Operation, std::uint32_t>;

Kind kind_of(const hg::Program& program, hg::CommandId id) {
    const hg::Command& command = program.command(id);
    switch (command.operation) {
        case hg::Operation::load:
        case hg::Operation::store:
            return {command.operation, static_cast<std::uint32_t>(program.tile(id).parameter)};
        case hg::Operation::exec:
            return {command.operation, command.subject};
        case hg::Operation::mark:
        case hg::Operation::barrier:
            break;
    }
    return {command.operation, 0};
}

template <class KeyOf, class NameOf>
std::vector<WorkFigures> figures_by(const SimulatedProgram& view, const KeyOf& key_of,
                                    const NameOf& name_of) {
    std::map<decltype(key_of(hg::CommandId{})), WorkFigures> found;
    const auto seconds = [&](std::size_t c) { return view.run.end[c] - view.run.start[c]; };
    for (std::size_t c = 0; c < view.program.size(); ++c) {
        const auto id = static_cast<hg::CommandId>(c);
        WorkFigures& figures = found[key_of(id)];
        if (figures.commands++ == 0) figures.name = name_of(id);
        figures.busy += seconds(c);
    }
    for (const hg::CommandId id : view.chain.commands) found[key_of(id)].on_chain += seconds(hg::index(id));
    std::vector<WorkFigures> list;
    for (auto& [key, figures] : found) list.push_back(std::move(figures));
    return list;
}

/// A change of the number of commands, or of the bytes, at a time.
template <class Amount>
using Changes = std::vector<std::pair<double, Amount>>;

/// What ends at a time ends before what begins then.
template <class Amount>
Amount most_at_once(Changes<Amount> changes) {
    std::sort(changes.begin(), changes.end());
    Amount now = 0;
    Amount most = 0;
    for (const auto& [time, change] : changes) most = std::max(most, now += change);
    return most;
}

}  // namespace

std::vector<WorkFigures> figures_by_kind(const SimulatedProgram& view) {
    std::vector<WorkFigures> list = figures_by(
        view, [&](hg::CommandId id) { return kind_of(view.program, id); },
        [&](hg::CommandId id) { return kind_text(view.program, id); });
    std::stable_sort(list.begin(), list.end(), [](const WorkFigures& a, const WorkFigures& b) {
        return std::pair(a.on_chain, a.busy) > std::pair(b.on_chain, b.busy);
    });
    return list;
}

std::vector<WorkFigures> figures_by_queue(const SimulatedProgram& view) {
    const auto queue_of = [&](hg::CommandId id) { return view.program.command(id).queue_id().index(); };
    return figures_by(view, queue_of,
                      [&](hg::CommandId id) { return queue_text(hg::QueueId::at(queue_of(id))); });
}

SlackHistogram slack_histogram(const SimulatedProgram& view) {
    SlackHistogram histogram;
    for (const double slack : view.chain.slack) {
        const double share = view.run.makespan > 0 ? slack / view.run.makespan : 0;
        const auto bin =
            std::lower_bound(SlackHistogram::kUpTo.begin(), SlackHistogram::kUpTo.end() - 1, share);
        ++histogram.commands[static_cast<std::size_t>(bin - SlackHistogram::kUpTo.begin())];
    }
    return histogram;
}

RunWidth run_width(const SimulatedProgram& view, std::size_t parts) {
    RunWidth width{.over_time = std::vector<double>(parts, 0)};
    if (view.run.makespan <= 0) return width;
    const double part = view.run.makespan / static_cast<double>(parts);
    Changes<std::int64_t> changes;
    for (std::size_t c = 0; c < view.program.size(); ++c) {
        const double begin = view.run.start[c];
        const double end = view.run.end[c];
        if (end <= begin) continue;
        changes.emplace_back(begin, 1);
        changes.emplace_back(end, -1);
        width.mean += (end - begin) / view.run.makespan;
        for (auto i = static_cast<std::size_t>(begin / part);
             i < parts && static_cast<double>(i) * part < end; ++i) {
            const double from = static_cast<double>(i) * part;
            width.over_time[i] += std::max(0.0, std::min(end, from + part) - std::max(begin, from)) / part;
        }
    }
    width.most = static_cast<std::size_t>(most_at_once(std::move(changes)));
    return width;
}

std::vector<MemoryFigures> memory_by_device(const SimulatedProgram& view) {
    const hg::Program& program = view.program;
    std::vector<MemoryFigures> devices(program.devices().size());
    std::vector<Changes<std::int64_t>> changes(devices.size());
    std::vector<std::pair<double, double>> used(program.registers().size(), {-1, -1});
    for (std::size_t c = 0; c < program.size(); ++c)
        for (const hg::RegisterId operand : program.operands(static_cast<hg::CommandId>(c))) {
            auto& [begin, end] = used[hg::index(program.whole(operand))];
            begin = begin < 0 ? view.run.start[c] : std::min(begin, view.run.start[c]);
            end = std::max(end, view.run.end[c]);
        }
    for (std::size_t r = 0; r < used.size(); ++r) {
        if (used[r].first < 0) continue;
        const hg::Register& reg = program.registers()[r];
        changes[reg.device].emplace_back(used[r].first, reg.bytes());
        changes[reg.device].emplace_back(used[r].second, -reg.bytes());
    }
    for (std::size_t d = 0; d < devices.size(); ++d)
        devices[d] = {program.device_bytes(static_cast<hg::DeviceIndex>(d)), view.target.devices[d].memory,
                      most_at_once(std::move(changes[d]))};
    return devices;
}

DependencyFigures dependency_figures(const hg::Program& program) {
    const std::vector<bool> implied = hg::implied_dependencies(program);
    const auto is_barrier = [&](hg::CommandId id) {
        return program.command(id).operation == hg::Operation::barrier;
    };
    DependencyFigures figures;
    for (std::size_t c = 0; c < program.size(); ++c) {
        const auto to = static_cast<hg::CommandId>(c);
        for (const hg::Dependency& dependency : program.dependencies(to)) {
            const bool is_implied = implied[figures.all++];
            if (is_implied) ++figures.implied;
            if (dependency.hazard != hg::Hazard::explicit_ || is_barrier(to) || is_barrier(dependency.on))
                continue;
            ++figures.asked_for;
            if (is_implied) figures.asked_for_in_vain.push_back({dependency.on, to});
        }
    }
    return figures;
}

}  // namespace hgctl
