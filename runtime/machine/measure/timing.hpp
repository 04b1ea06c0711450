#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <vector>

namespace hg {

/// Returns the seconds since a fixed moment by a clock that is never adjusted.
inline double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Returns the seconds that `run` takes by that clock: the best of `runs` runs after a first one, which wakes
/// threads, populates pages and compiles. At least a nanosecond.
template <class Run>
double best_seconds(int runs, const Run& run) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < runs + 1; ++i) {
        const double begin = steady_seconds();
        run();
        if (i > 0) best = std::min(best, steady_seconds() - begin);
    }
    return std::max(best, 1e-9);
}

/// Returns the middle value, or the mean of the two middle values, of at least one value.
inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 != 0 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace hg
