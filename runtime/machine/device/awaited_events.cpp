#include "runtime/machine/device/awaited_events.hpp"

#include <algorithm>

namespace hg {

AwaitedEvents::Place& AwaitedEvents::make_place(Ticket ticket) {
    // Commands that wait for a failed command must also fail, so that its event remains until the end of its
    // run.
    const auto is_spent = [&](const Place& place) {
        if (place.event() == nullptr) return true;
        const auto status = place.event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
        return status == CL_COMPLETE || (status < 0 && place.sink != ticket.sink);
    };
    const std::lock_guard lock(mutex_);
    while (!places_.empty() && is_spent(places_.front())) places_.pop_front();
    return places_.emplace_back(Place{ticket.sink, ticket.command});
}

void AwaitedEvents::fill(Place& place, const cl::Event& event) noexcept {
    const std::lock_guard lock(mutex_);
    place.event = event;
}

void AwaitedEvents::find(const CompletionSink* sink, std::span<const CommandId> commands,
                         std::vector<cl::Event>& events) {
    const std::lock_guard lock(mutex_);
    for (const CommandId command : commands) {
        const auto found = std::find_if(places_.rbegin(), places_.rend(), [&](const Place& p) {
            return p.sink == sink && p.command == command;
        });
        if (found != places_.rend() && found->event() != nullptr) events.push_back(found->event);
    }
}

}  // namespace hg
