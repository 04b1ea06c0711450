#include "runtime/machine/copy_threads.hpp"

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <new>

#include "runtime/machine/spin_wait.hpp"

namespace hg {
namespace {

/// Longer than the pause between two chunks of one device whose link is full: its threads stay awake.
constexpr std::chrono::microseconds kAwake{400};
/// What the last pieces of a job take.
constexpr std::chrono::microseconds kLastPieces{50};

/// More would serve no host memory there is, and take cores from those who wait for devices.
constexpr int kMostByDefault = 16;

int thread_count(int wanted) {
    const int cores = std::max(1, tbb::info::default_concurrency());
    // More threads than cores would serve nothing, and oneTBB would say so on standard error.
    if (wanted > 0) return std::min(wanted, cores);
    return std::clamp(cores / 2, std::min(2, cores), kMostByDefault);
}

}  // namespace

struct CopyThreads::Arena {
    explicit Arena(int threads) : arena(threads, 0) {}
    tbb::task_arena arena;
};

/// What the arena's threads are handed. oneTBB orders the handing over before the taking; saying so with an
/// atomic as well lets ThreadSanitizer know, which does not see into the library.
class CopyThreads::Help {
  public:
    explicit Help(CopyThreads* threads) noexcept { threads_.store(threads, std::memory_order_release); }
    Help(const Help& other) noexcept : Help(other.threads_.load(std::memory_order_acquire)) {}
    Help& operator=(const Help&) = delete;
    void operator()() const noexcept { threads_.load(std::memory_order_acquire)->help(); }

  private:
    std::atomic<CopyThreads*> threads_;
};

CopyThreads::CopyThreads(int threads) : threads_(thread_count(threads)) {
    if (threads_ > 1) arena_ = std::make_unique<Arena>(threads_ - 1);
}

CopyThreads::~CopyThreads() {
    ended_.store(true);
    std::unique_lock lock(mutex_);
    left_.wait(lock, [&] { return helping_ == 0; });
}

void CopyThreads::begin(Job& job) noexcept {
    if (job.pieces_ < 2 || !arena_) return;  // finish() does it all
    int lacking = 0;
    try {
        {
            const std::lock_guard lock(mutex_);
            jobs_.push_back(&job);
            open_.store(static_cast<int>(jobs_.size()), std::memory_order_release);
            lacking = static_cast<int>(std::min<std::int64_t>(job.pieces_, threads_ - 1)) - helping_;
            helping_ += std::max(lacking, 0);
        }
        for (; lacking > 0; --lacking) arena_->arena.enqueue(Help(this));
    } catch (const std::bad_alloc&) {
        // The threads there are will do.
        const std::lock_guard lock(mutex_);
        helping_ -= std::max(lacking, 0);
    }
}

void CopyThreads::finish(Job& job) noexcept {
    work_on(job);
    if (job.pieces_ < 2 || !arena_) return;
    {
        const std::lock_guard lock(mutex_);
        std::erase(jobs_, &job);
        open_.store(static_cast<int>(jobs_.size()), std::memory_order_release);
    }
    // Nobody finds the job any more; those at it are at their last pieces.
    const auto alone = [&] { return job.helpers_.load(std::memory_order_acquire) == 0; };
    if (spin_until(kLastPieces, alone)) return;
    std::unique_lock lock(mutex_);
    job.awaited_ = true;
    left_.wait(lock, alone);
}

void CopyThreads::copy(const ColumnCopy& copy) {
    ColumnCopyJob job(copy, *this);
    begin(job);
    finish(job);
}

void CopyThreads::work_on(Job& job) noexcept {
    while (true) {
        const std::int64_t piece = job.next_.fetch_add(1, std::memory_order_relaxed);
        if (piece >= job.pieces_) return;
        job.do_piece(piece);
    }
}

void CopyThreads::help() noexcept {
    while (Job* job = next_job()) {
        work_on(*job);
        leave(*job);
    }
}

CopyThreads::Job* CopyThreads::next_job() noexcept {
    while (true) {
        const bool any =
            spin_until(kAwake, [&] { return open_.load(std::memory_order_acquire) > 0 || ended_.load(); });
        const std::lock_guard lock(mutex_);
        if (Job* job = open_job()) return job;
        if (any && !ended_.load()) continue;
        // begin() counts helpers under the same lock: it will call another one.
        --helping_;
        left_.notify_all();
        return nullptr;
    }
}

/// Needs the mutex.
CopyThreads::Job* CopyThreads::open_job() noexcept {
    while (!jobs_.empty()) {
        Job& oldest = *jobs_.front();
        if (oldest.next_.load(std::memory_order_relaxed) < oldest.pieces_) {
            oldest.helpers_.fetch_add(1, std::memory_order_relaxed);
            return &oldest;
        }
        jobs_.erase(jobs_.begin());
        open_.store(static_cast<int>(jobs_.size()), std::memory_order_release);
    }
    return nullptr;
}

void CopyThreads::leave(Job& job) noexcept {
    const std::lock_guard lock(mutex_);
    // Once there is no helper the job may be gone.
    const bool awaited = job.awaited_;
    if (job.helpers_.fetch_sub(1, std::memory_order_release) == 1 && awaited) left_.notify_all();
}

}  // namespace hg
