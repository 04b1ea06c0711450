#include "runtime/machine/run/queue.hpp"

#include <string>

#include "runtime/machine/process_life.hpp"
#include "runtime/threads/start_thread.hpp"

namespace hg {
namespace {

/// The number of EXECs whose completions a device may report together: small enough to show progress and to
/// cancel quickly, large because events make launches slow (docs/design/factorizations.md, "What a launch
/// costs").
constexpr std::size_t kReportedTogether = 32;

}  // namespace

Queue::Queue(Device& device, QueueId id, std::size_t most_runs) : device_(device), id_(id) {
    // begin() must not fail, because a run cannot be revoked once some of its queues have it.
    runs_.reserve(most_runs);
    thread_ = start_thread("a queue of device " + std::to_string(id.device), [this] { serve(); });
}

Queue::~Queue() {
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Queue::begin(const Run& run) noexcept {
    run.scheduler->hold(id_);
    {
        const std::lock_guard lock(mutex_);
        runs_.push_back(&run);
    }
    changed_.notify_all();
}

void Queue::serve() noexcept {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return !runs_.empty() || ended_; });
        if (ended_) return;
        const Run& run = *runs_.front();
        runs_.erase(runs_.begin());
        lock.unlock();
        start_all(run);
        if (computes(id_.kind)) device_.report_late(id_.kind);
        if (id_.kind == QueueKind::load) device_.send_staged();
        run.scheduler->let_go(id_);
        lock.lock();
    }
}

void Queue::start_all(const Run& run) {
    unreported_ = 0;
    for (CommandId command : run.program->queue(id_)) {
        if (id_.kind != QueueKind::store && !run.scheduler->is_ready(command)) submit();
        if (!run.scheduler->wait_until_ready(command, until(run, command))) return;
        stop_if_abandoned();
        run.scheduler->started(command);
        try {
            start(run, command);
        } catch (...) {
            // Only preparing the call can throw (no memory for its lists), so the device has not received it.
            run.scheduler->completed(command, std::current_exception());
        }
    }
}

/// If a device fails before an ST's turn, the caller's memory must be unchanged. So an ST that writes
/// directly to it is not submitted ahead.
Scheduler::Until Queue::until(const Run& run, CommandId command) const {
    const bool straight = id_.kind == QueueKind::store &&
                          run.program->command(command).operation == Operation::store &&
                          run.bindings->rectangle(run.program->tile(command)).goes_straight();
    return straight ? Scheduler::Until::all_ended : Scheduler::Until::startable;
}

/// Submits the commands that the device has held back, before a wait.
void Queue::submit() {
    if (id_.kind == QueueKind::load)
        device_.send_staged();
    else
        device_.flush(id_.kind);
}

void Queue::start(const Run& run, CommandId command) {
    const Program& program = *run.program;
    const Ticket ticket{run.scheduler, command};
    switch (program.command(command).operation) {
        case Operation::load:
            load(run, command);
            return;
        case Operation::store: {
            HostRectangle destination = run.bindings->rectangle(program.tile(command));
            find_after(run, command);
            destination.after = after_;
            run.scheduler->store_begins(command, destination.goes_straight());
            device_.store(live(run, program.operands(command).front()), destination, ticket);
            return;
        }
        case Operation::exec:
            exec(run, command);
            return;
        case Operation::mark:
        case Operation::barrier:
            run.scheduler->completed(command, nullptr);
            return;
    }
}

void Queue::load(const Run& run, CommandId command) {
    const Program& program = *run.program;
    const RegisterId loaded = program.operands(command).front();
    if (run.memory->windows.has(program, loaded)) {
        run.scheduler->completed(command, nullptr);
        return;
    }
    HostRectangle source = run.bindings->rectangle(program.tile(command));
    source.may_wait = true;
    const std::uint32_t group = program.shared_load(command);
    if (group != kNotShared)
        source.group = {run.scheduler->run(), group,
                        static_cast<std::int64_t>(program.shared_load_users(group).size())};
    device_.load(source, live(run, loaded), {run.scheduler, command});
}

void Queue::exec(const Run& run, CommandId command) {
    const Program& program = *run.program;
    registers_.clear();
    for (RegisterId reg : program.operands(command)) registers_.push_back(live(run, reg));
    scalars_.clear();
    for (const Scalar& scalar : program.scalar_operands(command))
        scalars_.push_back(run.bindings->value(scalar));
    find_after(run, command);
    const bool may_report_late = !program.awaited(command) && ++unreported_ % kReportedTogether != 0 &&
                                 command != program.queue(id_).back();
    device_.exec({&program.instruction(command), registers_, scalars_, may_report_late, id_.kind, after_,
                  program.awaited_beside(command), program.is_guarded()},
                 {run.scheduler, command});
}

/// Finds the commands for which the device itself makes this command wait.
void Queue::find_after(const Run& run, CommandId command) {
    const Program& program = *run.program;
    after_.clear();
    for (const Dependency& dependency : program.dependencies(command)) {
        const Command& on = program.command(dependency.on);
        if (ordered_by_device(on, program.command(command)) && on.queue != id_.kind)
            after_.push_back(dependency.on);
    }
}

LiveRegister Queue::live(const Run& run, RegisterId reg) {
    const Program& program = *run.program;
    if (run.memory->windows.has(program, reg)) return run.memory->windows.live(program, reg);
    return {program.reg(reg), run.memory->slots[index(program.slot_of(reg))]};
}

}  // namespace hg
