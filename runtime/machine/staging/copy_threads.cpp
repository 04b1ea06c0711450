#include "runtime/machine/staging/copy_threads.hpp"

#include <algorithm>
#include <chrono>

#include "runtime/threads/available_cores.hpp"

namespace hg {
namespace {

/// Longer than the pause between two chunks of a device with a saturated link, and than that between the LDs
/// and the STs of a small call, so that the threads stay awake.
constexpr std::chrono::microseconds kAwake{1000};
/// More threads would not speed up any existing host memory, and would take cores from threads that wait for
/// devices.
constexpr int kMostByDefault = 16;

int thread_count(int wanted) {
    const int cores = available_cores();
    // More threads than cores would bring nothing.
    if (wanted > 0) return std::min(wanted, cores);
    return std::clamp(cores / 2, std::min(2, cores), kMostByDefault);
}

}  // namespace

CopyThreads::CopyThreads(int threads) : ThreadPool(thread_count(threads), kAwake) {}

void CopyThreads::copy(const ColumnCopy& copy) {
    ColumnJob job(copy, *this);
    begin(job);
    finish(job);
}

}  // namespace hg
