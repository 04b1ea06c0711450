#include "runtime/program/simulate.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

#include "runtime/program/error.hpp"
#include "runtime/program/timing.hpp"

namespace hg {
namespace {

bool is_transfer(Operation operation) {
    return operation == Operation::load || operation == Operation::store;
}
bool is_empty(Operation operation) {
    return operation == Operation::mark || operation == Operation::barrier;
}

/// Bytes on their way through a link and the host's memory.
struct Flow {
    CommandId command{};
    double left = 0;  ///< bytes
    double link = 0;  ///< bytes/s the link allows
    double rate = 0;  ///< bytes/s this flow has
};

/// Gives each flow an equal share of the host's copy rate; what a slow link leaves goes to the others.
void share_host(std::vector<Flow>& flows, double host_copy_rate) {
    std::vector<Flow*> by_link;
    for (Flow& flow : flows) by_link.push_back(&flow);
    std::sort(by_link.begin(), by_link.end(), [](const Flow* a, const Flow* b) {
        return std::pair(a->link, a->command) < std::pair(b->link, b->command);
    });
    double left = host_copy_rate;
    for (std::size_t i = 0; i < by_link.size(); ++i) {
        by_link[i]->rate = std::min(by_link[i]->link, left / static_cast<double>(by_link.size() - i));
        left -= by_link[i]->rate;
    }
}

class Simulator {
  public:
    Simulator(const Program& program, const Target& target)
        : program_(program), target_(target), waits_for_(program.size()), lanes_(program.queue_count()) {
        result_.start.assign(program.size(), 0);
        result_.end.assign(program.size(), 0);
        result_.lanes.resize(program.queue_count());
        find_successors();
    }

    Simulation run() {
        for (std::size_t lane = 0; lane < lanes_.size(); ++lane) start_ready(lane);
        while (!timers_.empty() || !flows_.empty()) advance();
        if (done_ < program_.size())
            throw Error(ErrorCode::invalid_program, "commands wait for each other in a circle");
        return std::move(result_);
    }

  private:
    /// A queue: the command at its head, and whether its link or its device is taken.
    struct Lane {
        std::size_t next = 0;
        bool busy = false;
    };
    /// The end of an EXEC, or of a transfer's latency.
    struct Timer {
        double time = 0;
        CommandId command{};
        friend bool operator<(const Timer& a, const Timer& b) {
            return std::pair(a.time, a.command) > std::pair(b.time, b.command);
        }
    };

    void find_successors() {
        first_successor_.assign(program_.size() + 1, 0);
        for (std::uint32_t c = 0; c < program_.size(); ++c)
            for (const Dependency& d : program_.dependencies(static_cast<CommandId>(c)))
                ++first_successor_[index(d.on) + 1];
        for (std::size_t c = 0; c < program_.size(); ++c) first_successor_[c + 1] += first_successor_[c];
        successors_.resize(program_.dependency_count());
        std::vector<std::uint32_t> next(first_successor_.begin(), first_successor_.end() - 1);
        for (std::uint32_t c = 0; c < program_.size(); ++c)
            for (const Dependency& d : program_.dependencies(static_cast<CommandId>(c))) {
                successors_[next[index(d.on)]++] = static_cast<CommandId>(c);
                ++waits_for_[c];
            }
    }

    /// Starts what stands at the head of a queue and need not wait. MARK and BAR need no link, so in LD and
    /// ST they start beside a transfer under way.
    void start_ready(std::size_t first_lane) {
        ready_.push_back(first_lane);
        while (!ready_.empty()) {
            const std::size_t l = ready_.back();
            ready_.pop_back();
            Lane& lane = lanes_[l];
            const QueueId queue{static_cast<DeviceIndex>(l / 3), static_cast<QueueKind>(l % 3)};
            const auto commands = program_.queue(queue);
            while (lane.next < commands.size() && waits_for_[index(commands[lane.next])] == 0) {
                const CommandId id = commands[lane.next];
                const bool overtakes =
                    is_empty(program_.command(id).operation) && queue.kind != QueueKind::exec;
                if (lane.busy && !overtakes) break;
                ++lane.next;
                start(id, lane, result_.lanes[l]);
            }
        }
    }

    void start(CommandId id, Lane& lane, LaneUse& use) {
        const Operation operation = program_.command(id).operation;
        const DeviceModel& device = target_.devices[program_.command(id).device];
        result_.start[index(id)] = now_;
        ++use.commands;
        if (is_empty(operation)) return finish(id);
        lane.busy = true;
        if (operation == Operation::exec) {
            use.flops += exec_flops(program_, id);
            timers_.push({now_ + exec_seconds(program_, id, device), id});
        } else {
            const std::int64_t bytes = program_.transfer_bytes(id);
            use.bytes += std::min(bytes, std::numeric_limits<std::int64_t>::max() - use.bytes);
            timers_.push({now_ + device.link_latency, id});
        }
    }

    void finish(CommandId id) {
        result_.end[index(id)] = now_;
        result_.makespan = std::max(result_.makespan, now_);
        ++done_;
        for (std::uint32_t s = first_successor_[index(id)]; s < first_successor_[index(id) + 1]; ++s)
            if (--waits_for_[index(successors_[s])] == 0)
                ready_.push_back(program_.command(successors_[s]).queue_id().index());
    }

    /// Goes to the next event: a timer that runs out or a flow that dries up, timers first.
    void advance() {
        double soonest = timers_.empty() ? std::numeric_limits<double>::infinity() : timers_.top().time;
        std::size_t drying = timers_.empty() ? 0 : flows_.size();
        for (std::size_t f = 0; f < flows_.size(); ++f)
            if (const double end = now_ + flows_[f].left / flows_[f].rate; end < soonest) {
                soonest = end;
                drying = f;
            }
        for (Flow& flow : flows_) flow.left = std::max(0.0, flow.left - flow.rate * (soonest - now_));
        now_ = soonest;
        if (drying < flows_.size()) {
            const CommandId id = flows_[drying].command;
            flows_.erase(flows_.begin() + static_cast<std::ptrdiff_t>(drying));
            share_host(flows_, target_.host_copy_rate);
            release(id);
            return;
        }
        const CommandId id = timers_.top().command;
        timers_.pop();
        if (!is_transfer(program_.command(id).operation)) return release(id);
        const double link =
            link_rate(target_.devices[program_.command(id).device], program_.command(id).operation);
        flows_.push_back({id, static_cast<double>(program_.transfer_bytes(id)), link});
        share_host(flows_, target_.host_copy_rate);
    }

    void release(CommandId id) {
        const std::size_t lane = program_.command(id).queue_id().index();
        lanes_[lane].busy = false;
        result_.lanes[lane].busy += now_ - result_.start[index(id)];
        finish(id);
        start_ready(lane);
    }

    const Program& program_;
    const Target& target_;
    std::vector<CommandId> successors_;
    std::vector<std::uint32_t> first_successor_;
    std::vector<std::uint32_t> waits_for_;  ///< edges of each command that are still open
    std::vector<Lane> lanes_;
    std::vector<std::size_t> ready_;  ///< queues that may have something to start
    std::priority_queue<Timer> timers_;
    std::vector<Flow> flows_;
    double now_ = 0;
    std::size_t done_ = 0;
    Simulation result_;
};

}  // namespace

Simulation simulate(const Program& program, const Target& target) {
    check_target(program, target);
    return Simulator(program, target).run();
}

}  // namespace hg
