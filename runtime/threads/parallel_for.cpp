#include "runtime/threads/parallel_for.hpp"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>

#include "runtime/threads/available_cores.hpp"
#include "runtime/threads/thread_pool.hpp"

namespace hg {
namespace {

/// The threads of a process. They are never destroyed, because destructors of static variables may still use
/// them.
struct SharedPool {
    /// They sleep immediately, because the cores belong to other threads between two loops.
    ThreadPool threads{available_cores(), available_cores(), std::chrono::microseconds(0)};
    SharedPool* of_parent = nullptr;  ///< never destroyed: that would wait for threads of the parent process
};

/// Null until it is created.
constinit std::atomic<SharedPool*> shared_pool{nullptr};
/// The pool of the parent process, whose threads do not exist in this one.
constinit SharedPool* parents_pool = nullptr;

void begin_child() noexcept {
    if (SharedPool* const pool = shared_pool.exchange(nullptr)) parents_pool = pool;
}

/// Runs when the library is loaded, so that no fork is missed.
[[gnu::constructor]] void watch_forks() {
    static_cast<void>(pthread_atfork(nullptr, nullptr, begin_child));
}

/// Creates the pool at the first call, without a lock, for which a child made by fork() meanwhile would wait
/// forever. Returns null if there is no memory for it.
ThreadPool* shared_threads() noexcept {
    if (SharedPool* const pool = shared_pool.load(std::memory_order_acquire)) return &pool->threads;
    try {
        auto made = std::make_unique<SharedPool>();
        made->of_parent = parents_pool;
        SharedPool* pool = nullptr;
        if (shared_pool.compare_exchange_strong(pool, made.get())) pool = made.release();
        return &pool->threads;
    } catch (const std::exception&) {
        return nullptr;
    }
}

/// A loop as a job, whose pieces are ranges.
class LoopJob final : public ThreadPool::Job {
  public:
    LoopJob(std::int64_t count, RangeBody body, std::int64_t each) noexcept
        : LoopJob(count, body, each, (count + each - 1) / each) {}

  private:
    LoopJob(std::int64_t count, RangeBody body, std::int64_t each, std::int64_t ranges) noexcept
        : Job(ranges, ranges - 1), count_(count), each_(each), body_(body) {}
    void do_piece(std::int64_t i) noexcept override { body_(i * each_, std::min(count_, (i + 1) * each_)); }

    const std::int64_t count_;
    const std::int64_t each_;
    const RangeBody body_;
};

}  // namespace

void parallel_for(std::int64_t count, RangeBody body, LoopDivision division) noexcept {
    if (count <= 0) return;
    std::int64_t ranges = count / std::max<std::int64_t>(1, division.least);
    if (division.threads > 0) ranges = std::min<std::int64_t>(ranges, division.threads);
    ThreadPool* const threads = ranges > 1 ? shared_threads() : nullptr;
    if (threads == nullptr) return body(0, count);
    ranges = std::min<std::int64_t>(ranges, threads->count());
    LoopJob job(count, body, (count + ranges - 1) / ranges);
    threads->begin(job);
    threads->finish(job);
}

}  // namespace hg
