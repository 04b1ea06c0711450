#pragma once

#include <deque>
#include <mutex>
#include <span>
#include <vector>

#include "runtime/machine/opencl/kernel_launcher.hpp"
#include "runtime/machine/opencl/opencl_error.hpp"
#include "runtime/machine/opencl/retirement.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg {

/// One of the queues in which a device runs EXECs in order. The thread of a machine's queue launches; a thread of the lane's
/// own reports ends.
class ExecLane {
  public:
    /// The launcher, health and clock must outlive the lane.
    /// Runs that are watched use `timed`, a queue that takes times; others `plain`, whose launches take the driver less time.
    ExecLane(cl::CommandQueue plain, cl::CommandQueue timed, KernelLauncher& kernels, OpenClHealth& health,
             DeviceClock& clock, CopyThreads& threads);

    /// As Device::exec(). What the call waits for is in the other lane.
    void exec(const ExecCall& call, ExecLane& other, Ticket ticket) noexcept;
    /// Hands what was launched to the device: some launches are kept back until there are several.
    void flush() noexcept;
    /// Has the ends of all EXECs reported that were launched without an event.
    void report_late() noexcept;
    /// Returns when everything launched has been reported.
    void drain() noexcept;

  private:
    /// The event of an EXEC that others wait for.
    struct Awaited {
        const CompletionSink* sink = nullptr;
        CommandId command{};
        cl::Event event{};
    };

    void make_room_for_unreported();
    [[nodiscard]] const cl::CommandQueue& queue_for(Ticket ticket);
    void flush_queue();
    [[nodiscard]] Awaited& make_place(Ticket ticket);
    void fill(Awaited& place, const cl::Event& event);
    /// Appends the events of these EXECs, but of those that have ended.
    void find(const CompletionSink* sink, std::span<const CommandId> commands,
              std::vector<cl::Event>& events);

    cl::CommandQueue plain_;
    cl::CommandQueue timed_;
    const cl::CommandQueue* queue_ = &plain_;  ///< in use
    std::size_t unflushed_ = 0;                ///< launches
    KernelLauncher& kernels_;
    OpenClHealth& health_;
    std::vector<Ticket> unreported_{};  ///< EXECs without an event: they end before the next with one
    std::vector<cl::Event> after_{};    ///< of the launch under way; kept to allocate once
    std::mutex mutex_{};                ///< of awaited_, which the other lane's thread reads
    std::deque<Awaited> awaited_{};     ///< in the order of their launches
    Retirement retirement_;
};

}  // namespace hg
