#pragma once

#include <condition_variable>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "runtime/machine/run/checked_bindings.hpp"
#include "runtime/machine/run/host_windows.hpp"
#include "runtime/machine/run/scheduler.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg {

/// The memory of a run's registers.
struct RunMemory {
    std::vector<DeviceMemory*> slots;  ///< by SlotId; null for slots that hold nothing
    HostWindows windows{};             ///< registers in the caller's memory
};

/// The data of a run that its queues use.
struct Run {
    const Program* program = nullptr;
    const CheckedBindings* bindings = nullptr;
    const RunMemory* memory = nullptr;
    Scheduler* scheduler = nullptr;
};

/// One queue of a device: a thread that starts the queue's commands in order, run after run, each as soon as
/// the commands on which it depends have completed. Commands of a run may start while those of the previous
/// run are in flight.
class Queue {
  public:
    /// For at most `most_runs` runs at a time. Throws Error{out_of_memory} if the system refuses a thread.
    Queue(Device& device, QueueId id, std::size_t most_runs);
    ~Queue();
    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;

    /// Adds a run. The queue begins with it when all commands of earlier runs are started, and holds it until
    /// all its commands in this queue are started or it is cancelled. All queues must receive their runs in
    /// the same order.
    void begin(const Run& run) noexcept;

  private:
    void serve() noexcept;
    void start_all(const Run& run);
    [[nodiscard]] Scheduler::Until until(const Run& run, CommandId command) const;
    void submit();
    void start(const Run& run, CommandId command);
    void load(const Run& run, CommandId command);
    void exec(const Run& run, CommandId command);
    void find_after(const Run& run, CommandId command);
    static LiveRegister live(const Run& run, RegisterId reg);

    Device& device_;
    const QueueId id_;
    std::vector<LiveRegister> registers_;  ///< operands of the EXEC to start; reused to avoid allocations
    std::vector<ScalarValue> scalars_;
    std::vector<CommandId> after_;  ///< commands for which the device makes it wait
    std::size_t unreported_ = 0;    ///< EXECs of this run so far for whose completion nobody waits

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<const Run*> runs_;  ///< runs to start, oldest first
    bool ended_ = false;
    std::thread thread_;
};

}  // namespace hg
