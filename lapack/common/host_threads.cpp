#include "lapack/common/host_threads.hpp"

#include <algorithm>
#include <exception>
#include <thread>
#include <vector>

namespace hg {
namespace {

/// Less than this is done before a thread has started.
constexpr double kBytesPerThread = 1 << 20;
/// More threads than this do not make memory faster.
constexpr std::int64_t kMostThreads = 32;

std::int64_t threads_for(std::int64_t count, std::int64_t bytes_each) {
    const double worth = static_cast<double>(count) * static_cast<double>(bytes_each) / kBytesPerThread;
    const auto cores = static_cast<std::int64_t>(std::max(1U, std::thread::hardware_concurrency()));
    const std::int64_t most = std::min({cores, kMostThreads, count});
    return worth >= static_cast<double>(most) ? most : static_cast<std::int64_t>(worth);
}

}  // namespace

void for_each_range(std::int64_t count, std::int64_t bytes_each, RangeBody body) noexcept {
    if (count <= 0) return;
    const std::int64_t threads = std::max<std::int64_t>(1, threads_for(count, bytes_each));
    const std::int64_t each = (count + threads - 1) / threads;
    std::vector<std::jthread> helpers;
    std::int64_t first = 0;
    try {
        for (; first + each < count; first += each) helpers.emplace_back(body, first, first + each);
    } catch (const std::exception&) {
        // There are no more threads, or no memory for them: the caller's own does the rest. Nothing may be
        // left half done.
    }
    body(first, count);
}

}  // namespace hg
