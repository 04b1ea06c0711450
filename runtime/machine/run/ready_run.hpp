#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "runtime/machine/run/machine_devices.hpp"
#include "runtime/machine/run/resident_store.hpp"
#include "runtime/machine/run/work_queue.hpp"
#include "runtime/machine/share/device_share.hpp"
#include <hg/runtime/machine/run_journal.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// The order of a machine's runs.
struct RunOrder {
    WorkQueue queue;       ///< the runs in flight and those that wait
    std::mutex preparing;  ///< held while a run is prepared and begins
};

/// Returns the needs of a run of a program that touches these regions of the caller's memory.
RunNeeds needs_of(const Program& program, std::vector<HostRegion> regions);

/// A run's turns on shared devices, and its memory. The destructor releases them; everything that the run
/// started must have reported by then.
class ReadyRun {
  public:
    /// Starts the run in its memory, which exists as long as this object.
    using Start = std::function<void(const RunMemory& memory)>;
    using Residents = std::vector<std::shared_ptr<ResidentBlock>>;

    /// For run number `run` with its place in the queue. `preparing` ensures that the machine prepares one
    /// run at a time.
    ReadyRun(MachineDevices& devices, std::mutex& preparing, WorkQueue::Place& place, const Program& program,
             const std::vector<DeviceIndex>& used, std::uint64_t run) noexcept
        : devices_(devices),
          preparing_(preparing),
          place_(place),
          program_(program),
          used_(used),
          run_(run) {}
    ~ReadyRun();
    ReadyRun(const ReadyRun&) = delete;
    ReadyRun& operator=(const ReadyRun&) = delete;

    /// Prepares all devices, then calls `start`. If other runs in flight prevent this, waits for them;
    /// meanwhile no other process has to wait for this one's turn. Without `bindings`, `start` must not use
    /// resident registers, and all others get memory.
    void begin(const CheckedBindings* bindings, RunJournal* journal, const Start& start);

  private:
    void wait_for_turns();
    bool try_begin(const CheckedBindings* bindings, RunJournal* journal, const Start& start);
    void find(const Residents& residents, std::vector<DeviceMemory*>& slots) const;

    MachineDevices& devices_;
    std::mutex& preparing_;
    WorkQueue::Place& place_;
    const Program& program_;
    const std::vector<DeviceIndex>& used_;
    const std::uint64_t run_;
    std::optional<RunTurns> turns_;
    RunMemory memory_;
};

/// Allocates memory for resident registers. If runs in flight prevent this, waits for them.
std::shared_ptr<ResidentBlock> resident_block(MachineDevices& devices, RunOrder& order, DeviceIndex d,
                                              ElementType type, std::int64_t elements);

}  // namespace hg
