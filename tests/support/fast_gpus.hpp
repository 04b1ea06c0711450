#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <hg/runtime/program/target.hpp>

namespace hg::test {

/// Equal GPUs of the kind that needs good plans: arithmetic much faster than the links, as on an H200, and
/// together more links than the host's memory can feed. The host adds nothing: what plans hide or do not is
/// judged by rates and latencies alone. `memory` is in bytes, of each.
inline Target fast_gpus(std::size_t count, std::int64_t memory = std::int64_t{120} << 30) {
    DeviceModel device;
    device.memory = memory;
    device.largest_slot = memory / 4;
    device.link_in = device.link_out = 50e9;
    device.link_both = 92e9;
    device.rate_f64 = 55e12;
    device.memory_rate = 3.3e12;
    device.shortest_kernel = 0;
    device.traits.compute_units = 132;

    Target target;
    target.devices.assign(count, device);
    for (std::size_t d = 0; d < count; ++d) target.devices[d].name = "gpu" + std::to_string(d);
    target.host_copy_rate = 120e9;
    target.delays = HostDelays::none();
    target.links_in = target.links_out = 200e9;
    target.links_both = 220e9;
    return target;
}

/// One of them that says it is an H200.
inline Target one_h200() {
    Target target = fast_gpus(1);
    target.devices[0].traits = {.product = "NVIDIA H200",
                                .vendor = "NVIDIA",
                                .architecture = "sm_90",
                                .nvidia_capability = 90,
                                .local_memory = std::int64_t{227} << 10,
                                .max_work_group = 1024,
                                .compute_units = 132};
    return target;
}

}  // namespace hg::test
