#include "tools/hgctl/program/machine_changes.hpp"

namespace hgctl {
namespace {

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

void double_copies(hg::Target& target) {
    target.host_copy_rate *= 2;
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

constexpr MachineChange kChanges[] = {{"links_in", "links in twice as fast", double_links_in},
                                      {"links_out", "links out twice as fast", double_links_out},
                                      {"links", "all links twice as fast", double_links},
                                      {"host_copies", "host copies twice as fast", double_copies},
                                      {"kernels", "kernels twice as fast", double_kernels},
                                      {"launches", "launches that take no time", drop_launches}};

}  // namespace

std::span<const MachineChange> machine_changes() {
    return kChanges;
}

}  // namespace hgctl
