#include "blas/cost/plan.hpp"

#include <atomic>
#include <cstdint>
#include <exception>
#include <numeric>

#include "runtime/program/base/memory_hint.hpp"
#include "runtime/threads/parallel_for.hpp"
#include <hg/runtime/program/simulate.hpp>

namespace hg {
namespace {

/// The gain that more devices must bring: their time must be less than a share of that of fewer devices,
/// minus some seconds.
struct LeastGain {
    double share = 1;
    double seconds = 0;
};

/// The gain on GPUs, if the simulation includes the host's delays: its error may be that large.
LeastGain least_gain(const Target& target) {
    const bool gpus =
        std::any_of(target.devices.begin(), target.devices.end(), [](const auto& d) { return d.is_gpu; });
    return gpus && target.delays.wake > 0 ? LeastGain{0.95, 0.3e-3} : LeastGain{};
}

class GroupSearch {
  public:
    GroupSearch(std::span<const double> least_seconds, const Target& target,
                const std::function<double(std::size_t)>& seconds_of)
        : least_seconds_(least_seconds),
          gain_(least_gain(target)),
          seconds_of_(seconds_of),
          order_(least_seconds.size()),
          seconds_(least_seconds.size(), kNever),
          faults_(least_seconds.size()) {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::stable_sort(order_.begin(), order_.end(),
                         [&](std::size_t a, std::size_t b) { return least_seconds[a] < least_seconds[b]; });
    }

    /// Simulates the most promising group that is left.
    void simulate_next() noexcept {
        const std::size_t i = order_[next_.fetch_add(1)];
        // A group that takes longer cannot win, whatever the others take.
        if (least_seconds_[i] >= (best_.load() + gain_.seconds) / gain_.share) return;
        try {
            seconds_[i] = seconds_of_(i);
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
        for (std::size_t i = 1; i < seconds_.size(); ++i)
            if (seconds_[i] < gain_.share * seconds_[best] - gain_.seconds) best = i;
        return best;
    }

  private:
    const std::span<const double> least_seconds_;
    const LeastGain gain_;
    const std::function<double(std::size_t)>& seconds_of_;
    std::vector<std::size_t> order_;
    std::vector<double> seconds_;
    std::vector<std::exception_ptr> faults_;
    std::atomic<std::size_t> next_{0};
    std::atomic<double> best_{kNever};
};

}  // namespace

Simulator::Simulator(Target target, bool pinned) : target_(std::move(target)) {
    constexpr double kNoStaging = 1e30;  // bytes/s
    if (pinned) target_.host_copy_rate = kNoStaging;
}

double Simulator::operator()(const Program& program) const {
    const double seconds = simulate(program, target_).makespan;
    const std::vector<double>& learned = target_.learned;
    const std::size_t count = learned.empty() ? 0 : devices_in_use(program);
    if (count == 0) return seconds;
    return seconds * (count > learned.size() ? *std::ranges::max_element(learned) : learned[count - 1]);
}

std::size_t devices_in_use(const Program& program) {
    std::vector<bool> used(program.devices().size(), false);
    for (const Command& command : program.commands()) used[command.device] = true;
    return static_cast<std::size_t>(std::ranges::count(used, true));
}

std::vector<Candidates<std::size_t>> device_counts(std::size_t most, double flops, double rate) {
    std::vector<Candidates<std::size_t>> counts;
    for (std::size_t count = 1; count <= most; ++count)
        counts.push_back({.list = {count}, .least_seconds = flops / rate / static_cast<double>(count)});
    return counts;
}

std::size_t fastest_group(std::span<const double> least_seconds, const Target& target,
                          const std::function<double(std::size_t)>& seconds_of) {
    GroupSearch search(least_seconds, target, seconds_of);
    parallel_for(static_cast<std::int64_t>(least_seconds.size()), [&](std::int64_t first, std::int64_t last) {
        for (; first < last; ++first) search.simulate_next();
    });
    return search.best();
}

Error too_little_memory(const std::string& work, double bytes, const DeviceModel& device) {
    return Error(
        ErrorCode::out_of_memory,
        work + " needs at least " + std::to_string(static_cast<std::int64_t>(std::min(bytes, 1e18))) +
            " bytes of memory on " + device.name + ", but programs may use " + std::to_string(device.memory) +
            " bytes there, and " + std::to_string(device.largest_slot) + " bytes in one piece" + kMemoryHint);
}

}  // namespace hg
