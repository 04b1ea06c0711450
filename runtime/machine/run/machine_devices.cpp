#include "runtime/machine/run/machine_devices.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "runtime/machine/device/device_model.hpp"
#include "runtime/machine/device/host_device.hpp"
#include "runtime/machine/log.hpp"
#include "runtime/machine/process_life.hpp"
#include "runtime/program/base/memory_hint.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

bool uses(const Program& program, DeviceIndex device) {
    return std::any_of(std::begin(kQueueKinds), std::end(kQueueKinds), [&](QueueKind kind) {
        return !program.queue({device, kind}).empty();
    });
}

bool is_host(const DeviceModel& device) {
    return device.traits.is_host;
}

Target target_of(const std::vector<const DeviceInfo*>& devices, const MachineOptions& options, int sharers) {
    Target target = guess_target(devices, options.memory_limit, sharers);
    for (DeviceModel& device : target.devices)
        device.shares_host_memory = device.shares_host_memory && options.in_place;
    return target;
}

/// A guess for hosts with GPUs, where 24 threads copied 66 to 103 GB/s.
constexpr double kBytesOfThread = 5e9;  ///< a second
constexpr double kMostBytes = 100e9;

Target with_copies(Target target, const CopyThreads* copies) {
    if (copies && std::ranges::any_of(target.devices, &DeviceModel::is_gpu))
        target.host_copy_rate = std::min(kBytesOfThread * copies->count(), kMostBytes);
    return target;
}

DeviceModel host_model(const MachineOptions& options) {
    const DeviceInfo info = describe_host_device();
    return target_of({&info}, options, 1).devices.front();
}

std::vector<const DeviceInfo*> infos(const std::vector<std::unique_ptr<Device>>& devices) {
    std::vector<const DeviceInfo*> list;
    for (const auto& device : devices) list.push_back(&device->info());
    return list;
}

/// The kernels of a program that a device needs.
/// The instructions of a device's EXECs, with the kernels of their guards if they run there.
std::vector<const Instruction*> kernels_of(const Program& program, DeviceIndex d, bool is_host) {
    std::vector<bool> needed(program.instructions().size(), false);
    for (const QueueKind kind : {QueueKind::exec, QueueKind::exec2})
        for (const CommandId command : program.queue({d, kind}))
            if (program.command(command).operation == Operation::exec)
                needed[program.command(command).subject] = true;
    std::vector<const Instruction*> kernels;
    for (std::size_t i = 0; i < needed.size(); ++i) {
        if (!needed[i]) continue;
        const Instruction& instruction = *program.instructions()[i];
        kernels.push_back(&instruction);
        if (is_host || !program.is_guarded()) continue;
        for (const Guard& guard : instruction.guards) kernels.push_back(&*guard.kernel);
    }
    return kernels;
}

}  // namespace

MachineDevices::MachineDevices(SharedSelection selection, const MachineOptions& options,
                               std::size_t most_runs)
    : share_(std::move(selection.share)),
      most_runs_(most_runs),
      devices_(std::move(selection.devices)),
      count_(devices_.size()),
      target_(with_copies(target_of(infos(devices_), options, share_.sharers()), selection.copies.get())),
      helper_(host_model(options)),
      lost_(count_ + 1) {
    if (devices_.empty()) throw Error(ErrorCode::invalid_argument, "a machine needs at least one device");
    // With room for the host helper, so that the pointers of runs in flight remain valid.
    devices_.reserve(count_ + 1);
    pools_.reserve(count_ + 1);
    queues_.reserve(std::size(kQueueKinds) * (count_ + 1));
    for (std::size_t d = 0; d < count_; ++d) {
        add_queues(*devices_[d], d);
        const DeviceInfo& info = devices_[d]->info();
        log(LogLevel::info, model(d).name + " is " + info.name + " (" + info.platform + "), " +
                                std::to_string(model(d).memory >> 20) + " MiB to use");
    }
}

/// Adds the slot pool and the queues of device number d, the next that has none. If it throws, nothing is
/// added.
void MachineDevices::add_queues(Device& device, std::size_t d) {
    auto pool = std::make_unique<SlotPool>(device, model(d).memory);
    std::vector<std::unique_ptr<Queue>> made;
    for (const QueueKind kind : kQueueKinds)
        made.push_back(
            std::make_unique<Queue>(device, QueueId{static_cast<DeviceIndex>(d), kind}, most_runs_));
    // Capacity is reserved, so nothing throws from here on.
    pools_.push_back(std::move(pool));
    for (auto& queue : made) queues_.push_back(std::move(queue));
}

/// Creates the host helper if a program uses it and it does not exist yet. A machine that has the host as a
/// device needs none. If it throws, the machine is unchanged. The mutex must be locked.
void MachineDevices::make_helper_for(const Program& program) {
    if (devices_.size() > count_ || program.devices().size() <= count_ ||
        !is_host(program.devices()[count_]) ||
        std::any_of(target_.devices.begin(), target_.devices.end(), is_host) ||
        !uses(program, static_cast<DeviceIndex>(count_)))
        return;
    std::unique_ptr<Device> host = make_host_device();
    add_queues(*host, count_);
    devices_.push_back(std::move(host));
}

std::span<const std::unique_ptr<Device>> MachineDevices::all() {
    const std::lock_guard lock(mutex_);
    return devices_;
}

