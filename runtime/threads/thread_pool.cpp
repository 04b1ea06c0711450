#include "runtime/threads/thread_pool.hpp"

#include <algorithm>
#include <bit>
#include <exception>

#include "runtime/threads/no_cancellation.hpp"
#include "runtime/threads/spin_wait.hpp"
#include "runtime/threads/start_thread.hpp"

namespace hg {
namespace {

/// The time that the last pieces of a job take.
constexpr std::chrono::microseconds kLastPieces{50};

}  // namespace

ThreadPool::ThreadPool(int threads, int most, std::chrono::microseconds awake)
    : most_(most), threads_(threads), awake_(awake), free_(std::max(0, most - 1)) {
    team_.reserve(static_cast<std::size_t>(free_.load()));
}

ThreadPool::~ThreadPool() {
    {
        const std::lock_guard lock(mutex_);
        ended_.store(true);
    }
    call_.notify_all();
    for (std::thread& thread : team_) thread.join();
}

void ThreadPool::begin(Job& job) noexcept {
    if (is_for_one(job)) return;  // finish() does it all
    job.slot_ = take_slot();
    if (job.slot_ == kNoSlot) return;
    slots_[static_cast<std::size_t>(job.slot_)].job.store(&job);
    open_.fetch_or(bit(job.slot_));
    get_help(job);
}

/// Returns kNoSlot if all are taken.
int ThreadPool::take_slot() noexcept {
    for (int i = 0; i < kSlots; ++i) {
        const auto slot = static_cast<int>(next_slot_.fetch_add(1) % kSlots);
        if (!slots_[static_cast<std::size_t>(slot)].taken.exchange(true)) return slot;
    }
    return kNoSlot;
}

/// Wakes as many threads as the job can use, in addition to those that look for work.
void ThreadPool::get_help(const Job& job) noexcept {
    // A thread that goes to sleep counts itself as free before it looks for jobs a last time.
    const auto wanted = [&] { return free_.load() > most_ - count() && looking_.load() < job.most_helpers_; };
    if (!wanted()) return;
    const std::lock_guard lock(mutex_);
    while (wanted()) {
        const auto sleeping = free_.load() - (most_ - 1 - static_cast<std::int64_t>(team_.size()));
        if (sleeping > 0) {
            ++called_;
            call_.notify_one();
        } else if (!add_thread()) {
            return;  // the existing threads do the work
        }
        --free_;
        ++looking_;
    }
}

bool ThreadPool::add_thread() noexcept {
    try {
        team_.push_back(start_thread("a pool", [this] { help(); }));
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

void ThreadPool::finish(Job& job) noexcept {
    if (job.slot_ == kNoSlot) return work_on(job);
    const NoCancellation whole;  // helpers use the job until it is done
    work_on(job);
    Slot& slot = slots_[static_cast<std::size_t>(job.slot_)];
    slot.job.store(nullptr);
    // No thread can find the job any more; its helpers are at their last pieces.
    if (!spin_until(kLastPieces, [&] { return slot.visitors.load() == 0; }))
        for (int left; (left = slot.visitors.load()) != 0;) slot.visitors.wait(left);
    slot.taken.store(false);
}

void ThreadPool::work_on(Job& job) noexcept {
    while (true) {
        const std::int64_t piece = job.next_.fetch_add(1, std::memory_order_relaxed);
        if (piece >= job.pieces_) break;
        job.do_piece(piece);
    }
    if (job.slot_ != kNoSlot) close(job.slot_);
}

void ThreadPool::help() noexcept {
    while (true) {
        const bool found = spin_until(awake_, [&] { return open_.load() != 0 || ended_.load(); });
        if (ended_.load()) return;
        if (found)
            help_oldest();
        else if (!wait_for_job())
            return;
    }
}

/// Works on the oldest job that can use this thread, if there still is one.
void ThreadPool::help_oldest() noexcept {
    const std::uint64_t open = open_.load();
    if (open == 0) return;
    const auto next = static_cast<int>(next_slot_.load() % kSlots);
    const int oldest = (std::countr_zero(std::rotr(open, next)) + next) % kSlots;
    Slot& slot = slots_[static_cast<std::size_t>(oldest)];
    slot.visitors.fetch_add(1);
    if (Job* const job = slot.job.load()) {
        --looking_;
        const std::int64_t joined = job->helpers_.fetch_add(1) + 1;
        if (joined >= job->most_helpers_) close(oldest);
        if (joined <= job->most_helpers_) work_on(*job);
        ++looking_;
    }
    if (slot.visitors.fetch_sub(1) == 1) slot.visitors.notify_all();
}

/// Sleeps until another job needs this thread; returns false at the end.
bool ThreadPool::wait_for_job() noexcept {
    std::unique_lock lock(mutex_);
    --looking_;
    ++free_;
    if (open_.load() != 0) {
        --free_;
        ++looking_;
        return true;
    }
    call_.wait(lock, [&] { return called_ > 0 || ended_.load(); });
    if (called_ == 0) return false;
    --called_;
    return true;
}

}  // namespace hg
