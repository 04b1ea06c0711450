#include "blas/session/model/probe.hpp"

#include <algorithm>
#include <utility>

#include "blas/session/model/call_probe.hpp"
#include "blas/session/model/host_probe.hpp"
#include "blas/session/model/kernel_probe.hpp"
#include "blas/session/model/link_probe.hpp"

namespace hg {
namespace {

constexpr std::int64_t kBlock = 4096;  ///< products of blocks of this size stand for a device's rate

bool links_known(const MachineModel& model) {
    return model.links.in > 0 && std::all_of(model.devices.begin(), model.devices.end(),
                                             [](const DeviceRates& d) { return d.link.in > 0; });
}

/// The first device of the same kind: the one that is measured for all of them.
std::size_t representative(const Machine& machine, std::size_t device) {
    std::size_t first = 0;
    while (kind_of(machine.device(first)) != kind_of(machine.device(device))) ++first;
    return first;
}

void measure_links(MachineModel& model, Machine& machine, std::int64_t bytes) {
    const TransferRates rates = measure_links(machine, bytes);
    for (std::size_t d = 0; d < model.devices.size(); ++d) model.devices[d].link = rates.alone[d];
    model.links = rates.together;
    model.staged = rates.staged;
    model.host_copy = rates.host_copy;
}

void measure_latencies(DeviceRates& rates, Machine& machine, DeviceIndex device, std::int64_t bytes) {
    const Latencies latencies = measure_latencies(machine, device, bytes);
    rates.link_latency = latencies.transfer;
    rates.launch_latency = latencies.launch;
    rates.call = latencies.call;
}

void copy_latencies(DeviceRates& to, const DeviceRates& from) {
    to.link_latency = from.link_latency;
    to.launch_latency = from.launch_latency;
    to.call = from.call;
}

bool complete_links(MachineModel& model, Machine& machine, std::int64_t bytes) {
    bool measured = false;
    if (!links_known(model)) {
        measure_links(model, machine, bytes);
        measured = true;
    }
    for (std::size_t d = 0; d < model.devices.size(); ++d) {
        DeviceRates& rates = model.devices[d];
        if (rates.call.seconds > 0) continue;
        const std::size_t first = representative(machine, d);
        if (first == d)
            measure_latencies(rates, machine, static_cast<DeviceIndex>(d), bytes);
        else
            copy_latencies(rates, model.devices[first]);
        measured = true;
    }
    return measured;
}

/// The matrix by which the CPU's thin products are measured, which no cache holds. 0: without GPUs they
/// decide nothing.
std::int64_t thin_matrix_bytes(const Target& target, std::int64_t bytes) {
    if (bytes > 0) return bytes;
    return std::ranges::any_of(target.devices, &DeviceModel::is_gpu) ? std::int64_t{256} << 20 : 0;
}

bool complete_kernels(MachineModel& model, Machine& machine, const kernels::Database& database,
                      std::int64_t bytes) {
    bool measured = false;
    const Target& target = machine.target();
    for (std::size_t d = 0; d < model.devices.size(); ++d)
        for (const ElementType type : kPrecisions) {
            if (model.devices[d].rate(type) > 0 || !target.devices[d].computes(type)) continue;
            const std::size_t first = representative(machine, d);
            model.devices[d].rate(type) =
                first == d ? measure_gemm_rate(machine, target, static_cast<DeviceIndex>(d), type, database)
                           : model.devices[first].rate(type);
            measured = true;
        }
    if (model.host.f64 <= 0) {
        const HostRates rates = measure_host_rates();
        model.host.f64 = rates.f64;
        model.host.f32 = rates.f32;
        measured = true;
    }
    if (const std::int64_t matrix = thin_matrix_bytes(target, bytes); matrix > 0 && model.host.thin.empty()) {
        model.host.thin = measure_thin_products<double>(matrix);
        model.host.thin_f32 = measure_thin_products<float>(matrix);
        measured = true;
    }
    return measured;
}

}  // namespace

std::string kind_of(const DeviceInfo& info) {
    std::string kind =
        info.name + " | " + info.driver + " | " + std::to_string(info.compute_units) + " units";
    // A driver may name devices in any bytes; JSON text is UTF-8.
    std::replace_if(
        kind.begin(), kind.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return kind;
}

bool complete(MachineModel& model, Machine& machine, const kernels::Database& database,
              const ModelParts& parts) {
    model.devices.resize(machine.device_count());
    bool measured = false;
    if (parts.links) measured |= complete_links(model, machine, parts.transfer_bytes);
    if (parts.kernels) measured |= complete_kernels(model, machine, database, parts.transfer_bytes);
    return measured;
}

void guess_rates(Target& target, const kernels::Database& database) {
    for (DeviceModel& device : target.devices)
        for (const ElementType type : kPrecisions) {
            const kernels::GemmChoice choice =
                database.choose({type, false, false, kBlock, kBlock / 2, kBlock}, device);
            if (choice.rung > kernels::Rung::device || choice.rate <= 0) continue;
            device.rate(type) = choice.rate;
        }
}

}  // namespace hg
