#include <algorithm>

#include <hg/runtime/machine/machine_model.hpp>

namespace hg {
namespace {

void set(double& rate, double known) {
    if (known > 0) rate = known;
}

}  // namespace

void set_rates(Target& target, const MachineModel& model) {
    const std::size_t count = std::min(target.devices.size(), model.devices.size());
    for (std::size_t d = 0; d < count; ++d) {
        DeviceModel& device = target.devices[d];
        const DeviceRates& known = model.devices[d];
        set(device.link_in, known.link.in);
        set(device.link_out, known.link.out);
        set(device.link_both, known.link.both);
        for (ElementType type : kPrecisions) set(device.rate(type), known.rate(type));
        set(device.link_latency, known.link_latency);
        set(device.launch_latency, known.launch_latency);
        set(device.memory_rate, known.memory.rate);
    }
    set(target.links_in, model.links.in);
    set(target.links_out, model.links.out);
    set(target.links_both, model.links.both);
    set(target.host_copy_rate, model.host_copy);
    const bool all_known = count == target.devices.size() && model.host_copy > 0 &&
                           std::ranges::all_of(model.devices, [](const DeviceRates& known) {
                               return known.link.in > 0 && known.launch_latency > 0 &&
                                      std::max(known.rate_f64, known.rate_f32) > 0;
                           });
    if (all_known) target.unmeasured = false;
}

}  // namespace hg
