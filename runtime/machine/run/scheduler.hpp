#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>
#include <string>
#include <vector>

#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/machine/observer.hpp>
#include <hg/runtime/machine/run_journal.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// The state of a run: which commands have completed, which thread waits for which command, and the first
/// error.
///
/// Each queue's thread calls wait_until_ready() for its head command; devices report completions from any
/// thread. A waiter publishes the command for which it waits before it checks that command's state a last
/// time, and completed() sets the state before it checks the waiters. One of them sees the other, so no
/// wake-up is lost.
class Scheduler final : public CompletionSink {
  public:
    /// `observer` and `journal` may be null. The journal must have begun with the program.
    Scheduler(const Program& program, Observer* observer, RunJournal* journal = nullptr);

    /// The condition for which the head of a queue waits.
    enum class Until {
        /// Commands that the device does not order itself have completed; the others have been submitted to
        /// it.
        startable,
        all_ended,  ///< all commands that it depends on have completed, except earlier EXECs of its queue
    };

    /// Waits until the head of its queue may start, and returns true; returns false if the run is cancelled.
    /// An EXEC does not wait for the EXECs before it in its queue, because the device runs them in order.
    [[nodiscard]] bool wait_until_ready(CommandId command, Until until) noexcept;
    /// Returns whether wait_until_ready() with Until::startable would return immediately.
    [[nodiscard]] bool is_ready(CommandId command) const noexcept;
    /// Returns a new number for a run.
    static std::uint64_t next_run() noexcept;
    /// Begins the run. Call this before any of its queues begins.
    void begin() noexcept;
    /// Returns the run's number.
    [[nodiscard]] std::uint64_t run() const noexcept { return run_; }
    /// Notes the start of a command, which must report its completion.
    void started(CommandId command) noexcept {
        in_flight_of(command).fetch_add(1, std::memory_order_relaxed);
        if (observer_) start_ns_[index(command)] = now_ns();
    }
    /// Notes the start of an ST for the journal; `straight` is as in RunJournal::store_begins().
    void store_begins(CommandId command, bool straight) noexcept {
        if (journal_) journal_->store_begins(command, straight);
    }

    /// Keeps the run alive until let_go() is called for this queue. The run ends when all holds are released
    /// and all started commands have completed.
    void hold(QueueId queue) noexcept;
    /// Releases a hold. A queue must not touch the run afterwards.
    void let_go(QueueId queue) noexcept { leave(in_flight_[queue.index()].count); }
    /// Releases the hold that the creator of the run has from its construction, and waits until the run has
    /// ended.
    void wait_until_ended();

    void given(CommandId command) noexcept override;
    void refused(CommandId command, std::exception_ptr error) noexcept override;
    void completed(CommandId command, std::exception_ptr error) noexcept override;
    [[nodiscard]] bool drops(CommandId store) const noexcept override {
        return first_failed_store_[program_.command(store).device].load() < index(store);
    }
    void dropped(CommandId store) noexcept override { leave(in_flight_of(store)); }
    void stored(CommandId command, std::int64_t bytes) noexcept override {
        if (journal_) journal_->stored(command, bytes);
    }
    void spent(CommandId command, const WorkSpan& span) noexcept override;
    [[nodiscard]] bool wants_spans() const noexcept override { return observer_ != nullptr; }

    [[nodiscard]] bool failed() const noexcept { return cancelled_.load(); }
    /// Returns the first error, with its device and command. Requires failed().
    [[nodiscard]] Error failure() const;
    /// Returns the seconds since begin().
    [[nodiscard]] double seconds() const noexcept { return since_begin(now_ns()); }

  private:
    static constexpr std::uint32_t kNothing = 0xffffffff;
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    /// The state of a command.
    enum State : std::uint8_t { open, given_to_device, ended };

    /// The command for which the thread of a queue waits. On a separate cache line, so that waiters do not
    /// disturb each other.
    struct alignas(64) Waiter {
        std::atomic<std::uint32_t> command{kNothing};
    };

    /// The number of commands of a queue in flight, plus one while the queue holds the run. On a separate
    /// cache line, so that queues that start many short commands do not disturb each other.
    struct alignas(64) InFlight {
        std::atomic<std::size_t> count{0};
    };

    static std::int64_t now_ns() noexcept;
    [[nodiscard]] double since_begin(std::int64_t ns) const noexcept {
        return 1e-9 * static_cast<double>(ns - begin_ns_);
    }
    [[nodiscard]] std::atomic<std::size_t>& in_flight_of(CommandId command) noexcept {
        return in_flight_[program_.command(command).queue_id().index()].count;
    }
    void leave(std::atomic<std::size_t>& in_flight) noexcept;
    void let_go() noexcept;
    bool wait_for(CommandId command, State state, Waiter& waiter) noexcept;
    [[nodiscard]] bool has(CommandId command, State state) const noexcept {
        return states_[index(command)].load() >= state;
    }
    [[nodiscard]] static State needed(const Command& on, const Command& command) noexcept;
    void wake_waiters(CommandId command) noexcept;
    void end(CommandId command, std::exception_ptr error) noexcept;
    void fail(CommandId command, std::exception_ptr error) noexcept;
    void note_failed_store(DeviceIndex device, CommandId store) noexcept;
    void cancel(CommandId command, std::exception_ptr error) noexcept;

    const Program program_;
    const std::uint64_t run_;
    Observer* const observer_;
    RunJournal* const journal_;
    std::int64_t begin_ns_;
    std::vector<std::atomic<State>> states_;  ///< by command; only used for commands that others await
    std::vector<Waiter> waiters_;
    std::vector<std::int64_t> start_ns_;
    std::atomic<bool> cancelled_{false};
    std::vector<std::atomic<std::size_t>> first_failed_store_;  ///< by device; kNone: no ST has failed

    std::vector<InFlight> in_flight_;      ///< by queue
    std::atomic<std::size_t> pending_{1};  ///< queues with anything in flight, plus the run's creator
    std::mutex end_mutex_;
    std::condition_variable end_changed_;
    bool ended_ = false;

    std::mutex failure_mutex_;
    std::exception_ptr failure_;
    CommandId failed_command_{};
};

}  // namespace hg
