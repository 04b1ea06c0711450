#include "runtime/machine/device/device_model.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace hg {
namespace {

// Rough first estimates for common hardware. They divide work among unequal devices until rates have been
// measured, and the simulator uses them.
constexpr double kGpuUnitF64 = 64e9;  ///< flop/s per compute unit
constexpr double kGpuUnitF32 = 128e9;
constexpr double kGpuUnitMemory = 25e9;  ///< bytes/s
constexpr double kCoreF64 = 8e9;         ///< flop/s per core
constexpr double kCoreF32 = 16e9;

void guess_gpu(DeviceModel& model, double units) {
    model.rate_f64 = units * kGpuUnitF64;
    model.rate_f32 = units * kGpuUnitF32;
    model.memory_rate = units * kGpuUnitMemory;
    model.link_in = model.link_out = 50e9;  // PCI Express 5.0, 16 lanes, as measured
    model.link_both = 90e9;
    model.link_latency = 10e-6;
    model.launch_latency = 5e-6;
}

void guess_cpu(DeviceModel& model, double units, double launch_latency) {
    model.rate_f64 = units * kCoreF64;
    model.rate_f32 = units * kCoreF32;
    model.memory_rate = 20e9;
    model.link_in = model.link_out = model.link_both = 10e9;
    model.link_latency = launch_latency;
    model.launch_latency = launch_latency;
}

DeviceModel guess(const DeviceInfo& info, std::int64_t memory_limit, int sharers) {
    DeviceModel model;
    model.memory = (memory_limit > 0 ? std::min(memory_limit, info.memory) : info.memory / 10 * 9) / sharers;
    model.largest_slot = std::min(info.largest_buffer, model.memory);
    model.has_f64 = info.has_f64;
    model.is_gpu = info.is_gpu;
    model.shares_host_memory = info.unified_memory;
    model.traits = info.traits;
    const auto units = static_cast<double>(std::max<std::int64_t>(1, info.compute_units));
    if (info.is_gpu)
        guess_gpu(model, units);
    else
        guess_cpu(model, units, info.is_host ? 1e-6 : 50e-6);
    return model;
}

/// Returns the name of the devices, if they have one name, or of the first ones.
std::string name_of(const std::vector<const DeviceInfo*>& devices) {
    if (devices.empty()) return {};
    const std::string& name = devices.front()->name;
    const bool same =
        std::ranges::all_of(devices, [&](const DeviceInfo* info) { return info->name == name; });
    return same ? name : name + " and others";
}

}  // namespace

Target guess_target(const std::vector<const DeviceInfo*>& devices, std::int64_t memory_limit, int sharers) {
    Target target;
    std::map<std::string, int> count;
    for (const DeviceInfo* info : devices) {
        const std::string kind = info->is_host ? "host" : info->is_gpu ? "gpu" : "cpu";
        DeviceModel model = guess(*info, memory_limit, sharers);
        model.name = kind + std::to_string(count[kind]++);
        target.devices.push_back(std::move(model));
    }
    target.name = name_of(devices);
    target.unmeasured = true;
    return target;
}

}  // namespace hg
