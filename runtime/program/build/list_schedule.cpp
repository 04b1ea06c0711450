#include "runtime/program/build/list_schedule.hpp"

#include <algorithm>
#include <cstdint>
#include <queue>

namespace hg {
namespace {

class ListScheduler {
  public:
    ListScheduler(const Program& program, const DependencyLists& dependencies,
                  std::span<const double> seconds, std::span<const double> priorities)
        : program_(program),
          dependencies_(dependencies),
          seconds_(seconds),
          priorities_(priorities),
          unmet_(program.size(), 0),
          followers_(program.size()) {
        for (std::size_t q = 0; q < program.queue_count(); ++q) queues_.emplace_back(Urgent{priorities_});
        order_.reserve(program.size());
    }

    std::vector<CommandId> schedule() && {
        for (std::uint32_t begin = 0; begin < program_.size();) begin = schedule_span(begin);
        return std::move(order_);
    }

  private:
    /// The least urgent one first.
    struct Urgent {
        std::span<const double> priorities;
        bool operator()(std::uint32_t a, std::uint32_t b) const {
            return priorities[a] < priorities[b] || (priorities[a] == priorities[b] && a > b);
        }
    };
    using Ready = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, Urgent>;

    struct Queue {
        explicit Queue(const Urgent& urgent) : ready(urgent) {}
        Ready ready;
        bool busy = false;
    };

    struct End {
        double time;
        std::uint32_t command;
        bool operator>(const End& other) const {
            return time > other.time || (time == other.time && command > other.command);
        }
    };

    /// From a command to the next BAR, which ends the span. Returns where the next one begins.
    std::uint32_t schedule_span(std::uint32_t begin) {
        std::uint32_t end = begin;
        while (end < program_.size() && !is_barrier(end)) ++end;
        for (std::uint32_t c = begin; c < end; ++c) count_dependencies(c, begin);
        for (std::uint32_t c = begin; c < end; ++c)
            if (unmet_[c] == 0) queue_of(c).ready.push(c);
        for (Queue& queue : queues_) start_next(queue);
        while (!in_flight_.empty()) end_first();
        if (end == program_.size()) return end;
        order_.push_back(static_cast<CommandId>(end));
        return end + 1;
    }

    /// What lies before the span has ended.
    void count_dependencies(std::uint32_t command, std::uint32_t begin) {
        for (std::uint32_t e = dependencies_.first[command]; e < dependencies_.first[command + 1]; ++e) {
            const auto on = static_cast<std::uint32_t>(dependencies_.edges[e].on);
            if (on < begin) continue;
            ++unmet_[command];
            followers_[on].push_back(command);
        }
    }

    void start_next(Queue& queue) {
        if (queue.busy || queue.ready.empty()) return;
        const std::uint32_t command = queue.ready.top();
        queue.ready.pop();
        queue.busy = true;
        order_.push_back(static_cast<CommandId>(command));
        in_flight_.push({now_ + seconds_[command], command});
    }

    void end_first() {
        const auto [time, command] = in_flight_.top();
        in_flight_.pop();
        now_ = time;
        Queue& queue = queue_of(command);
        queue.busy = false;
        for (const std::uint32_t next : followers_[command])
            if (--unmet_[next] == 0) {
                queue_of(next).ready.push(next);
                woken_.push_back(&queue_of(next));
            }
        woken_.push_back(&queue);
        // Commands that end at the same time make others ready together.
        if (!in_flight_.empty() && in_flight_.top().time == now_) return;
        for (Queue* const woken : woken_) start_next(*woken);
        woken_.clear();
    }

    [[nodiscard]] bool is_barrier(std::uint32_t command) const {
        return program_.commands()[command].operation == Operation::barrier;
    }
    Queue& queue_of(std::uint32_t command) {
        return queues_[program_.commands()[command].queue_id().index()];
    }

    const Program& program_;
    const DependencyLists& dependencies_;
    std::span<const double> seconds_;
    std::span<const double> priorities_;
    std::vector<std::uint32_t> unmet_;
    std::vector<std::vector<std::uint32_t>> followers_;
    std::vector<Queue> queues_;
    std::priority_queue<End, std::vector<End>, std::greater<>> in_flight_;
    std::vector<Queue*> woken_;  ///< that may start a command
    double now_ = 0;
    std::vector<CommandId> order_;
};

}  // namespace

std::vector<CommandId> list_schedule(const Program& program, const DependencyLists& dependencies,
                                     std::span<const double> seconds, std::span<const double> priorities) {
    return ListScheduler(program, dependencies, seconds, priorities).schedule();
}

}  // namespace hg
