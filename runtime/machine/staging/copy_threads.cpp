#include "runtime/machine/staging/copy_threads.hpp"

#include <algorithm>
#include <chrono>

#include "runtime/threads/available_cores.hpp"

namespace hg {
namespace {

/// Longer than the pause between two chunks of a device with a saturated link, and than that between the LDs
/// and the STs of a small call, so that the threads stay awake.
constexpr std::chrono::microseconds kAwake{1000};
/// On some machines more threads copy faster, on others they take cores from the threads that drive devices;
/// measuring decides.
constexpr int kMostByDefault = 24;

int thread_count(int wanted) {
    const int cores = available_cores();
    // More threads than cores would bring nothing.
    if (wanted > 0) return std::min(wanted, cores);
    return std::clamp(cores / 2, std::min(2, cores), kMostByDefault);
}

}  // namespace

CopyThreads::CopyThreads(int threads)
    : ThreadPool(thread_count(threads), available_cores(), kAwake), chosen_(threads > 0) {}

void CopyThreads::copy(const ColumnCopy& copy) {
    ColumnJob job(copy, *this);
    begin(job);
    finish(job);
}

}  // namespace hg
