#include "blas/cost/fastest_count.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <numeric>

#include "runtime/threads/parallel_for.hpp"

namespace hg {
namespace {

/// What more devices must bring: their time is less than a share of what fewer take, less some seconds.
struct LeastGain {
    double share = 1;
    double seconds = 0;
};

/// On GPUs, if simulation tells what their host adds: it may be wrong by as much.
LeastGain least_gain(const Target& target) {
    const bool gpus =
        std::any_of(target.devices.begin(), target.devices.end(), [](const auto& d) { return d.is_gpu; });
    return gpus && target.delays.wake > 0 ? LeastGain{0.95, 0.3e-3} : LeastGain{};
}

class CountSearch {
  public:
    CountSearch(std::span<const DeviceCount> counts, const Target& target,
                const std::function<double(std::size_t)>& look)
        : counts_(counts),
          target_(target),
          look_(look),
          order_(counts.size()),
          seconds_(counts.size(), kNever),
          faults_(counts.size()) {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
            return counts[a].least_seconds < counts[b].least_seconds;
        });
    }

    /// Looks at the most promising count that is left.
    void look_at_next() noexcept {
        const std::size_t i = order_[next_.fetch_add(1)];
        if (counts_[i].least_seconds >= limit()) return;
        try {
            seconds_[i] = look_(i);
        } catch (...) {
            faults_[i] = std::current_exception();
            return;
        }
        double best = best_.load();
        while (seconds_[i] < best && !best_.compare_exchange_weak(best, seconds_[i]))
            ;
    }

    [[nodiscard]] std::size_t best() const {
        for (const std::exception_ptr& fault : faults_)
            if (fault) std::rethrow_exception(fault);
        std::size_t best = 0;
        for (std::size_t i = 1; i < counts_.size(); ++i)
            if (are_worth_it(target_, seconds_[i], seconds_[best])) best = i;
        return best;
    }

  private:
    /// What takes longer is not taken, whatever else is found.
    [[nodiscard]] double limit() const {
        const LeastGain gain = least_gain(target_);
        return (best_.load() + gain.seconds) / gain.share;
    }

    const std::span<const DeviceCount> counts_;
    const Target& target_;
    const std::function<double(std::size_t)>& look_;
    std::vector<std::size_t> order_;
    std::vector<double> seconds_;
    std::vector<std::exception_ptr> faults_;
    std::atomic<std::size_t> next_{0};
    std::atomic<double> best_{kNever};
};

}  // namespace

std::vector<DeviceCount> device_counts(std::size_t most, double flops, double rate) {
    std::vector<DeviceCount> counts;
    for (std::size_t count = 1; count <= most; ++count)
        counts.push_back({count, flops / rate / static_cast<double>(count)});
    return counts;
}

bool are_worth_it(const Target& target, double seconds, double seconds_with_fewer) {
    const LeastGain gain = least_gain(target);
    return seconds < gain.share * seconds_with_fewer - gain.seconds;
}

std::size_t fastest_count(std::span<const DeviceCount> counts, const Target& target,
                          const std::function<double(std::size_t)>& look) {
    CountSearch search(counts, target, look);
    parallel_for(static_cast<std::int64_t>(counts.size()), [&](std::int64_t first, std::int64_t last) {
        for (; first < last; ++first) search.look_at_next();
    });
    return search.best();
}

}  // namespace hg
