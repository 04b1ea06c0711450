#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

#include "runtime/program/build/exec_work.hpp"
#include "runtime/program/simulate/compute_units.hpp"
#include "runtime/program/simulate/host_delays.hpp"
#include "runtime/program/simulate/link_network.hpp"
#include "runtime/program/simulate/shared_staging.hpp"
#include "runtime/program/simulate/timing.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace hg {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

class Simulator {
  public:
    Simulator(const Program& program, const Target& target, const SimulationOptions& options)
        : program_(program),
          target_(target),
          options_(options),
          waits_for_(program.size()),
          lanes_(program.queue_count()),
          staging_(program, target),
          links_(program, target),
          launched_(program.devices().size(), 0),
          units_(program.devices().size()) {
        result_.start.assign(program.size(), 0);
        result_.end.assign(program.size(), 0);
        result_.lanes.resize(program.queue_count());
        find_successors();
    }

    Simulation run() {
        for (std::size_t lane = lanes_.size(); lane-- > 0;) ready_.push_back(lane);
        start_ready();
        while (!is_idle()) advance();
        if (done_ < program_.size())
            throw Error(ErrorCode::invalid_program, "commands wait for each other in a cycle");
        return std::move(result_);
    }

  private:
    /// A queue: the command at its head, and the number of commands in flight.
    struct Lane {
        std::size_t next = 0;
        std::size_t in_flight = 0;
        double launched = 0;  ///< time at which the last EXEC had been launched
        double free = 0;      ///< time at which its kernel ends
        double moved = -1;    ///< time at which the last transfer had left the link
        double opened = 0;    ///< time at which the last MARK or BAR completed
    };
    /// The end of an EXEC, of a transfer's latency, or of the last copy of an ST.
    struct Timer {
        double time = 0;
        CommandId command{};
        bool moved = false;  ///< a transfer that has left the link
        friend bool operator<(const Timer& a, const Timer& b) {
            return std::pair(a.time, a.command) > std::pair(b.time, b.command);
        }
    };

    void find_successors() {
        first_successor_.assign(program_.size() + 1, 0);
        for_each_wait([&](std::uint32_t, std::size_t on) { ++first_successor_[on + 1]; });
        for (std::size_t c = 0; c < program_.size(); ++c) first_successor_[c + 1] += first_successor_[c];
        successors_.resize(first_successor_.back());
        std::vector<std::uint32_t> next(first_successor_.begin(), first_successor_.end() - 1);
        for_each_wait([&](std::uint32_t c, std::size_t on) {
            successors_[next[on]++] = static_cast<CommandId>(c);
            ++waits_for_[c];
        });
    }

    /// Visits all pairs of commands of which one starts only when the other has completed. EXECs of one queue
    /// do not wait for each other: they are launched ahead and run in order.
    template <class Body>
    void for_each_wait(const Body& body) const {
        const auto commands = program_.commands();
        for (std::uint32_t c = 0; c < program_.size(); ++c)
            for (const Dependency& d : program_.dependencies(static_cast<CommandId>(c)))
                if (index(d.on) >= c || !end_in_order(commands[index(d.on)], commands[c]))
                    body(c, index(d.on));
    }

    /// Starts the commands at the heads of these queues that need not wait. MARK and BAR need no link, so in
    /// LD and ST they start while a transfer is in flight; EXECs are launched while others run.
    void start_ready() {
        while (!ready_.empty()) {
            const std::size_t l = ready_.back();
            ready_.pop_back();
            Lane& lane = lanes_[l];
            const QueueId queue = QueueId::at(l);
            const auto commands = program_.queue(queue);
            while (lane.next < commands.size() && waits_for_[index(commands[lane.next])] == 0) {
                const CommandId id = commands[lane.next];
                if (!may_start(program_.command(id).operation, queue.kind, lane)) break;
                ++lane.next;
                start(id, lane, result_.lanes[l]);
            }
        }
    }

