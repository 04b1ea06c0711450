#pragma once

#include <condition_variable>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "runtime/machine/run/checked_bindings.hpp"
#include "runtime/machine/run/scheduler.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg {

/// One run as its queues see it.
struct Run {
    const Program* program = nullptr;
    const CheckedBindings* bindings = nullptr;
    std::vector<DeviceMemory*> slots;  ///< memory of each of the program's slots
    Scheduler* scheduler = nullptr;
};

/// One queue of a device: a thread that starts this queue's commands in order, run after run, each as soon as
/// all it depends on has ended. Commands of a run may start while those of the run before it are under way.
class Queue {
  public:
    /// For at most `most_runs` runs at once. Throws Error{out_of_memory} if the system gives no thread.
    Queue(Device& device, QueueId id, std::size_t most_runs);
    ~Queue();
    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;

    /// Begins with a run when those before it are started; it is held until all its commands here are
    /// started, or it is cancelled. All queues must be given their runs in the same order.
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
    std::vector<LiveRegister> registers_;  ///< of the EXEC to start; kept to allocate once
    std::vector<ScalarValue> scalars_;
    std::vector<CommandId> after_;  ///< what the device has it wait for
    std::size_t unreported_ = 0;    ///< EXECs of this run so far whose ends nobody waits for

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<const Run*> runs_;  ///< to start, the oldest first
    bool ended_ = false;
    std::thread thread_;
};

}  // namespace hg
