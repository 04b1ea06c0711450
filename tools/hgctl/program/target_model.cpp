#include "tools/hgctl/program/target_model.hpp"

namespace hgctl {
namespace {

hg::DeviceModel h200() {
    hg::DeviceModel device;
    device.name = "h200";
    device.memory = std::int64_t{126} << 30;
    device.largest_slot = std::int64_t{35} << 30;
    device.link_in = 54e9;
    device.link_out = 52e9;
    device.link_both = 90e9;
    device.rate_f64 = 55e12;
    device.rate_f32 = 49e12;
    device.memory_rate = 3.3e12;
    device.launch_latency = 4e-6;
    device.traits = {.product = "NVIDIA H200",
                     .vendor = "NVIDIA",
                     .architecture = "sm_90",
                     .nvidia_capability = 90,
                     .local_memory = std::int64_t{227} << 10,
                     .max_work_group = 1024,
                     .compute_units = 132};
    return device;
}

/// With 64 cores; all links and copies as four devices had them.
hg::Target h200_node(std::size_t count) {
    hg::Target target;
    target.devices.assign(count, h200());
    target.host_copy_rate = 137e9;
    target.links_in = 213e9;
    target.links_out = 157e9;
    target.links_both = 203e9;
    return target;
}

}  // namespace

std::vector<std::string> device_model_names() {
    return {"generic", "h200"};
}

hg::Target node_model(const std::string& device, std::size_t count) {
    if (device == "h200") return h200_node(count);
    if (device != "generic") refuse("no device model is called '" + device + "'");
    hg::Target target;
    target.devices.resize(count);
    return target;
}

void TargetRates::add_options(Command& command) {
    const auto add_rate = [&](const char* name, std::optional<double>& value, const char* help) {
        command.option(name, value, help).positive();
    };
    add_rate("--copy-rate", copy_rate,
             "Staging copies of the host, GB/s, all devices together (default: 40; 1e9: pinned memory)");
    add_rate("--links-in", links_in, "All links from the host together, GB/s (default: no common limit)");
    add_rate("--links-out", links_out, "All links to the host together, GB/s (default: no common limit)");
    add_rate("--links-both", links_both,
             "All links, both directions at once, GB/s (default: no common limit)");
    add_rate("--link-in", link_in, "Host to one device, GB/s (default: the device's figure)");
    add_rate("--link-out", link_out, "One device to the host, GB/s (default: the device's figure)");
    add_rate("--link-both", link_both,
             "Both directions of a device's link together, GB/s (default: the sum, if one of them is given)");
    add_rate("--kernel-rate", kernel_rate, "Kernels of a device, GFLOP/s (default: the device's figure)");
    command
        .option("--compute-units", compute_units,
                "Compute units of a device, which run work-groups in waves (default: the device's figure)")
        .value_name("INT:INTEGER > 0")
        .whole_number(1);
}

void TargetRates::apply(hg::Target& target) const {
    const auto replace = [](double& rate, const std::optional<double>& giga) {
        if (giga) rate = *giga * 1e9;
    };
    replace(target.host_copy_rate, copy_rate);
    replace(target.links_in, links_in);
    replace(target.links_out, links_out);
    replace(target.links_both, links_both);
    for (hg::DeviceModel& device : target.devices) {
        replace(device.link_in, link_in);
        replace(device.link_out, link_out);
        // Links whose directions are given are as fast both ways at once, unless that is given too.
        if (link_in || link_out) device.link_both = device.link_in + device.link_out;
        replace(device.link_both, link_both);
        replace(device.rate_f64, kernel_rate);
        replace(device.rate_f32, kernel_rate);
        if (compute_units) device.traits.compute_units = *compute_units;
    }
}

hg::Target TargetRates::target_of(const hg::Program& program) const {
    hg::Target target;
    target.devices.assign(program.devices().begin(), program.devices().end());
    apply(target);
    return target;
}

}  // namespace hgctl
