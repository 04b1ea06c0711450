#pragma once

#include <span>
#include <vector>

#include "runtime/machine/device/awaited_events.hpp"
#include "runtime/machine/device/guard_launcher.hpp"
#include "runtime/machine/opencl/kernel_launcher.hpp"
#include "runtime/machine/opencl/opencl_error.hpp"
#include "runtime/machine/opencl/retirement.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg {

/// One of the queues in which a device runs EXECs in order. The thread of the machine's queue launches
/// kernels; the lane's own thread reports their ends.
class ExecLane {
  public:
    /// The launcher, health and clock must outlive the lane. Watched runs use `timed`, a queue with
    /// profiling; others use `plain`, whose launches take the driver less time.
    ExecLane(cl::CommandQueue plain, cl::CommandQueue timed, KernelLauncher& kernels, OpenClHealth& health,
             DeviceClock& clock, CopyThreads& threads);

    /// Implements Device::exec(). `others` contain the events of commands for which the call may wait.
    void exec(const ExecCall& call, std::span<AwaitedEvents* const> others, Ticket ticket) noexcept;
    /// Returns the events of EXECs for which commands of other queues wait.
    [[nodiscard]] AwaitedEvents& events() noexcept { return events_; }
    /// Submits pending launches to the device; they are held back until there are several.
    void flush() noexcept;
    /// Makes the lane report the ends of all EXECs that were launched without an event.
    void report_late() noexcept;
    /// Returns when all launched commands have been reported.
    void drain() noexcept;

  private:
    void make_room_for_unreported();
    [[nodiscard]] const cl::CommandQueue& queue_for(Ticket ticket);
    void finish_guards(const ExecCall& call) noexcept;
    void flush_queue();

    cl::CommandQueue plain_;
    cl::CommandQueue timed_;
    const cl::CommandQueue* queue_ = &plain_;  ///< the current queue
    std::size_t unflushed_ = 0;                ///< the number of launches not yet submitted
    KernelLauncher& kernels_;
    GuardLauncher guards_;
    OpenClHealth& health_;
    std::vector<Ticket> unreported_{};  ///< EXECs without an event; the next one with an event ends later
    std::vector<cl::Event> after_{};    ///< for the current launch; kept to avoid further allocations
    AwaitedEvents events_{};
    Retirement retirement_;
};

}  // namespace hg
