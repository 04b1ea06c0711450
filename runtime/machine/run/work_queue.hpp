#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "runtime/program/base/host_region.hpp"

namespace hg {

/// What a run takes while it is in flight.
struct RunNeeds {
    std::vector<HostRegion> regions{};  ///< of the caller's memory
    std::vector<std::int64_t> bytes{};  ///< of each device's memory; none of devices beyond the list
    bool alone = false;                 ///< nothing else may be in flight
    /// It has EXECs whose work-groups must run at once, in EXEC or EXEC2 of some device: those of two queues
    /// never run together.
    bool gathers_in_exec = false;
    bool gathers_in_exec2 = false;

    static RunNeeds alone_on_the_machine() { return {.alone = true}; }
};

/// Orders work by the host memory that it touches: the runs of a machine, and the calls submitted to a
/// session. One rule orders all work, last writer plus readers since: it begins when all work before it has
/// ended that writes what it touches, or touches what it writes. Work that may begin does so in the order in
/// which it came. Thread-safe.
///
/// The work of a Place is done by the thread that waits for the place, beside as much other work as the
/// devices' memory holds. Such work lets others pass while it waits for host memory. While it waits for
/// device memory it does not, so that none waits forever. The work of a Job is done by threads of the queue.
class WorkQueue {
  public:
    /// Work for a thread of the queue.
    class Job {
      public:
        Job() = default;
        Job(const Job&) = delete;
        Job& operator=(const Job&) = delete;
        virtual ~Job() = default;

        /// Does the work.
        virtual void work() noexcept = 0;
        /// Tells who waits for it that it has ended. The job has left the queue.
        virtual void end() noexcept = 0;
    };

  private:
    enum class State { waiting, may_begin, in_flight };

    struct Entry {
        RunNeeds needs{};
        std::unique_ptr<Job> job{};  ///< null for a Place
        std::uint64_t number = 0;
        State state = State::waiting;
        std::size_t unmet = 0;          ///< entries before it that have not ended and touch its memory
        std::vector<Entry*> waiting{};  ///< entries that wait for this one
        std::condition_variable begins{};
    };

  public:
    /// At most `most` places are in flight, and as many threads do jobs. The threads are made on demand.
    /// `capacities`: bytes that runs may use of each device.
    explicit WorkQueue(std::size_t most, std::vector<std::int64_t> capacities = {})
        : most_(most), capacities_(std::move(capacities)) {}
    /// Waits for all jobs.
    ~WorkQueue();
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    /// A run in flight; it ends on destruction.
    class Place {
      public:
        /// Waits until the run may begin.
        Place(WorkQueue& queue, RunNeeds needs);
        ~Place();
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;

        /// True if nothing else is in flight until this place ends.
        [[nodiscard]] bool alone() const noexcept { return entry_.needs.alone; }
        /// Waits until nothing else is in flight, before everything that came later.
        void wait_alone();

      private:
        WorkQueue& queue_;
        Entry& entry_;
    };

    /// Adds a job that touches `regions`. If the system gives no thread at all, this does the job; with fewer
    /// threads than wanted, the existing ones do the jobs. If this throws (no host memory), the job was not
    /// added.
    void submit(std::vector<HostRegion> regions, std::unique_ptr<Job> job);

    /// Waits for the work so far that must end before `regions()` may be touched. A job does not wait: the
    /// work before it has ended.
    template <class Regions>
    void wait_for(Regions regions) {
        if (pending_.load(std::memory_order_acquire) > 0) wait(regions());
    }

  private:
    void wait(std::span<const HostRegion> regions);
    void serve() noexcept;
    // These need the mutex.
    Entry& enter(RunNeeds needs, std::unique_ptr<Job> job);
    void leave(Entry& entry) noexcept;
    void advance() noexcept;
    [[nodiscard]] bool fits(const RunNeeds& needs) const noexcept;
    bool has_threads() noexcept;
    void do_first(std::unique_lock<std::mutex>& lock) noexcept;

    const std::size_t most_;
    const std::vector<std::int64_t> capacities_;
    std::atomic<std::size_t> pending_{0};  ///< size of entries_
    std::mutex mutex_;
    std::list<Entry> entries_;         ///< that have not ended, as they came
    std::condition_variable ended_;    ///< an entry has ended
    std::condition_variable changed_;  ///< a job may begin, or the queue closes
    std::size_t ready_ = 0;            ///< jobs that may begin
    std::uint64_t last_ = 0;
    bool closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace hg
