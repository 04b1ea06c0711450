#include "runtime/machine/run/work_queue.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "runtime/threads/no_cancellation.hpp"

namespace hg {
namespace {

thread_local constinit bool does_a_job = false;

}  // namespace

WorkQueue::~WorkQueue() {
    const NoCancellation whole;
    {
        std::unique_lock lock(mutex_);
        ended_.wait(lock, [&] { return entries_.empty(); });
        closing_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

WorkQueue::Place::Place(WorkQueue& queue, RunNeeds needs)
    : queue_(queue), entry_([&]() -> Entry& {
          std::unique_lock lock(queue.mutex_);
          Entry& entry = queue.enter(std::move(needs), nullptr);
          queue.advance();
          entry.begins.wait(lock, [&] { return entry.state == State::in_flight; });
          return entry;
      }()) {}

WorkQueue::Place::~Place() {
    const std::lock_guard lock(queue_.mutex_);
    queue_.leave(entry_);
}

void WorkQueue::Place::wait_alone() {
    std::unique_lock lock(queue_.mutex_);
    entry_.needs.alone = true;
    entry_.state = State::waiting;
    queue_.advance();
    entry_.begins.wait(lock, [&] { return entry_.state == State::in_flight; });
}

void WorkQueue::submit(std::vector<HostRegion> regions, std::unique_ptr<Job> job) {
    std::unique_lock lock(mutex_);
    enter({.regions = std::move(regions)}, std::move(job));
    advance();
    if (!has_threads())
        while (ready_ > 0) do_first(lock);
}

void WorkQueue::wait(std::span<const HostRegion> regions) {
    if (does_a_job) return;
    const NoCancellation whole;
    std::unique_lock lock(mutex_);
    const std::uint64_t last = last_;
    ended_.wait(lock, [&] {
        return std::none_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
            return entry.number <= last && conflict(entry.needs.regions, regions);
        });
    });
}

/// Adds an entry that waits for those that must end before it begins. If it throws, no entry is added.
WorkQueue::Entry& WorkQueue::enter(RunNeeds needs, std::unique_ptr<Job> job) {
    Entry& entry = entries_.emplace_back();
    entry.needs = std::move(needs);
    try {
        for (Entry& other : entries_)
            if (&other != &entry && conflict(other.needs.regions, entry.needs.regions)) {
                other.waiting.push_back(&entry);
                ++entry.unmet;
            }
    } catch (...) {
        for (Entry& other : entries_) std::erase(other.waiting, &entry);
        entries_.pop_back();
        throw;
    }
    entry.job = std::move(job);
    entry.number = ++last_;
    pending_.store(entries_.size(), std::memory_order_release);
    return entry;
}

void WorkQueue::leave(Entry& entry) noexcept {
    for (Entry* const waiting : entry.waiting) --waiting->unmet;
    entries_.remove_if([&](const Entry& other) { return &other == &entry; });
    pending_.store(entries_.size(), std::memory_order_release);
    advance();
    ended_.notify_all();
}

void WorkQueue::advance() noexcept {
    for (Entry& entry : entries_) {
        if (entry.state != State::waiting || entry.unmet > 0) continue;
        if (entry.job) {
            entry.state = State::may_begin;
            ++ready_;
            changed_.notify_one();
        } else {
            if (!fits(entry.needs)) return;
            entry.state = State::in_flight;
            entry.begins.notify_one();
        }
    }
}

/// Returns whether a run may be in flight concurrently with the others.
bool WorkQueue::fits(const RunNeeds& needs) const noexcept {
    std::size_t in_flight = 0;
    RunNeeds all = {.alone = needs.alone,
                    .gathers_in_exec = needs.gathers_in_exec,
                    .gathers_in_exec2 = needs.gathers_in_exec2};
    for (const Entry& entry : entries_)
        if (entry.state == State::in_flight) {
            ++in_flight;
            all.alone |= entry.needs.alone;
            all.gathers_in_exec |= entry.needs.gathers_in_exec;
            all.gathers_in_exec2 |= entry.needs.gathers_in_exec2;
        }
    if (in_flight == 0) return true;
    if (in_flight >= most_ || all.alone || (all.gathers_in_exec && all.gathers_in_exec2)) return false;
    const std::size_t most = std::min(needs.bytes.size(), capacities_.size());
    for (std::size_t d = 0; d < most; ++d) {
        if (needs.bytes[d] == 0) continue;
        std::int64_t used = 0;
        for (const Entry& entry : entries_)
            if (entry.state == State::in_flight && d < entry.needs.bytes.size()) used += entry.needs.bytes[d];
        if (used > capacities_[d] - needs.bytes[d]) return false;
    }
    return true;
}

/// Starts one more thread if there are fewer threads than entries. Returns false if there is no thread at
/// all.
bool WorkQueue::has_threads() noexcept {
    if (threads_.size() < std::min(most_, entries_.size())) {
        try {
            threads_.emplace_back([this] { serve(); });
        } catch (const std::exception&) {
            // The system refused the thread: the existing ones do the work.
        }
    }
    return !threads_.empty();
}

void WorkQueue::serve() noexcept {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return ready_ > 0 || closing_; });
        if (ready_ == 0) return;
        do_first(lock);
    }
}

/// Runs the first job that may begin. There must be one.
void WorkQueue::do_first(std::unique_lock<std::mutex>& lock) noexcept {
    Entry& entry = *std::find_if(entries_.begin(), entries_.end(),
                                 [](const Entry& other) { return other.state == State::may_begin; });
    entry.state = State::in_flight;
    --ready_;
    lock.unlock();
    does_a_job = true;
    entry.job->work();
    does_a_job = false;
    lock.lock();
    const std::unique_ptr<Job> job = std::move(entry.job);
    leave(entry);
    job->end();
}

}  // namespace hg
