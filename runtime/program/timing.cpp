#include "runtime/program/timing.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "runtime/program/error.hpp"

namespace hg {
namespace {

void require(bool holds, const std::string& condition) {
    if (!holds) throw Error(ErrorCode::invalid_argument, condition);
}

double cost_or_zero(double value) {
    return std::isfinite(value) && value > 0 ? value : 0;
}

}  // namespace

void check_target(const Program& program, const Target& target) {
    require(target.devices.size() >= program.devices().size(),
            "the program runs on " + std::to_string(program.devices().size()) + " devices, the target has " +
                std::to_string(target.devices.size()));
    require(target.host_copy_rate >= 1, "the target's host copy rate must be at least 1 byte/s");
    for (const DeviceModel& d : target.devices) {
        for (double rate : {d.link_in, d.link_out, d.rate_f64, d.rate_f32, d.memory_rate})
            require(rate >= 1, "every rate of " + d.name + " must be at least 1 per second");
        for (double latency : {d.link_latency, d.launch_latency})
            require(latency >= 0 && std::isfinite(latency),
                    "the latencies of " + d.name + " must be finite and not negative");
    }
}

double link_rate(const DeviceModel& device, Operation operation) {
    return std::min(operation == Operation::load ? device.link_in : device.link_out, kFastestRate);
}

double exec_flops(const Program& program, CommandId id) {
    return cost_or_zero(program.cost(id).flops);
}

double exec_seconds(const Program& program, CommandId id, const DeviceModel& device) {
    const auto& operands = program.instruction(id).operands;
    const bool is_double = std::any_of(operands.begin(), operands.end(),
                                       [](const Operand& o) { return o.type == ElementType::f64; });
    const Cost cost = program.cost(id);
    return device.launch_latency +
           std::max(cost_or_zero(cost.flops) / device.rate(is_double ? ElementType::f64 : ElementType::f32),
                    cost_or_zero(cost.bytes) / device.memory_rate);
}

double seconds_alone(const Program& program, CommandId id, const Target& target) {
    const Command& command = program.command(id);
    const DeviceModel& device = target.devices[command.device];
    switch (command.operation) {
        case Operation::load:
        case Operation::store:
            return device.link_latency +
                   static_cast<double>(program.transfer_bytes(id)) /
                       std::min(link_rate(device, command.operation), target.host_copy_rate);
        case Operation::exec:
            return exec_seconds(program, id, device);
        case Operation::mark:
        case Operation::barrier:
            return 0;
    }
    return 0;
}

}  // namespace hg
