#include "runtime/machine/trace/trace_writer.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <exception>

#include "runtime/threads/start_thread.hpp"

namespace hg {
namespace {

constexpr std::chrono::milliseconds kPause{100};
/// The lowest priority: the cores are for the callers' work.
constexpr int kNice = 19;

}  // namespace

bool TraceWriter::wake() noexcept {
    if (awake_.load(std::memory_order_relaxed)) return true;
    const std::lock_guard lock(mutex_);
    if (stopped_) return false;
    try {
        if (!thread_.joinable()) thread_ = start_thread("the trace of HG_TRACE", [this] { work(); });
    } catch (const std::exception&) {
        return false;
    }
    awake_.store(true);
    changed_.notify_one();
    return true;
}

void TraceWriter::work() noexcept {
    // On Linux, a thread has a priority of its own.
    static_cast<void>(setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice));
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return stopped_ || awake_.load(); });
        if (changed_.wait_for(lock, kPause, [&] { return stopped_; })) return;
        lock.unlock();
        awake_.store(false);
        write_();
        lock.lock();
    }
}

void TraceWriter::stop() noexcept {
    std::thread ending;
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
        awake_.store(false);
        ending.swap(thread_);
    }
    changed_.notify_one();
    if (ending.joinable()) ending.join();
}

}  // namespace hg
