#include "runtime/program/build/execution_order.hpp"

#include <algorithm>

namespace hg {

ExecutionOrder::ExecutionOrder(const Program& program)
    : program_(program), before_in_queue_(program.size(), kNone), visited_(program.size(), 0) {
    std::vector<std::uint32_t> last(program.queue_count(), kNone);
    for (std::uint32_t c = 0; c < program.size(); ++c) {
        std::uint32_t& queue = last[program.commands()[c].queue_id().index()];
        before_in_queue_[c] = queue;
        queue = c;
    }
}

bool ExecutionOrder::ends_at_once(std::uint32_t command) const {
    return is_empty(program_.commands()[command].operation);
}

bool ExecutionOrder::is_strict(std::uint32_t command) const {
    return computes(program_.commands()[command].queue);
}

/// Returns whether `first` has completed when `command`, the same or a later command, has completed.
bool ExecutionOrder::ended_here(std::uint32_t first, std::uint32_t command) const {
    if (command == first) return true;
    return command > first && is_strict(first) &&
           program_.commands()[first].queue_id() == program_.commands()[command].queue_id();
}

void ExecutionOrder::push(std::uint32_t command, std::uint32_t first) {
    if (command <= first || visited_[command] == search_)
        return;  // an earlier command cannot wait for `first`
    visited_[command] = search_;
    frontier_.push_back(command);
}

bool ExecutionOrder::ends_before(CommandId first_id, CommandId second_id) {
    const auto first = static_cast<std::uint32_t>(first_id);
    const auto second = static_cast<std::uint32_t>(second_id);
    if (first >= second) return false;
    ++search_;
    frontier_.clear();
    push(second, first);
    for (std::size_t next = 0; next < frontier_.size(); ++next) {
        const std::uint32_t command = frontier_[next];
        if (is_strict(command) && ended_here(first, command)) return true;
        for (const Dependency& d : program_.dependencies(static_cast<CommandId>(command))) {
            if (ended_here(first, static_cast<std::uint32_t>(d.on))) return true;
            push(static_cast<std::uint32_t>(d.on), first);
        }
        const std::uint32_t before = before_in_queue_[command];
        if (before == kNone) continue;
        if (before == first && ends_at_once(first)) return true;
        push(before, first);
    }
    return false;
}

std::optional<CommandId> ExecutionOrder::not_ended_before(CommandId barrier, CommandId from_id) const {
    const auto last = static_cast<std::uint32_t>(barrier);
    const auto from = static_cast<std::uint32_t>(from_id);
    // Whether each command has started, and whether it has completed, when the barrier starts.
    std::vector<bool> started(last - from + 1, false);
    std::vector<bool> ended(last - from + 1, false);
    started.back() = true;
    for (std::uint32_t c = last + 1; c-- > from;) {
        if (!started[c - from]) continue;
        for (const Dependency& d : program_.dependencies(static_cast<CommandId>(c))) {
            const auto on = static_cast<std::uint32_t>(d.on);
            if (on < from) continue;
            started[on - from] = ended[on - from] = true;
        }
        const std::uint32_t before = before_in_queue_[c];
        if (before == kNone || before < from) continue;
        started[before - from] = true;
        if (is_strict(c)) ended[before - from] = true;
    }
    for (std::uint32_t c = from; c < last; ++c)
        if (!ended[c - from] && !(ends_at_once(c) && started[c - from])) return static_cast<CommandId>(c);
    return std::nullopt;
}

std::optional<CommandId> ExecutionOrder::not_started_after(CommandId barrier, CommandId to_id) const {
    const auto first = static_cast<std::uint32_t>(barrier);
    const auto to = static_cast<std::uint32_t>(to_id);
    std::vector<bool> after(to - first, false);
    after.front() = true;
    const auto is_after = [&](std::uint32_t c) { return c != kNone && c >= first && after[c - first]; };
    for (std::uint32_t c = first + 1; c < to; ++c) {
        const auto edges = program_.dependencies(static_cast<CommandId>(c));
        after[c - first] = is_after(before_in_queue_[c]) ||
                           std::any_of(edges.begin(), edges.end(), [&](const Dependency& d) {
                               return is_after(static_cast<std::uint32_t>(d.on));
                           });
        if (!after[c - first]) return static_cast<CommandId>(c);
    }
    return std::nullopt;
}

}  // namespace hg
