#include "blas/call/call_queue.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "blas/call/call_policy.hpp"
#include "blas/call/call_result.hpp"
#include "runtime/threads/no_cancellation.hpp"

namespace hg {
namespace {

/// Whether this thread is doing a submitted call.
thread_local bool in_a_call = false;
thread_local constinit bool checks_only = false;

}  // namespace

ChecksOnly::ChecksOnly() noexcept {
    checks_only = true;
}

ChecksOnly::~ChecksOnly() {
    checks_only = false;
}

CallQueue::~CallQueue() {
    const NoCancellation whole;
    {
        std::unique_lock lock(mutex_);
        ended_.wait(lock, [&] { return entries_.empty(); });
        closing_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

Call CallQueue::submit(std::vector<HostRegion> regions, Work work) {
    if (checks_only) return {};
    Accepted accepted(life_);
    auto result = std::make_shared<CallResult>();
    std::unique_lock lock(mutex_);
    Entry& entry = entries_.emplace_back(Entry{++last_, std::move(regions), std::move(work), result,
                                               CallPolicy::current(), std::move(accepted)});
    pending_.store(entries_.size(), std::memory_order_release);
    try {
        put_in_order(entry);
    } catch (...) {
        withdraw(entry);
        throw;
    }
    if (entry.ready()) ++ready_;
    if (has_threads())
        changed_.notify_one();
    else
        while (ready_ > 0) do_first(lock);
    return Call(std::move(result));
}

/// Has an entry wait for those that must end before it begins.
void CallQueue::put_in_order(Entry& entry) {
    for (Entry& other : entries_)
        if (&other != &entry && conflict(other.regions, entry.regions)) {
            other.waiting.push_back(&entry);
            ++entry.unmet;
        }
}

/// As if an entry, the last one, had never been.
void CallQueue::withdraw(Entry& entry) noexcept {
    for (Entry& other : entries_) std::erase(other.waiting, &entry);
    entries_.pop_back();
    pending_.store(entries_.size(), std::memory_order_release);
}

/// Makes one more if there are fewer than calls; false if there is none at all.
bool CallQueue::has_threads() noexcept {
    if (threads_.size() < std::min(most_threads_, entries_.size())) {
        try {
            threads_.emplace_back([this] { serve(); });
        } catch (const std::exception&) {
            // No thread, or no memory for one: those that there are do the work.
        }
    }
    return !threads_.empty();
}

/// Null if there is none.
CallQueue::Entry* CallQueue::first_ready() noexcept {
    const auto first =
        std::find_if(entries_.begin(), entries_.end(), [](const Entry& entry) { return entry.ready(); });
    return first == entries_.end() ? nullptr : &*first;
}

void CallQueue::wait(std::span<const HostRegion> regions) {
    if (in_a_call) return;
    const NoCancellation whole;
    std::unique_lock lock(mutex_);
    const std::uint64_t last = last_;
    ended_.wait(lock, [&] {
        return std::none_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
            return entry.number <= last && conflict(entry.regions, regions);
        });
    });
}

void CallQueue::serve() noexcept {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return ready_ > 0 || closing_; });
        if (ready_ == 0) return;
        do_first(lock);
    }
}

void CallQueue::do_first(std::unique_lock<std::mutex>& lock) noexcept {
    Entry& entry = *first_ready();
    entry.under_way = true;
    --ready_;
    lock.unlock();
    std::int64_t info = 0;
    std::exception_ptr error;
    in_a_call = true;
    try {
        const UnderWay under_way(std::move(entry.accepted));
        const CallPolicy policy(entry.wishes);
        info = entry.work();
    } catch (...) {
        error = std::current_exception();
    }
    in_a_call = false;
    lock.lock();
    for (Entry* waiting : entry.waiting)
        if (--waiting->unmet == 0) ++ready_;
    const std::shared_ptr<CallResult> result = std::move(entry.result);
    entries_.remove_if([&](const Entry& other) { return &other == &entry; });
    pending_.store(entries_.size(), std::memory_order_release);
    if (ready_ > 1) changed_.notify_all();
    result->end(info, std::move(error));
    ended_.notify_all();
}

}  // namespace hg
