#pragma once

#include <deque>
#include <mutex>
#include <span>
#include <vector>

#include "runtime/machine/opencl/opencl_api.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg {

/// The events of one queue's commands. Commands of the device's other queues wait for them on the device.
/// Thread-safe.
class AwaitedEvents {
  public:
    /// A command and, once it has been enqueued, its event.
    struct Place {
        const CompletionSink* sink = nullptr;
        CommandId command{};
        cl::Event event{};
    };

    /// Makes a place for the event of the next command of the queue. Removes commands that have ended without
    /// failure, because none need wait for them. Throws std::bad_alloc.
    [[nodiscard]] Place& make_place(Ticket ticket);
    void fill(Place& place, const cl::Event& event) noexcept;
    /// Appends the events of these commands, as far as they are still here: they may not have ended yet, or
    /// they have failed. Throws std::bad_alloc.
    void find(const CompletionSink* sink, std::span<const CommandId> commands,
              std::vector<cl::Event>& events);

  private:
    std::mutex mutex_;
    std::deque<Place> places_;  ///< in queue order
};

}  // namespace hg
