#include "runtime/machine/staging/copy_threads.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "runtime/threads/available_cores.hpp"

namespace hg {
namespace {

/// Longer than the pause between two chunks of a device with a saturated link, and than that between the LDs
/// and the STs of a small call, so that the threads stay awake.
constexpr std::chrono::microseconds kAwake{1000};
/// On some machines more threads copy faster, on others they take cores from the threads that drive devices;
/// measuring decides.
constexpr int kMostByDefault = 24;

/// The cores for copies of one of `ranks` processes on the node: an equal part, unless it is bound to fewer.
int cores_of_rank(int ranks) {
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    return std::min(available_cores(), std::max(1, cores / std::max(1, ranks)));
}

int thread_count(int wanted, int ranks) {
    // More threads than cores would bring nothing.
    if (wanted > 0) return std::min(wanted, available_cores());
    const int cores = cores_of_rank(ranks);
    return std::clamp(cores / 2, std::min(2, cores), kMostByDefault);
}

}  // namespace

CopyThreads::CopyThreads(int threads, int ranks)
    : ThreadPool(thread_count(threads, ranks), threads > 0 ? available_cores() : cores_of_rank(ranks),
                 kAwake),
      chosen_(threads > 0) {}

void CopyThreads::copy(const ColumnCopy& copy) {
    ColumnJob job(copy, *this);
    begin(job);
    finish(job);
}

}  // namespace hg