    [[nodiscard]] bool may_start(Operation operation, QueueKind queue, const Lane& lane) const {
        if (computes(queue)) return !is_empty(operation) || lane.in_flight == 0;
        const std::size_t most = queue == QueueKind::load ? options_.loads_at_once : options_.stores_at_once;
        return is_empty(operation) || lane.in_flight < most;
    }

    void start(CommandId id, Lane& lane, LaneUse& use) {
        const Operation operation = program_.command(id).operation;
        const DeviceModel& device = target_.devices[program_.command(id).device];
        result_.start[index(id)] = now_;
        ++use.commands;
        if (is_empty(operation) || stays_in_place(program_, id, target_)) {
            lane.opened = now_;
            return finish(id);
        }
        ++lane.in_flight;
        if (operation == Operation::exec) {
            const ExecWork work = works_(id);
            use.flops += work.flops;
            launch(id, lane, work, device);
        } else {
            const std::int64_t bytes = program_.transfer_bytes(id);
            use.bytes += std::min(bytes, std::numeric_limits<std::int64_t>::max() - use.bytes);
            timers_.push({now_ + device.link_latency + before_link(id, lane, device), id});
        }
    }

    /// Seconds until a transfer gets the link. Its copy proceeds concurrently with the previous transfer.
    [[nodiscard]] double before_link(CommandId id, const Lane& lane, const DeviceModel& device) const {
        const double wake = now_ == 0 ? delays_of(target_, device).wake : 0;
        const bool is_store = program_.command(id).operation == Operation::store;
        if (is_store || lane.moved == now_ || !program_.is_staged(id)) return wake;
        return wake + copy_seconds(target_, device, std::min(bytes_of(id), target_.delays.first_piece));
    }

    /// The time at which the host can launch an EXEC. It does not wait for completions for which the device
    /// waits.
    [[nodiscard]] double ready_to_launch(CommandId id, const Lane& lane) const {
        const Command& command = program_.command(id);
        double ready = lane.opened;
        for (const Dependency& d : program_.dependencies(id)) {
            const Command& on = program_.command(d.on);
            if (end_in_order(on, command)) continue;
            const bool is_given = target_.devices[command.device].is_gpu && ordered_by_device(on, command);
            ready = std::max(ready, is_given ? result_.start[index(d.on)] : result_.end[index(d.on)]);
        }
        return ready;
    }

    /// The host launches a device's kernels one after another. Each starts when it has been launched and the
    /// previous one in its queue has ended.
    void launch(CommandId id, Lane& lane, const ExecWork& work, const DeviceModel& device) {
        const QueueId queue = program_.command(id).queue_id();
        double& launched = launched_[queue.device];
        const bool awaited = program_.awaited(id);
        launched = std::max(ready_to_launch(id, lane), launched) +
                   launch_seconds(target_, device, links_.directions_in_use(queue.device), awaited);
        const bool idle = launched >= lane.free;
        lane.launched = std::max(now_, launched + (idle ? delays_of(target_, device).start : 0));
        if (!program_.queue({queue.device, QueueKind::exec2}).empty())
            return units_[queue.device].launch(
                queue.kind, {id, now_, lane.launched, launch_gap(device), kernel_seconds(work, device),
                             used_share(work, device)});
        result_.start[index(id)] = std::max(now_, lane.free);
        lane.free = std::max(lane.launched, lane.free + launch_gap(device)) + kernel_seconds(work, device);
        timers_.push({lane.free, id});
    }

    void finish(CommandId id) {
        result_.end[index(id)] = now_;
        result_.makespan = std::max(result_.makespan, now_);
        ++done_;
        for (std::uint32_t s = first_successor_[index(id)]; s < first_successor_[index(id) + 1]; ++s)
            if (--waits_for_[index(successors_[s])] == 0)
                ready_.push_back(program_.command(successors_[s]).queue_id().index());
    }

