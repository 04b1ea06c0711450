#include "runtime/machine/staging/copy_threads.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <utility>

#include "runtime/machine/run/spin_wait.hpp"
#include "runtime/machine/run/start_thread.hpp"

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
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    // More threads than cores would serve nothing.
    if (wanted > 0) return std::min(wanted, cores);
    return std::clamp(cores / 2, std::min(2, cores), kMostByDefault);
}

}  // namespace

CopyThreads::CopyThreads(int threads) : threads_(thread_count(threads)) {
    team_.reserve(static_cast<std::size_t>(threads_ - 1));
}

CopyThreads::~CopyThreads() {
    {
        const std::lock_guard lock(mutex_);
        ended_.store(true);
    }
    call_.notify_all();
    for (std::thread& thread : team_) thread.join();
}

void CopyThreads::begin(Job& job) noexcept {
    if (job.pieces_ < 2 || threads_ < 2) return;  // finish() does it all
    const auto lock = lock_soon(mutex_);
    try {
        jobs_.push_back(&job);
    } catch (const std::bad_alloc&) {
        return;  // finish() does it all
    }
    count_open();
    get_help(job);
}

/// Calls as many threads as the job is worth, beside those at other jobs.
void CopyThreads::get_help(const Job& job) noexcept {
    const int wanted = std::min(threads_ - 1, most_helpers(job) + busy_);
    while (helping_ < wanted) {
        if (helping_ < static_cast<int>(team_.size())) {
            ++called_;
            call_.notify_one();
        } else if (!add_thread()) {
            return;  // those there are will do
        }
        ++helping_;
    }
}

bool CopyThreads::add_thread() noexcept {
    try {
        team_.push_back(start_thread("a copy", [this] { help(); }));
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

void CopyThreads::finish(Job& job) noexcept {
    work_on(job);
    if (job.pieces_ < 2 || threads_ < 2) return;
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
        auto lock = lock_soon(mutex_);
        if (Job* last = std::exchange(done, nullptr)) leave(*last);
        if (Job* job = open_job()) return job;
        if (ended_.load()) return nullptr;
        if (any) continue;
        // begin() counts helpers under the same lock: it will call one.
        --helping_;
        call_.wait(lock, [&] { return called_ > 0 || ended_.load(); });
        if (called_ > 0) --called_;
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
