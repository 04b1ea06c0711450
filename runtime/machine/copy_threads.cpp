#include "runtime/machine/copy_threads.hpp"

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "runtime/machine/spin_wait.hpp"

namespace hg {
namespace {

/// Longer than the pause between two chunks of one device whose link is full: its threads stay awake.
constexpr std::chrono::microseconds kAwake{400};
/// What the last pieces of a job take.
constexpr std::chrono::microseconds kLastPieces{50};

/// Pieces of a job for each of its helpers: with fewer, they come and go more than they copy.
constexpr std::int64_t kPiecesPerHelper = 2;

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
            const auto lock = lock_soon(mutex_);
            jobs_.push_back(&job);
            count_open();
            lacking = std::min(threads_ - 1, most_helpers(job) + busy_) - helping_;
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
        const auto lock = lock_soon(mutex_);
        close(job);
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

int CopyThreads::most_helpers(const Job& job) noexcept {
    return static_cast<int>(std::clamp<std::int64_t>(job.pieces_ / kPiecesPerHelper, 1, 1 << 10));
}

void CopyThreads::help() noexcept {
    Job* job = nullptr;
    while ((job = next_job(job))) work_on(*job);
}

CopyThreads::Job* CopyThreads::next_job(Job* done) noexcept {
    while (true) {
        bool any = true;
        if (!done)
            any = spin_until(kAwake,
                             [&] { return open_.load(std::memory_order_acquire) > 0 || ended_.load(); });
        const auto lock = lock_soon(mutex_);
        if (Job* last = std::exchange(done, nullptr)) leave(*last);
        if (Job* job = open_job()) return job;
        if (any && !ended_.load()) continue;
        // begin() counts helpers under the same lock: it will call another one.
        --helping_;
        left_.notify_all();
        return nullptr;
    }
}

bool CopyThreads::takes_helper(const Job& job) noexcept {
    return job.helpers_.load(std::memory_order_relaxed) < most_helpers(job);
}

CopyThreads::Job* CopyThreads::open_job() noexcept {
    std::erase_if(jobs_,
                  [](const Job* job) { return job->next_.load(std::memory_order_relaxed) >= job->pieces_; });
    const auto oldest =
        std::find_if(jobs_.begin(), jobs_.end(), [](const Job* job) { return takes_helper(*job); });
    Job* const job = oldest == jobs_.end() ? nullptr : *oldest;
    if (job) {
        job->helpers_.fetch_add(1, std::memory_order_relaxed);
        ++busy_;
    }
    count_open();
    return job;
}

void CopyThreads::count_open() noexcept {
    open_.store(static_cast<int>(std::count_if(jobs_.begin(), jobs_.end(),
                                               [](const Job* job) { return takes_helper(*job); })),
                std::memory_order_release);
}

void CopyThreads::close(Job& job) noexcept {
    std::erase(jobs_, &job);
    count_open();
}

void CopyThreads::leave(Job& job) noexcept {
    --busy_;
    // Once it has no helper the job may be gone.
    const bool awaited = job.awaited_;
    if (job.helpers_.fetch_sub(1, std::memory_order_release) == 1 && awaited) left_.notify_all();
}

}  // namespace hg
