#include "runtime/machine/run/scheduler.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <thread>
#include <utility>

#include "runtime/program/base/current_error.hpp"
#include "runtime/threads/spin_wait.hpp"
#include <hg/runtime/program/text.hpp>

namespace hg {
namespace {

/// The bytes of the whole rectangle of a transfer's tile, whatever part of it is touched.
std::int64_t rectangle_bytes(const Program& program, CommandId transfer) {
    const HostTile& tile = program.tile(transfer);
    return tile.rows * tile.cols * size_of(program.matrices()[index(tile.parameter)].type);
}

/// The time for which a waiter spins before it sleeps, because commands often complete shortly after one
/// another. The transfer of a chunk takes about 170 microseconds.
constexpr std::chrono::microseconds kSoon{200};

}  // namespace

Scheduler::Scheduler(const Program& program, Observer* observer, RunJournal* journal)
    : program_(program),
      run_(next_run()),
      observer_(observer),
      journal_(journal),
      begin_ns_(now_ns()),
      states_(program.size()),
      waiters_(program.queue_count()),
      // Behind the starts of the commands, the ends of their latest spans.
      start_ns_(observer ? 2 * program.size() : 0),
      first_failed_store_(program.devices().size()),
      in_flight_(program.queue_count()) {
    for (std::atomic<std::size_t>& store : first_failed_store_) store.store(kNone, std::memory_order_relaxed);
}

std::uint64_t Scheduler::next_run() noexcept {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

std::int64_t Scheduler::now_ns() noexcept {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void Scheduler::begin() noexcept {
    if (observer_) observer_->on_begin(run_, program_);
    begin_ns_ = now_ns();
}

bool Scheduler::wait_until_ready(CommandId command, Until until) noexcept {
    const Command& head = program_.command(command);
    for (const Dependency& dependency : program_.dependencies(command)) {
        const Command& on = program_.command(dependency.on);
        if (end_in_order(on, head)) continue;
        const State state = until == Until::all_ended ? ended : needed(on, head);
        if (!wait_for(dependency.on, state, waiters_[head.queue_id().index()])) return false;
    }
    return !cancelled_.load(std::memory_order_relaxed);
}

bool Scheduler::is_ready(CommandId command) const noexcept {
    const Command& head = program_.command(command);
    return std::ranges::all_of(program_.dependencies(command), [&](const Dependency& dependency) {
        const Command& on = program_.command(dependency.on);
        return end_in_order(on, head) || has(dependency.on, needed(on, head));
    });
}

/// The state that a command must have reached before one that depends on it may start.
Scheduler::State Scheduler::needed(const Command& on, const Command& command) noexcept {
    return ordered_by_device(on, command) ? given_to_device : ended;
}

bool Scheduler::wait_for(CommandId command, State state, Waiter& waiter) noexcept {
    if (spin_until(kSoon, [&] { return has(command, state) || cancelled_.load(); }))
        return has(command, state);
    const auto awaited = static_cast<std::uint32_t>(command);
    while (true) {
        waiter.command.store(awaited);
        if (has(command, state) || cancelled_.load()) break;
        waiter.command.wait(awaited);
    }
    waiter.command.store(kNothing);
    return has(command, state);
}

void Scheduler::hold(QueueId queue) noexcept {
    pending_.fetch_add(1, std::memory_order_relaxed);
    in_flight_[queue.index()].count.fetch_add(1, std::memory_order_relaxed);
}

void Scheduler::leave(std::atomic<std::size_t>& in_flight) noexcept {
    if (in_flight.fetch_sub(1, std::memory_order_acq_rel) == 1) let_go();
}

void Scheduler::let_go() noexcept {
    if (pending_.fetch_sub(1, std::memory_order_acq_rel) > 1) return;
    // The waiting thread gets the mutex after this, and destroys the run only then.
    const std::lock_guard lock(end_mutex_);
    ended_ = true;
    end_changed_.notify_all();
}

void Scheduler::wait_until_ended() {
    let_go();
    std::unique_lock lock(end_mutex_);
    end_changed_.wait(lock, [&] { return ended_; });
}

void Scheduler::completed(CommandId command, std::exception_ptr error) noexcept {
    end(command, std::move(error));
    leave(in_flight_of(command));
}

void Scheduler::end(CommandId command, std::exception_ptr error) noexcept {
    if (observer_) {
        const std::int64_t worked_until = start_ns_[program_.size() + index(command)];
        // A host device has just reported the end of its work. Reading the clock again would take longer than
        // that is ago, because many virtual machines take 60 ns for it.
        const bool is_known =
            worked_until > 0 && program_.devices()[program_.command(command).device].traits.is_host;
        observer_->on_interval({.run = run_,
                                .command = command,
                                .track = Track::queue,
                                .begin = since_begin(start_ns_[index(command)]),
                                .end = is_known ? since_begin(worked_until) : seconds()});
    }
    if (error) {
        fail(command, std::move(error));
        return;
    }
    if (journal_ && program_.command(command).operation == Operation::store)
        journal_->stored(command, rectangle_bytes(program_, command));
    if (!program_.awaited(command)) return;
    states_[index(command)].store(ended);
    wake_waiters(command);
}

void Scheduler::given(CommandId command) noexcept {
    if (!program_.awaited_beside(command)) return;
    State before = open;  // it may have completed meanwhile
    if (states_[index(command)].compare_exchange_strong(before, given_to_device)) wake_waiters(command);
}

void Scheduler::refused(CommandId command, std::exception_ptr error) noexcept {
    fail(command, std::move(error));
}

void Scheduler::wake_waiters(CommandId command) noexcept {
    for (Waiter& waiter : waiters_) {
        auto awaited = static_cast<std::uint32_t>(command);
        if (waiter.command.load() == awaited && waiter.command.compare_exchange_strong(awaited, kNothing))
            waiter.command.notify_one();
    }
}

void Scheduler::spent(CommandId command, const WorkSpan& span) noexcept {
    if (program_.devices()[program_.command(command).device].traits.is_host)
        start_ns_[program_.size() + index(command)] = span.end_ns;
    observer_->on_interval({.run = run_,
                            .command = command,
                            .track = span.on_device ? Track::device : Track::copy,
                            .begin = since_begin(span.begin_ns),
                            .end = since_begin(span.end_ns),
                            .bytes = span.bytes});
}

void Scheduler::fail(CommandId command, std::exception_ptr error) noexcept {
    const Command& failed = program_.command(command);
    if (failed.operation == Operation::store) note_failed_store(failed.device, command);
    if (journal_) journal_->device_failed(failed.device);
    cancel(command, std::move(error));
}

void Scheduler::note_failed_store(DeviceIndex device, CommandId store) noexcept {
    std::atomic<std::size_t>& first = first_failed_store_[device];
    for (std::size_t known = first.load(); index(store) < known;)
        if (first.compare_exchange_weak(known, index(store))) return;
}

void Scheduler::cancel(CommandId command, std::exception_ptr error) noexcept {
    {
        const std::lock_guard lock(failure_mutex_);
        if (!failure_) {
            failure_ = std::move(error);
            failed_command_ = command;
        }
    }
    cancelled_.store(true);
    for (Waiter& waiter : waiters_) {
        waiter.command.store(kNothing);
        waiter.command.notify_one();
    }
}

Error Scheduler::failure() const {
    const std::string device = program_.devices()[program_.command(failed_command_).device].name;
    const std::string command = print_command(program_, failed_command_);
    try {
        std::rethrow_exception(failure_);
    } catch (...) {
        return current_error().at(device, command);
    }
}

}  // namespace hg
