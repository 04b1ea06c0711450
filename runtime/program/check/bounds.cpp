#include <algorithm>
#include <array>
#include <vector>

#include "runtime/program/build/exec_work.hpp"
#include "runtime/program/simulate/timing.hpp"
#include <hg/runtime/program/analysis.hpp>
#include <hg/runtime/program/bounds.hpp>

namespace hg {
namespace {

double largest(const std::vector<double>& list) {
    return list.empty() ? 0 : *std::max_element(list.begin(), list.end());
}

/// The total work of the commands of one device, or of all devices.
struct Work {
    /// The time of each queue's commands if they run one after the other; indexed by QueueKind.
    std::array<double, kQueueKinds.size()> seconds{};
    double seconds_of_units = 0;  ///< the time of all queues' kernels if no compute unit were ever idle
    double bytes_in = 0;
    double bytes_out = 0;

    [[nodiscard]] double seconds_of(QueueKind queue) const {
        return seconds[static_cast<std::size_t>(queue)];
    }
    /// The kernels of both queues may run at the same time, each on some of the compute units.
    [[nodiscard]] double seconds_of_kernels() const {
        return std::max({seconds_of(QueueKind::exec), seconds_of(QueueKind::exec2), seconds_of_units});
    }
};

std::vector<Work> work_of_devices(const Program& program, const Target& target) {
    std::vector<Work> devices(program.devices().size());
    ExecWorks works(program);
    for (std::uint32_t c = 0; c < program.size(); ++c) {
        const auto id = static_cast<CommandId>(c);
        const Command& command = program.command(id);
        const DeviceModel& device = target.devices[command.device];
        Work& work = devices[command.device];
        double& seconds = work.seconds[static_cast<std::size_t>(command.queue)];
        if (command.operation == Operation::exec) {
            const ExecWork exec = works(id);
            seconds += exec_seconds(exec, device);
            work.seconds_of_units += used_share(exec, device) * kernel_seconds(exec, device);
        }
        if (!is_transfer(command.operation) || stays_in_place(program, id, target)) continue;
        const bool is_load = command.operation == Operation::load;
        const auto bytes = static_cast<double>(program.transfer_bytes(id));
        (is_load ? work.bytes_in : work.bytes_out) += bytes;
        seconds += device.link_latency + bytes / link_rate(device, command.operation);
    }
    return devices;
}

/// Returns the number of bytes that the host copies. Loads that share a tile count once.
double bytes_staged(const Program& program, const Target& target) {
    double bytes = 0;
    for (std::uint32_t c = 0; c < program.size(); ++c) {
        const auto id = static_cast<CommandId>(c);
        if (!is_transfer(program.command(id).operation) || !program.is_staged(id) ||
            stays_in_place(program, id, target))
            continue;
        const std::uint32_t group = program.shared_load(id);
        if (group == kNotShared || program.shared_load_users(group)[0] == id)
            bytes += static_cast<double>(program.transfer_bytes(id));
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
    result.critical_path = largest(priorities(program, target));
    const std::vector<Work> devices = work_of_devices(program, target);
    Work all;
    for (std::size_t d = 0; d < devices.size(); ++d) {
        const Work& own = devices[d];
        result.flops = std::max(result.flops, own.seconds_of_kernels());
        result.link_in = std::max(result.link_in, own.seconds_of(QueueKind::load));
        result.link_out = std::max(result.link_out, own.seconds_of(QueueKind::store));
        result.link_both =
            std::max(result.link_both, (own.bytes_in + own.bytes_out) / target.devices[d].link_both);
        all.bytes_in += own.bytes_in;
        all.bytes_out += own.bytes_out;
    }
    const double bytes = all.bytes_in + all.bytes_out;
    result.staging = bytes_staged(program, target) / target.host_copy_rate;
    result.links_in = all.bytes_in / target.links_in;
    result.links_out = all.bytes_out / target.links_out;
    result.links_both = bytes / target.links_both;
    return result;
}

}  // namespace hg
