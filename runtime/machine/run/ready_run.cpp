#include "runtime/machine/run/ready_run.hpp"

#include <utility>

#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

std::vector<std::int64_t> bytes_of(const Program& program) {
    std::vector<std::int64_t> bytes;
    for (DeviceIndex d = 0; d < program.devices().size(); ++d)
        bytes.push_back(program.device_bytes(d) - program.resident_bytes(d));
    return bytes;
}

bool gathers(const Program& program, QueueKind queue) {
    for (DeviceIndex d = 0; d < program.devices().size(); ++d)
        if (program.gathers({d, queue})) return true;
    return false;
}

}  // namespace

RunNeeds needs_of(const Program& program, std::vector<HostRegion> regions) {
    return {.regions = std::move(regions),
            .bytes = bytes_of(program),
            .gathers_in_exec = gathers(program, QueueKind::exec),
            .gathers_in_exec2 = gathers(program, QueueKind::exec2)};
}

ReadyRun::~ReadyRun() {
    devices_.end_run(run_, used_);
}

void ReadyRun::begin(const CheckedBindings* bindings, RunJournal* journal, const Start& start) {
    wait_for_turns();
    while (!try_begin(bindings, journal, start)) {
        turns_.reset();
        place_.wait_alone();
        wait_for_turns();
    }
}

void ReadyRun::wait_for_turns() {
    turns_.emplace(devices_.share(), used_, [this](DeviceIndex d) { devices_.free_idle(d); });
}

/// Unlike a lost device, lost resident memory cannot be recovered.
void ReadyRun::find(const Residents& residents, std::vector<DeviceMemory*>& slots) const {
    for (std::size_t i = 0; i < residents.size(); ++i) {
        const auto& [name, reg] = program_.residents()[i];
        const ResidentBlock& block = *residents[i];
        DeviceMemory* const memory = block.memory();
        if (memory == nullptr || devices_.needs_context(block.device())) {
            ErrorContext context;
            context.argument_name = name;
            context.device = devices_.model(block.device()).name;
            throw Error(ErrorCode::device_lost,
                        "the memory of resident register " + name +
                            " was lost with its device: allocate it anew and fill it",
                        std::move(context));
        }
        slots[index(program_.slot_of(reg))] = memory;
    }
}

/// Returns false if it can be tried again when nothing else is in flight.
bool ReadyRun::try_begin(const CheckedBindings* bindings, RunJournal* journal, const Start& start) {
    const std::lock_guard lock(preparing_);
    memory_ = {.slots = std::vector<DeviceMemory*>(program_.slots().size(), nullptr)};
    if (bindings) find(bindings->residents(), memory_.slots);
    for (const DeviceIndex d : used_) {
        try {
            devices_.make_ready(program_, d, place_.alone(), run_, bindings, memory_);
        } catch (const Error& error) {
            devices_.release_slots(run_, used_);
            const bool lost = error.code() == ErrorCode::device_lost;
            if (!place_.alone() && (lost || error.code() == ErrorCode::out_of_memory)) return false;
            if (lost) devices_.note_lost(d);
            if (journal) journal->device_failed(d);
            throw error.at(devices_.model(d).name, "");
        }
    }
    start(memory_);
    return true;
}

std::shared_ptr<ResidentBlock> resident_block(MachineDevices& devices, RunOrder& order, DeviceIndex d,
                                              ElementType type, std::int64_t elements) {
    try {
        const std::lock_guard lock(order.preparing);
        return devices.allocate_resident(d, type, elements);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::device_lost && error.code() != ErrorCode::out_of_memory)
            throw error.at(devices.model(d).name, "");
    }
    const WorkQueue::Place place(order.queue, RunNeeds::alone_on_the_machine());
    const std::lock_guard lock(order.preparing);
    try {
        if (devices.needs_context(d)) devices.recover(d);
        return devices.allocate_resident(d, type, elements);
    } catch (const Error& error) {
        throw error.at(devices.model(d).name, "");
    }
}

}  // namespace hg
