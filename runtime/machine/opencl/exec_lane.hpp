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

/// One of the queues in which a device runs EXECs in order. The thread of a machine's queue launches; a
/// thread of the lane's own reports ends.
class ExecLane {
  public:
    /// The launcher, health and clock must outlive the lane.
    /// Runs that are watched use `timed`, a queue that takes times; others `plain`, whose launches take the
    /// driver less time.
    ExecLane(cl::CommandQueue plain, cl::CommandQueue timed, KernelLauncher& kernels, OpenClHealth& health,
             DeviceClock& clock, CopyThreads& threads);

    /// As Device::exec(). `others` have the events of what the call may wait for.
    void exec(const ExecCall& call, std::span<AwaitedEvents* const> others, Ticket ticket) noexcept;
    /// Of EXECs that commands of other queues wait for.
    [[nodiscard]] AwaitedEvents& events() noexcept { return events_; }
    /// Hands what was launched to the device: some launches are kept back until there are several.
    void flush() noexcept;
    /// Has the ends of all EXECs reported that were launched without an event.
    void report_late() noexcept;
    /// Returns when everything launched has been reported.
    void drain() noexcept;

  private:
    void make_room_for_unreported();
    [[nodiscard]] const cl::CommandQueue& queue_for(Ticket ticket);
    void finish_guards(const ExecCall& call) noexcept;
    void flush_queue();

    cl::CommandQueue plain_;
    cl::CommandQueue timed_;
    const cl::CommandQueue* queue_ = &plain_;  ///< in use
    std::size_t unflushed_ = 0;                ///< launches
    KernelLauncher& kernels_;
    GuardLauncher guards_;
    OpenClHealth& health_;
    std::vector<Ticket> unreported_{};  ///< EXECs without an event: they end before the next with one
    std::vector<cl::Event> after_{};    ///< of the launch under way; kept to allocate once
    AwaitedEvents events_{};
    Retirement retirement_;
};

}  // namespace hg
