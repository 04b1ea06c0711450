#include "tools/hgctl/program/graph/gains.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "runtime/program/build/memory_plan.hpp"
#include <hg/runtime/program/dependency.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace hgctl {
namespace {

/// Simulations at once: each takes about 50 bytes a command.
constexpr int kMostThreads = 4;

struct Change {
    const char* name;
    std::function<void(hg::Target& target)> apply = {};
    hg::SimulationOptions options = {};
    bool has_new_plan = false;
};

void double_links_in(hg::Target& target) {
    target.links_in *= 2;
    for (hg::DeviceModel& device : target.devices) device.link_in *= 2;
}

void double_links_out(hg::Target& target) {
    target.links_out *= 2;
    for (hg::DeviceModel& device : target.devices) device.link_out *= 2;
}

void double_links(hg::Target& target) {
    double_links_in(target);
    double_links_out(target);
    target.links_both *= 2;
    for (hg::DeviceModel& device : target.devices) device.link_both *= 2;
}

void double_kernels(hg::Target& target) {
    for (hg::DeviceModel& device : target.devices) {
        device.rate_f64 *= 2;
        device.rate_f32 *= 2;
        device.memory_rate *= 2;
    }
}

void drop_launches(hg::Target& target) {
    for (hg::DeviceModel& device : target.devices) device.launch_latency = 0;
}

std::vector<Change> changes() {
    return {{"links in twice as fast", double_links_in},
            {"links out twice as fast", double_links_out},
            {"all links twice as fast", double_links},
            {"host copies twice as fast", [](hg::Target& target) { target.host_copy_rate *= 2; }},
            {"kernels twice as fast", double_kernels},
            {"launches that take no time", drop_launches},
            {.name = "a second LD lane", .options = {.loads_at_once = 2}},
            {.name = "a second ST lane", .options = {.stores_at_once = 2}}};
}

bool memory_is_short(const hg::Program& program) {
    for (std::size_t d = 0; d < program.devices().size(); ++d)
        if (program.device_bytes(static_cast<hg::DeviceIndex>(d)) > program.devices()[d].memory / 2)
            return true;
    return false;
}

/// The same commands with a plan for twice the memory. The planner needs less than twice what any plan takes, since
/// the slots of a class are at most twice as large as their registers.
hg::Program with_twice_the_memory(const hg::Program& program) {
    hg::ProgramParts parts = program.parts();
    std::vector<hg::ExplicitEdge> asked_for;
    for (std::size_t c = 0; c < program.size(); ++c) {
        const auto id = static_cast<hg::CommandId>(c);
        for (const hg::Dependency& dependency : program.dependencies(id))
            if (dependency.hazard == hg::Hazard::explicit_) asked_for.push_back({dependency.on, id});
    }
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    for (hg::DeviceModel& device : parts.devices) device.memory = 2 * std::min(device.memory, kMost / 2);
    hg::MemoryPlan plan = hg::plan_memory(parts);
    parts.slots = std::move(plan.slots);
    parts.slot_of_register = std::move(plan.slot_of_register);
    hg::DependencyLists lists = hg::derive_dependencies(parts, asked_for);
    parts.dependencies = std::move(lists.edges);
    parts.first_dependency = std::move(lists.first);
    return hg::Program(std::move(parts));
}

Gain gain_of(const hg::Program& program, hg::Target target, const Change& change) {
    if (change.apply) change.apply(target);
    if (change.has_new_plan)
        return {change.name, hg::simulate(with_twice_the_memory(program), target).makespan};
    return {change.name, hg::simulate(program, target, change.options).makespan};
}

}  // namespace

void sort_gains(std::vector<Gain>& gains) {
    std::stable_sort(gains.begin(), gains.end(),
                     [](const Gain& a, const Gain& b) { return a.makespan < b.makespan; });
}

std::vector<Gain> gains(const hg::Program& program, const hg::Target& target) {
    std::vector<Change> list = changes();
    if (memory_is_short(program)) list.push_back({.name = "twice the memory", .has_new_plan = true});
    std::vector<Gain> result(list.size());
    tbb::task_arena(std::min(kMostThreads, tbb::this_task_arena::max_concurrency())).execute([&] {
        tbb::parallel_for(std::size_t{0}, list.size(),
                          [&](std::size_t i) { result[i] = gain_of(program, target, list[i]); });
    });
    sort_gains(result);
    return result;
}

}  // namespace hgctl
