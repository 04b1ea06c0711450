#include "runtime/program/build/exec_work.hpp"

#include <algorithm>
#include <cmath>

namespace hg {
namespace {

/// With this many waves, the last one hardly matters; measurements of rates have at least as many.
constexpr double kManyWaves = 6;
/// The device's share of a launch: on an H200, launches take 7 to 9 us, and the gap between kernels is 1.3
/// us.
constexpr double kDevicesShare = 0.2;

double cost_or_zero(double value) {
    return std::isfinite(value) && value > 0 ? value : 0;
}

/// Returns 0 if the driver chooses them.
double all_work_groups(const Geometry& geometry) {
    double groups = 1;
    for (std::size_t d = 0; d < geometry.global.size(); ++d) {
        if (geometry.local[d] == 0) return 0;
        groups *= std::ceil(static_cast<double>(geometry.global[d]) / static_cast<double>(geometry.local[d]));
    }
    return groups;
}

}  // namespace

ExecWork exec_work(const Program& program, CommandId id) {
    const Instruction& instruction = program.instruction(id);
    const ExecOperands operands = program.exec_operands(id);
    const Cost cost = instruction.cost ? instruction.cost(operands.shape()) : Cost{};
    const bool is_double = std::any_of(instruction.operands.begin(), instruction.operands.end(),
                                       [](const Operand& operand) { return needs_f64(operand.type); });
    const bool is_share = cost.efficiency > 0 && cost.efficiency <= 1;
    return {.flops = cost_or_zero(cost.flops),
            .bytes = cost_or_zero(cost.bytes),
            .seconds = cost_or_zero(cost.seconds),
            .efficiency = is_share ? cost.efficiency : 1,
            .work_groups = cost.work_groups > 0   ? cost.work_groups
                           : instruction.geometry ? all_work_groups(instruction.geometry(operands.shape()))
                                                  : 0,
            .type = is_double ? ElementType::f64 : ElementType::f32};
}

double busy_share(const ExecWork& work, const DeviceModel& device) {
    if (!device.is_gpu || work.work_groups < 1 || device.traits.compute_units < 1) return 1;
    const double waves = work.work_groups / static_cast<double>(device.traits.compute_units);
    return waves >= kManyWaves ? 1 : waves / std::ceil(waves);
}

double used_share(const ExecWork& work, const DeviceModel& device) {
    if (!device.is_gpu || work.work_groups < 1 || device.traits.compute_units < 1) return 1;
    return std::min(1.0, work.work_groups / static_cast<double>(device.traits.compute_units));
}

double kernel_seconds(const ExecWork& work, const DeviceModel& device) {
    const double traffic = work.bytes / device.memory_rate;
    if (!device.is_gpu) return std::max(work.flops / device.rate(work.type), traffic);
    const double rate = busy_share(work, device) * work.efficiency * device.rate(work.type);
    return std::max(device.shortest_kernel, work.seconds + std::max(work.flops / rate, traffic));
}

double launch_gap(const DeviceModel& device) {
    return device.is_gpu ? device.launch_latency * kDevicesShare : device.launch_latency;
}

double exec_seconds(const ExecWork& work, const DeviceModel& device) {
    return launch_gap(device) + kernel_seconds(work, device);
}

ExecWork ExecWorks::operator()(CommandId id) {
    auto& [list, oldest] = known_[program_.command(id).subject];
    const auto found = std::find_if(list.rbegin(), list.rend(),
                                    [&](const Known& known) { return alike(known.example, id); });
    if (found != list.rend()) return found->work;
    const Known known{id, exec_work(program_, id)};
    if (list.size() < kMostShapes)
        list.push_back(known);
    else
        list[oldest++ % kMostShapes] = known;
    return known.work;
}

/// Returns whether two EXECs of one instruction have operands of the same shapes, and the same scalars.
bool ExecWorks::alike(CommandId a, CommandId b) const {
    const auto same_shape = [&](RegisterId x, RegisterId y) {
        const Register& p = program_.reg(x);
        const Register& q = program_.reg(y);
        return p.rows == q.rows && p.cols == q.cols && p.ld == q.ld && p.type == q.type;
    };
    const auto registers_a = program_.operands(a);
    const auto registers_b = program_.operands(b);
    const auto scalars_a = program_.scalar_operands(a);
    const auto scalars_b = program_.scalar_operands(b);
    return std::equal(registers_a.begin(), registers_a.end(), registers_b.begin(), registers_b.end(),
                      same_shape) &&
           std::equal(scalars_a.begin(), scalars_a.end(), scalars_b.begin(), scalars_b.end());
}

}  // namespace hg