Target MachineDevices::target_with_host() const {
    Target target = target_;
    target.devices.push_back(helper_);
    return target;
}

std::vector<std::int64_t> MachineDevices::capacities() const {
    std::vector<std::int64_t> bytes;
    for (const DeviceModel& device : target_.devices) bytes.push_back(device.memory);
    bytes.push_back(helper_.memory);
    return bytes;
}

std::vector<DeviceIndex> MachineDevices::used_by(const Program& program) {
    const std::lock_guard lock(mutex_);
    make_helper_for(program);
    std::vector<DeviceIndex> used;
    for (DeviceIndex d = 0; d < program.devices().size(); ++d) {
        if (!uses(program, d)) continue;
        if (d >= devices_.size())
            throw Error(ErrorCode::invalid_argument, "the program uses device " + std::to_string(d) +
                                                         "; this machine has " + std::to_string(count_) +
                                                         (count_ == 1 ? " device" : " devices"));
        const std::int64_t needed = program.device_bytes(d);
        if (needed > model(d).memory)
            throw Error(ErrorCode::out_of_memory,
                        "the program's plan takes " + std::to_string(needed) + " bytes of " + model(d).name +
                            ", which has " + std::to_string(model(d).memory) + " bytes to use" + kMemoryHint);
        used.push_back(d);
    }
    return used;
}

void MachineDevices::make_ready(const Program& program, DeviceIndex d, bool alone, std::uint64_t run,
                                const CheckedBindings* bindings, RunMemory& memory) {
    if (needs_context(d)) {
        if (!alone) throw Error(ErrorCode::device_lost, "the device was lost");
        recover(d);
    }
    compile(program, d);
    if (bindings && model(d).shares_host_memory) memory.windows.open(program, *bindings, d, *devices_[d]);
    const std::vector<bool> in_use = memory.windows.slots_in_use(program, d);
    std::vector<std::size_t> own;
    std::vector<std::int64_t> bytes;
    for (std::size_t s = 0; s < in_use.size(); ++s) {
        const Slot& slot = program.slots()[s];
        if (slot.device != d || slot.bytes <= 0 || slot.is_resident || !in_use[s]) continue;
        own.push_back(s);
        bytes.push_back(slot.bytes);
    }
    const std::lock_guard lock(mutex_);
    pools_[d]->set_aside(residents_->bytes(d));
    const std::vector<DeviceMemory*> reserved = pools_[d]->reserve(bytes, run);
    for (std::size_t i = 0; i < own.size(); ++i) memory.slots[own[i]] = reserved[i];
}

std::shared_ptr<ResidentBlock> MachineDevices::allocate_resident(DeviceIndex d, ElementType type,
                                                                 std::int64_t elements) {
    if (needs_context(d)) throw Error(ErrorCode::device_lost, "the device was lost");
    const std::int64_t bytes = elements * size_of(type);
    if (bytes > model(d).largest_slot)
        throw Error(ErrorCode::out_of_memory,
                    "resident memory of " + std::to_string(bytes) +
                        " bytes is larger than the largest buffer of " + model(d).name + ", " +
                        std::to_string(model(d).largest_slot) + " bytes" + kMemoryHint);
    const std::lock_guard lock(mutex_);
    pools_[d]->set_aside(residents_->bytes(d));
    return residents_->add(d, type, elements, pools_[d]->allocate_beside(bytes));
}

void MachineDevices::compile(const Program& program, DeviceIndex d) {
    stop_if_abandoned();
    devices_[d]->prepare_all(kernels_of(program, d, devices_[d]->info().is_host));
}

bool MachineDevices::are_compiled(const Program& program) {
    for (DeviceIndex d = 0; d < std::min(count_, program.devices().size()); ++d)
        for (const Instruction* const kernel : kernels_of(program, d, devices_[d]->info().is_host))
            if (!devices_[d]->is_compiled(*kernel)) return false;
    return true;
}

void MachineDevices::begin_queues(const Run& run, const std::vector<DeviceIndex>& used) noexcept {
    for (DeviceIndex d : used)
        for (const QueueKind kind : kQueueKinds) {
            const QueueId id{d, kind};
            if (!run.program->queue(id).empty()) queues_[id.index()]->begin(run);
        }
}

void MachineDevices::end_run(std::uint64_t run, const std::vector<DeviceIndex>& used) noexcept {
    for (DeviceIndex d : used) {
        devices_[d]->end_run(run);
        if (devices_[d]->lost()) note_lost(d);
    }
    release_slots(run, used);
}

void MachineDevices::release_slots(std::uint64_t run, const std::vector<DeviceIndex>& used) noexcept {
    const std::lock_guard lock(mutex_);
    for (DeviceIndex d : used) pools_[d]->release(run);
    for (const auto& pool : pools_) pool->limit_idle();
}

void MachineDevices::free_idle(DeviceIndex d) {
    const std::lock_guard lock(mutex_);
    pools_[d]->free_idle();
}

void MachineDevices::free_idle() {
    const std::lock_guard lock(mutex_);
    for (const auto& pool : pools_) pool->free_idle();
}

void MachineDevices::recover(DeviceIndex d) {
    log(LogLevel::warn, model(d).name + " was lost: making a new context");
    free_idle(d);
    residents_->lose(d);
    devices_[d]->recover();
    lost_[d] = false;
}

}  // namespace hg
