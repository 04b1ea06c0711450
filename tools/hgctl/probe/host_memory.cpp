#include "tools/hgctl/probe/host_memory.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <vector>

namespace hgctl {

double measure_host_memory() {
    constexpr std::int64_t kBytes = std::int64_t{256} << 20;
    constexpr int kCopies = 4;  // the first one brings the pages
    using Clock = std::chrono::steady_clock;
    const std::vector<char> from(static_cast<std::size_t>(kBytes), 1);
    std::vector<char> to(from.size());
    double best = 0;
    for (int i = 0; i < kCopies; ++i) {
        const Clock::time_point begin = Clock::now();
        tbb::parallel_for(
            tbb::blocked_range<std::size_t>(0, to.size()),
            [&](const auto& part) {
                std::memcpy(to.data() + part.begin(), from.data() + part.begin(), part.size());
            },
            tbb::static_partitioner());
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        best = std::max(best, 2.0 * kBytes / seconds);
    }
    return best;
}

}  // namespace hgctl
