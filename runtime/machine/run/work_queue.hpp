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

/// The resources that a run takes while it is in flight.
struct RunNeeds {
    std::vector<HostRegion> regions{};  ///< regions of the caller's memory
    std::vector<std::int64_t> bytes{};  ///< bytes of each device's memory; 0 for devices beyond the list
    bool alone = false;                 ///< nothing else may be in flight
    /// The run has EXECs whose work-groups must all run at the same time, in EXEC or EXEC2 of some device.
    /// Such EXECs of two queues never run concurrently.
    bool gathers_in_exec = false;
    bool gathers_in_exec2 = false;

    static RunNeeds alone_on_the_machine() { return {.alone = true}; }
};

/// Orders work by the host memory that it touches: the runs of a machine, and the calls submitted to a
/// session. The rule is last writer plus readers since: work begins when all earlier work has ended that
/// writes memory which it touches, or touches memory which it writes. Work that may begin does so in the
/// order of its arrival. Thread-safe.
///
/// The thread that waits for a Place does the work of the place, concurrently with as much other work as fits
/// the devices' memory. While such work waits for host memory, later work may overtake it. While it waits for
/// device memory, none may, so that it does not wait forever. The queue's threads do the work of a Job.
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
        /// Notifies waiting threads that the job has ended. The job has already left the queue.
        virtual void end() noexcept = 0;
    };

  private:
    enum class State { waiting, may_begin, in_flight };

    struct Entry {
        RunNeeds needs{};
        std::unique_ptr<Job> job{};  ///< null for a Place
        std::uint64_t number = 0;
        State state = State::waiting;
        std::size_t unmet = 0;          ///< earlier entries that touch its memory and have not ended
        std::vector<Entry*> waiting{};  ///< entries that wait for this one
        std::condition_variable begins{};
    };

  public:
    /// At most `most` places are in flight, and as many threads do jobs. Threads are started on demand.
    /// `capacities`: bytes of each device that runs may use.
    explicit WorkQueue(std::size_t most, std::vector<std::int64_t> capacities = {})
        : most_(most), capacities_(std::move(capacities)) {}
    /// Waits for all jobs.
    ~WorkQueue();
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    /// A run in flight. The destructor ends it.
    class Place {
      public:
        /// Waits until the run may begin.
        Place(WorkQueue& queue, RunNeeds needs);
        ~Place();
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;

        /// Returns true if nothing else is in flight until this place ends.
        [[nodiscard]] bool alone() const noexcept { return entry_.needs.alone; }
        /// Waits until nothing else is in flight, ahead of all work that arrived later.
        void wait_alone();

      private:
        WorkQueue& queue_;
        Entry& entry_;
    };

    /// Adds a job that touches `regions`. If the system refuses all threads, this call does the job; if it
    /// refuses some, the existing ones do the jobs. If this throws (no host memory), the job was not added.
    void submit(std::vector<HostRegion> regions, std::unique_ptr<Job> job);

    /// Waits for the work so far that must end before `regions()` may be touched. A job does not wait,
    /// because the work before it has already ended.
    template <class Regions>
    void wait_for(Regions regions) {
        if (pending_.load(std::memory_order_acquire) > 0) wait(regions());
    }

  private:
    void wait(std::span<const HostRegion> regions);
    void serve() noexcept;
    // The mutex must be locked for these functions.
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
    std::list<Entry> entries_;         ///< entries that have not ended, in order of arrival
    std::condition_variable ended_;    ///< an entry has ended
    std::condition_variable changed_;  ///< a job may begin, or the queue closes
    std::size_t ready_ = 0;            ///< jobs that may begin
    std::uint64_t last_ = 0;
    bool closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace hg
