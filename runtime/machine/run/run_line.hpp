#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <utility>
#include <vector>

#include "runtime/program/base/host_region.hpp"

namespace hg {

/// What a run takes while it is under way.
struct RunNeeds {
    std::vector<HostRegion> regions{};  ///< of the caller's memory
    std::vector<std::int64_t> bytes{};  ///< of each device's memory; none of devices beyond the list
    bool alone = false;                 ///< nothing else may be under way
    /// It has EXECs whose work-groups must run at once, in EXEC or EXEC2 of some device: those of two queues never run
    /// together.
    bool gathers_in_exec = false;
    bool gathers_in_exec2 = false;

    static RunNeeds alone_on_the_machine() { return {.alone = true}; }
};

/// Says which runs may be under way together: runs that do not touch the same host memory, and whose device
/// memory fits together. Thread-safe.
///
/// Runs wait in the order in which they came. A run whose host memory is in use, or awaited by a run before
/// it, lets others pass. A run that waits for device memory does not, so that none waits for ever.
class RunLine {
    struct Entry {
        explicit Entry(RunNeeds given) noexcept : needs(std::move(given)) {}

        RunNeeds needs;
        bool under_way = false;
        std::condition_variable changed{};
    };

  public:
    /// `capacities`: bytes that runs may use of each device; at most `most` runs are under way.
    RunLine(std::vector<std::int64_t> capacities, std::size_t most)
        : capacities_(std::move(capacities)), most_(most) {}

    /// A run under way; ends on destruction.
    class Place {
      public:
        /// Waits until the run may begin.
        Place(RunLine& line, RunNeeds needs);
        ~Place();
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;

        /// True if nothing else is under way until this place ends.
        [[nodiscard]] bool alone() const noexcept { return entry_->needs.alone; }
        /// Waits until nothing else is under way, before all that came later.
        void wait_alone();

      private:
        RunLine& line_;
        std::list<Entry>::iterator entry_;
    };

  private:
    // These need the mutex.
    void wait(Entry& entry, std::unique_lock<std::mutex>& lock) noexcept;
    void advance() noexcept;
    [[nodiscard]] bool must_wait_for_others_memory(std::list<Entry>::const_iterator entry) const noexcept;
    [[nodiscard]] bool fits(const RunNeeds& needs) const noexcept;

    const std::vector<std::int64_t> capacities_;
    const std::size_t most_;
    std::mutex mutex_;
    std::list<Entry> entries_;  ///< under way or waiting, as they came
};

}  // namespace hg
