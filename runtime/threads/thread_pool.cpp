#include "runtime/threads/thread_pool.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <utility>

#include "runtime/threads/no_cancellation.hpp"
#include "runtime/threads/spin_wait.hpp"
#include "runtime/threads/start_thread.hpp"

namespace hg {
namespace {

/// The time that the last pieces of a job take.
constexpr std::chrono::microseconds kLastPieces{50};

}  // namespace

ThreadPool::ThreadPool(int threads, std::chrono::microseconds awake) : threads_(threads), awake_(awake) {
    team_.reserve(static_cast<std::size_t>(std::max(0, threads_ - 1)));
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
    const auto lock = lock_soon(mutex_);
    try {
        jobs_.push_back(&job);
    } catch (const std::bad_alloc&) {
        return;  // finish() does it all
    }
    count_open();
    get_help(job);
}

/// Wakes as many threads as the job can use, in addition to those that work on other jobs.
void ThreadPool::get_help(const Job& job) noexcept {
    const std::int64_t wanted = std::min<std::int64_t>(threads_ - 1, job.most_helpers_ + busy_);
    while (helping_ < wanted) {
        if (helping_ < static_cast<int>(team_.size())) {
            ++called_;
            call_.notify_one();
        } else if (!add_thread()) {
            return;  // the existing threads do the work
        }
        ++helping_;
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
    if (is_for_one(job)) return work_on(job);
    const NoCancellation whole;  // helpers use the job until it is done
    work_on(job);
    {
        const auto lock = lock_soon(mutex_);
        close(job);
    }
    // No thread can find the job any more; its helpers are at their last pieces.
    const auto alone = [&] { return job.helpers_.load(std::memory_order_acquire) == 0; };
    if (spin_until(kLastPieces, alone)) return;
    std::unique_lock lock(mutex_);
    job.awaited_ = true;
    left_.wait(lock, alone);
}

void ThreadPool::work_on(Job& job) noexcept {
    while (true) {
        const std::int64_t piece = job.next_.fetch_add(1, std::memory_order_relaxed);
        if (piece >= job.pieces_) return;
        job.do_piece(piece);
    }
}

void ThreadPool::help() noexcept {
    Job* job = nullptr;
    while ((job = next_job(job))) work_on(*job);
}

ThreadPool::Job* ThreadPool::next_job(Job* done) noexcept {
    while (true) {
        bool any = true;
        if (!done)
            any = spin_until(awake_,
                             [&] { return open_.load(std::memory_order_acquire) > 0 || ended_.load(); });
        auto lock = lock_soon(mutex_);
        if (Job* last = std::exchange(done, nullptr)) leave(*last);
        if (Job* job = open_job()) return job;
        if (ended_.load()) return nullptr;
        if (any) continue;
        // begin() counts helpers under the same lock, so it will wake one.
        --helping_;
        call_.wait(lock, [&] { return called_ > 0 || ended_.load(); });
        if (called_ > 0) --called_;
    }
}

ThreadPool::Job* ThreadPool::open_job() noexcept {
    std::erase_if(jobs_,
                  [](const Job* job) { return job->next_.load(std::memory_order_relaxed) >= job->pieces_; });
    const auto oldest =
        std::find_if(jobs_.begin(), jobs_.end(), [](const Job* job) { return job->takes_helper(); });
    Job* const job = oldest == jobs_.end() ? nullptr : *oldest;
    if (job) {
        job->helpers_.fetch_add(1, std::memory_order_relaxed);
        ++busy_;
    }
    count_open();
    return job;
}

void ThreadPool::count_open() noexcept {
    open_.store(static_cast<int>(std::count_if(jobs_.begin(), jobs_.end(),
                                               [](const Job* job) { return job->takes_helper(); })),
                std::memory_order_release);
}

void ThreadPool::close(Job& job) noexcept {
    std::erase(jobs_, &job);
    count_open();
}

void ThreadPool::leave(Job& job) noexcept {
    --busy_;
    // Read this first: once the job has no helper, it may be destroyed.
    const bool awaited = job.awaited_;
    if (job.helpers_.fetch_sub(1, std::memory_order_release) == 1 && awaited) left_.notify_all();
}

}  // namespace hg
