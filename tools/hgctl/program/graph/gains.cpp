#include "tools/hgctl/program/graph/gains.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

#include "runtime/program/build/memory_plan.hpp"
#include <hg/runtime/program/dependency.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/source.hpp>

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

/// The same commands with a plan for twice the memory. The planner needs less than twice what any plan
/// takes, since the slots of a class are at most twice as large as their registers.
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

constexpr std::size_t kMostCommands = 200000;

std::int64_t saturated_double(std::int64_t value) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 2;
    return 2 * std::clamp(value, -kMost, kMost);
}

bool same_matrices(const hg::Program& a, const hg::Program& b) {
    return std::equal(a.matrices().begin(), a.matrices().end(), b.matrices().begin(), b.matrices().end());
}

/// Of a source with one parameter doubled or halved, if the program then has the same matrices: so block
/// sizes change, the problem does not. Programs of more than 200000 commands are left out, and have none;
/// nor has a text that is no source.
std::vector<Gain> source_gains(const ProgramFile& file, const ReadProgram& read, const TargetRates& rates) {
    std::vector<Gain> list;
    if (read.program.size() > kMostCommands || !hg::is_program_source(read.text)) return list;
    const hg::ProgramTextOptions options = file.options();
    const hg::ProgramSource source = hg::ProgramSource::parse(read.text, options.file);
    const hg::SourceLibrary library = hg::program_library(options);
    const hg::Target target = source.target().devices.empty() ? machine_target() : source.target();
    for (const auto& [name, value] : source.values(options.values))
        for (const std::int64_t other : {saturated_double(value), value / 2}) {
            if (other == value) continue;
            hg::SourceValues values = options.values;
            values[name] = other;
            try {
                const hg::Program variant =
                    source.build(target, values, library, {}, {.commands = kMostCommands});
                if (same_matrices(variant, read.program))
                    list.push_back({name + " = " + std::to_string(other),
                                    hg::simulate(variant, rates.target_of(variant)).makespan});
            } catch (const hg::Error&) {  // the source has no program for this value
            }
        }
    return list;
}

}  // namespace

std::vector<Gain> gains(const ProgramFile& file, const ReadProgram& read, const TargetRates& rates) {
    const hg::Target target = rates.target_of(read.program);
    std::vector<Change> list = changes();
    if (memory_is_short(read.program)) list.push_back({.name = "twice the memory", .has_new_plan = true});
    std::vector<Gain> result(list.size());
    tbb::task_arena(std::min(kMostThreads, tbb::this_task_arena::max_concurrency())).execute([&] {
        tbb::parallel_for(std::size_t{0}, list.size(),
                          [&](std::size_t i) { result[i] = gain_of(read.program, target, list[i]); });
    });
    for (Gain& gain : source_gains(file, read, rates)) result.push_back(std::move(gain));
    std::ranges::stable_sort(result, {}, &Gain::makespan);
    return result;
}

}  // namespace hgctl
