#include "blas/session/model/complete_model.hpp"

#include <algorithm>

#include "blas/session/model/product_rates.hpp"
#include "runtime/machine/measure/links.hpp"
#include <hg/kernels/scale.hpp>

namespace hg {
namespace {

constexpr std::int64_t kBlock = 4096;  ///< a device's rate is that of products of blocks of this size

bool links_known(const MachineModel& model) {
    return model.links.in > 0 && model.staging_threads > 0 &&
           std::ranges::all_of(model.devices, [](const DeviceRates& d) { return d.link.in > 0; });
}

/// The first device of the same kind: the one that is measured for all of them.
std::size_t representative(const Machine& machine, std::size_t device) {
    std::size_t first = 0;
    while (kind_of(machine.device(first)) != kind_of(machine.device(device))) ++first;
    return first;
}

bool complete_links(MachineModel& model, Machine& machine, std::int64_t bytes) {
    bool measured = false;
    const InstructionPtr zero = kernels::zero(ElementType::f32);
    if (!links_known(model)) {
        const TransferRates rates = measure_links(machine, zero, bytes);
        for (std::size_t d = 0; d < model.devices.size(); ++d) model.devices[d].link = rates.alone[d];
        model.links = rates.together;
        model.staged = rates.staged;
        model.host_copy = rates.host_copy;
        model.host_read = rates.host_read;
        model.staging_threads = rates.staging_threads;
        measured = true;
    }
    for (std::size_t d = 0; d < model.devices.size(); ++d) {
        DeviceRates& rates = model.devices[d];
        if (rates.call.seconds > 0) continue;
        const DeviceRates& first = model.devices[representative(machine, d)];
        const Latencies latencies = &first == &rates
                                        ? measure_latencies(machine, static_cast<DeviceIndex>(d), zero,
                                                            kernels::scale(ElementType::f32), bytes)
                                        : Latencies{first.link_latency, first.launch_latency, first.call};
        rates.link_latency = latencies.transfer;
        rates.launch_latency = latencies.launch;
        rates.call = latencies.call;
        measured = true;
    }
    return measured;
}

/// Bytes of the matrix for measuring the CPU's thin products, which must exceed all caches. 0 without GPUs,
/// because these rates then decide nothing.
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
                first == d ? measure_gemm_rate(machine, static_cast<DeviceIndex>(d), type, database)
                           : model.devices[first].rate(type);
            measured = true;
        }
    if (model.host.f64 <= 0) {
        model.host.f64 = measure_host_rate<double>();
        model.host.f32 = measure_host_rate<float>();
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

bool complete(MachineModel& model, Machine& machine, const kernels::Database& database,
              const ModelParts& parts) {
    model.devices.resize(machine.device_count());
    bool measured = false;
    if (parts.links) measured |= complete_links(model, machine, parts.transfer_bytes);
    if (parts.kernels) measured |= complete_kernels(model, machine, database, parts.transfer_bytes);
    return measured;
}

ModelFile model_file(const std::string& folder, const Machine& machine, const kernels::Database& database) {
    return {folder, machine, [&database](const DeviceModel& device, ElementType type) {
                return probed_kernel(device, type, database);
            }};
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