    /// The time at which a kernel or latency ends, or a kernel of one of two queues begins; kNever if only
    /// transfers are in flight.
    [[nodiscard]] double next_timed() const {
        double soonest = timers_.empty() ? kNever : timers_.top().time;
        for (const ComputeUnits& units : units_) soonest = std::min(soonest, units.next_event());
        return soonest;
    }
    [[nodiscard]] bool is_idle() const { return links_.idle() && next_timed() == kNever; }

    /// Advances to the next time at which an EXEC, a latency or a transfer ends.
    void advance() {
        const double transfers = links_.next_end();
        const double timed = next_timed();
        const double step = std::min(transfers, timed - now_);
        now_ = timed - now_ <= transfers ? timed : now_ + transfers;
        ended_.clear();
        links_.advance(step, ended_);
        end_kernels();
        copied_.clear();
        for (; !timers_.empty() && timers_.top().time <= now_; timers_.pop()) {
            const auto [time, id, moved] = timers_.top();
            if (moved)
                copied_.push_back(id);
            else if (program_.command(id).operation == Operation::exec)
                ended_.push_back(id);
            else
                links_.start(id, staging_.copies(id, links_));
        }
        for (CommandId id : copied_) finish(id);
        for (CommandId id : ended_) release(id);
        start_ready();
    }

    /// Ends kernels of devices that use both EXEC queues.
    void end_kernels() {
        kernels_.clear();
        for (ComputeUnits& units : units_) units.advance(now_, kernels_);
        for (const ComputeUnits::Kernel& kernel : kernels_) {
            result_.start[index(kernel.command)] = kernel.ready;
            ended_.push_back(kernel.command);
        }
    }

    /// Called when an EXEC has ended or a transfer has left the link. The last copy of an ST proceeds
    /// concurrently with the next transfer, if there is one.
    void release(CommandId id) {
        const std::size_t l = program_.command(id).queue_id().index();
        Lane& lane = lanes_[l];
        --lane.in_flight;
        lane.moved = now_;
        const bool is_last = lane.next == program_.queue(QueueId::at(l)).size() && lane.in_flight == 0;
        const double copy = program_.command(id).operation == Operation::store && is_last ? last_copy(id) : 0;
        result_.lanes[l].busy += now_ + copy - result_.start[index(id)];
        if (copy > 0)
            timers_.push({now_ + copy, id, true});
        else
            finish(id);
        if (program_.command(id).operation == Operation::load) staging_.completed(id);
        ready_.push_back(l);
        start_ready();
    }

    [[nodiscard]] double last_copy(CommandId id) const {
        if (!program_.is_staged(id)) return 0;
        return copy_seconds(target_, target_.devices[program_.command(id).device],
                            std::min(bytes_of(id), target_.delays.last_piece));
    }
    [[nodiscard]] double bytes_of(CommandId id) const {
        return static_cast<double>(program_.transfer_bytes(id));
    }

    const Program& program_;
    const Target& target_;
    const SimulationOptions& options_;
    std::vector<CommandId> successors_;
    std::vector<std::uint32_t> first_successor_;
    std::vector<std::uint32_t> waits_for_;  ///< number of open edges of each command
    std::vector<Lane> lanes_;
    std::vector<std::size_t> ready_;  ///< queues that may have something to start
    std::priority_queue<Timer> timers_;
    SharedStaging staging_;
    LinkNetwork links_;
    ExecWorks works_{program_};
    std::vector<double> launched_;     ///< by device: time at which the last EXEC had been launched
    std::vector<ComputeUnits> units_;  ///< by device
    std::vector<ComputeUnits::Kernel> kernels_;
    std::vector<CommandId> ended_;
    std::vector<CommandId> copied_;
    double now_ = 0;
    std::size_t done_ = 0;
    Simulation result_;
};

}  // namespace

Simulation simulate(const Program& program, const Target& target, const SimulationOptions& options) {
    check_target(program, target);
    if (options.loads_at_once == 0 || options.stores_at_once == 0)
        throw Error(ErrorCode::invalid_argument,
                    "a simulation needs room for at least one transfer of each kind");
    return Simulator(program, target, options).run();
}

}  // namespace hg
