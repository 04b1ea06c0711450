#pragma once

#include <deque>
#include <mutex>
#include <span>
#include <vector>

#include "runtime/machine/opencl/opencl_api.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg {

/// The events of one queue's commands, for commands of the device's other queues that wait for them on the
/// device. Thread-safe.
class AwaitedEvents {
  public:
    /// A command, and its event once it has been enqueued.
    struct Place {
        const CompletionSink* sink = nullptr;
        CommandId command{};
        cl::Event event{};
    };

    /// A place for the event of a command to come, which is enqueued after those before it. Commands that
    /// have ended well are let go: nobody need wait for them. Throws std::bad_alloc.
    [[nodiscard]] Place& make_place(Ticket ticket);
    void fill(Place& place, const cl::Event& event) noexcept;
    /// Appends the events of those of these commands that stand here: they may not have ended, or have
    /// failed. Throws std::bad_alloc.
    void find(const CompletionSink* sink, std::span<const CommandId> commands,
              std::vector<cl::Event>& events);

  private:
    std::mutex mutex_;
    std::deque<Place> places_;  ///< in the order of the queue
};

}  // namespace hg
