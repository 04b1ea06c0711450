#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "runtime/machine/run/checked_bindings.hpp"
#include "runtime/machine/run/machine_devices.hpp"
#include "runtime/machine/run/work_queue.hpp"
#include "runtime/machine/share/device_share.hpp"
#include <hg/runtime/machine/run_journal.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// How the runs of a machine come one after the other.
struct RunOrder {
    WorkQueue queue;       ///< the runs in flight and those that wait
    std::mutex preparing;  ///< one run at a time is made ready and begins
};

/// A run's place among those under way, its turns on shared devices and its slots; ends them on destruction,
/// when all that it started has reported.
class ReadyRun {
  public:
    /// Starts the run in the memory of its slots.
    using Start = std::function<void(const std::vector<DeviceMemory*>& slots)>;

    /// Waits for its place in `order`. Throws as MachineDevices::used_by.
    /// Without bindings it has no memory for resident registers, and `start` must not use any.
    ReadyRun(MachineDevices& devices, RunOrder& order, const Program& program,
             const CheckedBindings* bindings, std::uint64_t run);
    ~ReadyRun();
    ReadyRun(const ReadyRun&) = delete;
    ReadyRun& operator=(const ReadyRun&) = delete;

    [[nodiscard]] const std::vector<DeviceIndex>& used() const noexcept { return used_; }

    /// Makes all devices ready, then calls `start`. What cannot be had while other runs are under way is
    /// waited for; meanwhile no other process waits for this one's turn.
    void begin(RunJournal* journal, const Start& start);

  private:
    void wait_for_turns();
    bool try_begin(RunJournal* journal, const Start& start);
    void find_residents(std::vector<DeviceMemory*>& slots) const;

    MachineDevices& devices_;
    RunOrder& order_;
    const Program& program_;
    const CheckedBindings* const bindings_;
    const std::uint64_t run_;
    const std::vector<DeviceIndex> used_;
    WorkQueue::Place place_;
    std::optional<RunTurns> turns_;
};

/// Memory for resident registers. What cannot be had while runs are under way is waited for.
std::shared_ptr<ResidentBlock> resident_block(MachineDevices& devices, RunOrder& order, DeviceIndex d,
                                              ElementType type, std::int64_t elements);

}  // namespace hg
