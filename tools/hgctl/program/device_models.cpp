#include "tools/hgctl/program/device_models.hpp"

#include <hg/runtime/program/error.hpp>

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
    if (device != "generic")
        throw hg::Error(hg::ErrorCode::invalid_argument, "no device model is called '" + device + "'");
    hg::Target target;
    target.devices.resize(count);
    return target;
}

}  // namespace hgctl
