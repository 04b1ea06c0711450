#include "tools/hgctl/program/plan/planned_run.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "blas/cost/plan.hpp"
#include "tools/hgctl/program/machine_changes.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/machine/trace.hpp>
#include <hg/runtime/program/bounds.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

void pin(hg::Target& machine) {
    constexpr double kNoStaging = 1e30;  // bytes/s
    machine.host_copy_rate = kNoStaging;
}

void double_memory(hg::Target& machine) {
    for (hg::DeviceModel& device : machine.devices) {
        device.memory *= 2;
        device.largest_slot *= 2;
    }
}

/// The bounds' names, for people who plan.
std::string bound_name(const std::string& limit) {
    if (limit == "flops") return "kernels";
    if (limit == "staging") return "host copies";
    return limit;
}

}  // namespace

hg::Program PlannedCall::program(const hg::Target& machine) const {
    return typed.program(settings, {machine, hg::kernels::Database::shipped(), arithmetic, pinned, 0});
}

hg::Simulation PlannedCall::run(const hg::Program& program, hg::Target machine) const {
    if (pinned) pin(machine);
    return hg::simulate(program, machine);
}

double PlannedCall::seconds(const hg::Target& machine) const {
    return run(program(machine), machine).makespan;
}

hg::Target first_devices(const hg::Target& machine, std::size_t count) {
    hg::Target part = machine;
    part.devices.resize(count);
    return part;
}

PlannedRun planned_run(const PlannedCall& call, const hg::Target& machine) {
    const hg::Program program = call.program(machine);
    const hg::Simulation run = call.run(program, machine);
    hg::Target bare = machine;
    if (call.pinned) pin(bare);
    const hg::Bounds bounds = hg::bounds(program, bare);
    PlannedRun row{.n = call.settings.n, .devices = machine.devices.size(), .bound = {}, .gains = {}};
    row.used = hg::devices_in_use(program);
    row.seconds = run.makespan;
    row.flops = call.typed.flops == nullptr ? 0 : call.typed.flops(call.settings);
    row.bound = bound_name(bounds.limit());
    row.bound_share = run.makespan > 0 ? bounds.best() / run.makespan : 1;
    return row;
}

std::vector<PlannedGain> planned_gains(const PlannedCall& call, const hg::Target& machine, double seconds) {
    std::vector<PlannedGain> gains;
    const auto add = [&](const char* key, const char* name, void (*apply)(hg::Target&)) {
        hg::Target better = machine;
        apply(better);
        const double share = 1 - call.seconds(better) / seconds;
        constexpr double kNothing = 1e-4;
        gains.push_back({key, name, std::abs(share) < kNothing ? 0 : share});
    };
    for (const MachineChange& change : machine_changes()) {
        const std::string key = change.key;
        if (key == "links" || key == "kernels" || (key == "host_copies" && !call.pinned))
            add(change.key, change.name, change.apply);
    }
    add("memory", "twice the memory", double_memory);
    return gains;
}

void write_predicted_trace(const PlannedCall& call, const hg::Target& machine, const std::string& path) {
    const hg::Program program = call.program(machine);
    const hg::Simulation run = call.run(program, machine);
    hg::Trace trace;
    trace.set_target(machine);
    constexpr std::uint64_t kRun = 1;
    trace.on_begin(kRun, program);
    for (std::size_t c = 0; c < program.size(); ++c) {
        const auto id = static_cast<hg::CommandId>(c);
        const hg::Operation operation = program.command(id).operation;
        hg::Interval interval{.run = kRun, .command = id, .begin = run.start[c], .end = run.end[c]};
        trace.on_interval(interval);
        if (operation == hg::Operation::mark || operation == hg::Operation::barrier) continue;
        interval.track = hg::Track::device;
        const bool stays =
            program.is_in_place(id) && machine.devices[program.command(id).device].shares_host_memory;
        if (is_transfer(operation) && !stays) interval.bytes = program.transfer_bytes(id);
        trace.on_interval(interval);
    }
    trace.on_end(kRun, run.makespan, true);
    trace.write(path);
}

}  // namespace hgctl
