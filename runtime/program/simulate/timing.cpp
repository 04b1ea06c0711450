#include "runtime/program/simulate/timing.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

void require(bool holds, const std::string& condition) {
    if (!holds) throw Error(ErrorCode::invalid_argument, condition);
}

bool has_commands(const Program& program, DeviceIndex device) {
    for (QueueKind kind : kQueueKinds)
        if (!program.queue({device, kind}).empty()) return true;
    return false;
}

}  // namespace

void check_target(const Program& program, const Target& target) {
    require(target.devices.size() >= program.devices().size(),
            "the program runs on " + std::to_string(program.devices().size()) + " devices, the target has " +
                std::to_string(target.devices.size()));
    const std::pair<const char*, double> shared[] = {{"host copies", target.host_copy_rate},
                                                     {"all links in", target.links_in},
                                                     {"all links out", target.links_out},
                                                     {"all links both ways", target.links_both}};
    for (const auto& [what, rate] : shared)
        require(rate >= 1, std::string("the target's rate of ") + what + " must be at least 1 byte/s");
    for (const DeviceModel& d : target.devices) {
        for (double rate : {d.link_in, d.link_out, d.link_both, d.rate_f64, d.rate_f32, d.memory_rate})
            require(rate >= 1, "every rate of " + d.name + " must be at least 1 per second");
        for (double latency : {d.link_latency, d.launch_latency, d.shortest_kernel})
            require(latency >= 0 && std::isfinite(latency),
                    "the latencies of " + d.name + " must be finite and not negative");
    }
    const HostDelays& h = target.delays;
    for (double delay : {h.beside_one_way, h.beside_both_ways, h.awaited, h.start, h.wake, h.first_piece,
                         h.last_piece, h.piece_alone, h.each_column})
        require(delay >= 0 && std::isfinite(delay), "the target's delays must be finite and not negative");
    for (double factor : {h.beside_one_way, h.beside_both_ways})
        require(factor >= 1,
                "launches beside transfers cannot be faster than alone: the target's factor is " +
                    std::to_string(factor));
    for (DeviceIndex d = 0; d < program.devices().size(); ++d)
        require(target.devices[d].available || !has_commands(program, d),
                "the program has commands for " + target.devices[d].name + ", which is not available");
}

bool stays_in_place(const Program& program, CommandId id, const Target& target) {
    return program.is_in_place(id) && target.devices[program.command(id).device].shares_host_memory;
}

double link_rate(const DeviceModel& device, Operation operation) {
    return std::min(operation == Operation::load ? device.link_in : device.link_out, kFastestRate);
}

double transfer_rate_alone(const Program& program, CommandId id, const Target& target) {
    const Command& command = program.command(id);
    const DeviceModel& device = target.devices[command.device];
    const bool is_load = command.operation == Operation::load;
    const double links = std::min({link_rate(device, command.operation), device.link_both,
                                   is_load ? target.links_in : target.links_out, target.links_both});
    const bool is_copied = program.is_staged(id) && program.shared_load(id) == kNotShared;
    return is_copied ? std::min(links, target.host_copy_rate) : links;
}

double transfer_seconds_alone(const Program& program, CommandId id, const Target& target) {
    if (stays_in_place(program, id, target)) return 0;
    return target.devices[program.command(id).device].link_latency +
           static_cast<double>(program.transfer_bytes(id)) / transfer_rate_alone(program, id, target);
}

}  // namespace hg
