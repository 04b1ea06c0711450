#include "runtime/machine/run/ready_run.hpp"

#include <utility>

#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

std::vector<std::int64_t> bytes_of(const Program& program) {
    std::vector<std::int64_t> bytes;
    for (DeviceIndex d = 0; d < program.devices().size(); ++d) bytes.push_back(program.device_bytes(d));
    return bytes;
}

bool gathers(const Program& program, QueueKind queue) {
    for (DeviceIndex d = 0; d < program.devices().size(); ++d)
        if (program.gathers({d, queue})) return true;
    return false;
}

}  // namespace

ReadyRun::ReadyRun(MachineDevices& devices, RunOrder& order, const Program& program,
                   std::vector<HostRegion> regions, std::uint64_t run)
    : devices_(devices),
      order_(order),
      program_(program),
      run_(run),
      used_(devices.used_by(program)),
      place_(order.line, {.regions = std::move(regions),
                          .bytes = bytes_of(program),
                          .gathers_in_exec = gathers(program, QueueKind::exec),
                          .gathers_in_exec2 = gathers(program, QueueKind::exec2)}) {}

ReadyRun::~ReadyRun() {
    devices_.end_run(run_, used_);
}

void ReadyRun::begin(RunJournal* journal, const Start& start) {
    wait_for_turns();
    while (!try_begin(journal, start)) {
        turns_.reset();
        place_.wait_alone();
        wait_for_turns();
    }
}

void ReadyRun::wait_for_turns() {
    turns_.emplace(devices_.share(), used_, [this](DeviceIndex d) { devices_.free_idle(d); });
}

/// False if it can be tried again when nothing else is under way.
bool ReadyRun::try_begin(RunJournal* journal, const Start& start) {
    const std::lock_guard lock(order_.preparing);
    std::vector<DeviceMemory*> slots(program_.slots().size(), nullptr);
    for (const DeviceIndex d : used_) {
        try {
            devices_.make_ready(program_, d, place_.alone(), run_, slots);
        } catch (const Error& error) {
            devices_.release_slots(run_, used_);
            const bool lost = error.code() == ErrorCode::device_lost;
            if (!place_.alone() && (lost || error.code() == ErrorCode::out_of_memory)) return false;
            if (lost) devices_.note_lost(d);
            if (journal) journal->device_failed(d);
            throw error.at(devices_.model(d).name, "");
        }
    }
    start(slots);
    return true;
}

}  // namespace hg
