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

/// The state of one run: which commands are done, who waits for which, the first error.
///
/// Each queue's thread asks for its head command with wait_until_ready(); devices report ends from any
/// thread. A waiter publishes the command it waits for before it looks at that command's state a last
/// time, and completed() sets the state before it looks at the waiters: one of them sees the other, so
/// no wake-up is lost.
class Scheduler final : public CompletionSink {
  public:
    /// Both may be null. The journal must have begun with the program.
    Scheduler(const Program& program, Observer* observer, RunJournal* journal = nullptr);

    /// Until when the head of a queue waits.
    enum class Until {
        /// What the device does not order itself has ended; the rest has been given to the device
        startable,
        all_ended,  ///< all that it depends on has ended, but EXECs before it in its queue
    };

    /// Returns when the head of its queue may start; false if the run is cancelled. EXECs of one queue run in
    /// order on their device: an EXEC does not wait for those before it.
    [[nodiscard]] bool wait_until_ready(CommandId command, Until until) noexcept;
    /// Whether wait_until_ready() would return at once, with Until::startable.
    [[nodiscard]] bool is_ready(CommandId command) const noexcept;
    /// A number for a run, that none has had.
    static std::uint64_t next_run() noexcept;
    /// The run begins now: before any of its queues.
    void begin() noexcept;
    /// The run's number.
    [[nodiscard]] std::uint64_t run() const noexcept { return run_; }
    /// Notes the start of a command, which must report its end.
    void started(CommandId command) noexcept {
        in_flight_of(command).fetch_add(1, std::memory_order_relaxed);
        if (observer_) start_ns_[index(command)] = now_ns();
    }
    /// Notes the start of an ST for the journal; `straight` as there.
    void store_begins(CommandId command, bool straight) noexcept {
        if (journal_) journal_->store_begins(command, straight);
    }

    /// The run does not end before let_go() was called for each queue of a hold(), and what was started has
    /// ended.
    void hold(QueueId queue) noexcept;
    /// The last thing that a queue does with the run.
    void let_go(QueueId queue) noexcept { leave(in_flight_[queue.index()].count); }
    /// Lets go, and returns when the run has ended. For its maker, which holds it from its construction.
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
    /// Throws the first error, with the device and the command it belongs to. Needs failed().
    [[noreturn]] void throw_failure() const;
    /// Seconds since begin().
    [[nodiscard]] double seconds() const noexcept { return since_begin(now_ns()); }

  private:
    static constexpr std::uint32_t kNothing = 0xffffffff;
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    /// How far a command has come.
    enum State : std::uint8_t { open, given_to_device, ended };

    /// What the thread of one queue waits for. A cache line of its own: waiters do not disturb each other.
    struct alignas(64) Waiter {
        std::atomic<std::uint32_t> command{kNothing};
    };

    /// Commands of one queue under way, and the queue itself as long as it holds the run. A cache line of its
    /// own: queues that start many short commands do not disturb each other.
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
    std::vector<std::atomic<State>> states_;  ///< by command, of those that are awaited
    std::vector<Waiter> waiters_;
    std::vector<std::int64_t> start_ns_;
    std::atomic<bool> cancelled_{false};
    std::vector<std::atomic<std::size_t>> first_failed_store_;  ///< by device; kNone: none has failed

    std::vector<InFlight> in_flight_;      ///< by queue
    std::atomic<std::size_t> pending_{1};  ///< queues with something under way, and the run's maker
    std::mutex end_mutex_;
    std::condition_variable end_changed_;
    bool ended_ = false;

    std::mutex failure_mutex_;
    std::exception_ptr failure_;
    CommandId failed_command_{};
};

}  // namespace hg
