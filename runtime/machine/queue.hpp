#pragma once

#include <condition_variable>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "runtime/machine/device.hpp"
#include "runtime/machine/run_arguments.hpp"
#include "runtime/machine/scheduler.hpp"

namespace hg {

/// One run as its queues see it.
struct Run {
    const Program* program = nullptr;
    const RunArguments* arguments = nullptr;
    std::span<DeviceMemory* const> slots;  ///< memory of each of the program's slots
    Scheduler* scheduler = nullptr;
};

/// One queue of a device: a thread that starts this queue's commands of a run in order, each as soon as all
/// it depends on has ended.
class Queue {
  public:
    Queue(Device& device, QueueId id);
    ~Queue();
    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;

    /// Begins with a run. Needs an idle queue.
    void begin(const Run& run);
    /// Returns when every command of the run was started, or the run was cancelled.
    void wait_until_idle();

  private:
    void serve();
    void start_all(const Run& run);
    void start(const Run& run, CommandId command);
    void load(const Run& run, CommandId command);
    void exec(const Run& run, CommandId command);
    static LiveRegister live(const Run& run, RegisterId reg);

    Device& device_;
    const QueueId id_;
    std::vector<LiveRegister> registers_;  ///< of the EXEC to start; kept to allocate once
    std::vector<double> scalars_;
    std::size_t unreported_ = 0;  ///< EXECs of this run so far whose ends nobody waits for

    std::mutex mutex_;
    std::condition_variable changed_;
    const Run* run_ = nullptr;
    bool ended_ = false;
    std::thread thread_;
};

}  // namespace hg
