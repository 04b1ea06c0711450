#include "runtime/threads/parallel_for.hpp"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <thread>

#include "runtime/threads/thread_pool.hpp"

namespace hg {
namespace {

/// The threads of a process. They are never destroyed: calls in destructors of static variables use them too.
struct SharedPool {
    /// They sleep at once: between two loops the cores belong to others.
    ThreadPool threads{static_cast<int>(std::max(1U, std::thread::hardware_concurrency())),
                       std::chrono::microseconds(0)};
    SharedPool* of_parent = nullptr;  ///< kept: to destroy it would wait for threads that are not here
};

/// Null until it is made.
constinit std::atomic<SharedPool*> shared_pool{nullptr};
/// Of the process that made this one by fork. Its threads are not here.
constinit SharedPool* parents_pool = nullptr;

void begin_child() noexcept {
    if (SharedPool* const pool = shared_pool.exchange(nullptr)) parents_pool = pool;
}

/// When the library is loaded, so that no fork is missed.
[[gnu::constructor]] void watch_forks() {
    static_cast<void>(pthread_atfork(nullptr, nullptr, begin_child));
}

/// Made at the first call, without a lock: a child made by fork meanwhile would wait for it for ever. Null if
/// there is no memory for it.
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

/// A loop as a job: a range is a piece.
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
