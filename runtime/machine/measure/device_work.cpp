#include "runtime/machine/measure/device_work.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>
#include <utility>

#include "runtime/machine/measure/timing.hpp"

namespace hg {
namespace {

constexpr double kSample = 200e-6;  ///< the seconds of a batch
constexpr int kMostLaunches = 32;

/// Returns a rectangle of host memory for a register's elements.
HostRectangle rectangle(const void* data, const Register& shape, std::int64_t ld) {
    return {.data = static_cast<std::byte*>(const_cast<void*>(data)),  // a load only reads this memory
            .rows = shape.rows,
            .cols = shape.cols,
            .ld = ld > 0 ? ld : shape.ld,
            .element_size = size_of(shape.type)};
}

/// Returns the mean seconds of a launch in a batch of `launches`.
double batch_seconds(DeviceWork& work, const KernelCall& call, int launches) {
    const std::vector<KernelCall> calls(static_cast<std::size_t>(launches), call);
    const std::vector<double> seconds = work.run(calls);
    return std::accumulate(seconds.begin(), seconds.end(), 0.0) / launches;
}

int launches_in_batch(double launch) {
    return static_cast<int>(
        std::clamp(std::ceil(kSample / std::max(launch, 1e-9)), 1.0, 1.0 * kMostLaunches));
}

}  // namespace

/// Records the times and the first error of several operations.
class DeviceWork::Reports final : public CompletionSink {
  public:
    explicit Reports(std::size_t operations, bool with_times = true)
        : seconds_(operations), with_times_(with_times) {}

    void completed(CommandId, std::exception_ptr error) noexcept override {
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = std::move(error);
    }
    void spent(CommandId operation, const WorkSpan& span) noexcept override {
        if (!span.on_device) return;
        const std::lock_guard lock(mutex_);
        seconds_[index(operation)] += static_cast<double>(span.end_ns - span.begin_ns) * 1e-9;
    }
    [[nodiscard]] bool wants_spans() const noexcept override { return with_times_; }

    /// Call this when all operations have reported.
    std::vector<double> seconds() {
        const std::lock_guard lock(mutex_);
        if (error_) std::rethrow_exception(error_);
        return seconds_;
    }

  private:
    std::mutex mutex_;
    std::vector<double> seconds_;
    const bool with_times_;
    std::exception_ptr error_;
};

void DeviceWork::load(const void* from, const LiveRegister& to, std::int64_t ld) {
    Reports reports(1);
    device_->load(rectangle(from, to.shape, ld), to, {&reports, CommandId{0}});
    device_->drain();
    reports.seconds();
}

void DeviceWork::store(const LiveRegister& from, void* to, std::int64_t ld) {
    Reports reports(1);
    device_->store(from, rectangle(to, from.shape, ld), {&reports, CommandId{0}});
    device_->drain();
    reports.seconds();
}

/// Returns seconds of the host's clock. The ends of calls without observed times may be reported together.
double DeviceWork::launch(std::span<const KernelCall> calls, int times, Reports& reports) {
    const double begin = steady_seconds();
    for (int time = 0; time < times; ++time)
        for (std::size_t i = 0; i < calls.size(); ++i) {
            const bool last = time + 1 == times && i + 1 == calls.size();
            device_->exec({calls[i].instruction.get(), calls[i].registers, calls[i].scalars,
                           !reports.wants_spans() && !last},
                          {&reports, static_cast<CommandId>(i)});
        }
    device_->drain();
    return steady_seconds() - begin;
}

std::vector<double> DeviceWork::run(std::span<const KernelCall> calls) {
    Reports reports(calls.size());
    const double waited = launch(calls, 1, reports);
    std::vector<double> seconds = reports.seconds();
    if (std::accumulate(seconds.begin(), seconds.end(), 0.0) <= 0)
        std::fill(seconds.begin(), seconds.end(), waited / static_cast<double>(calls.size()));
    return seconds;
}

ChainTimes DeviceWork::run_chain(std::span<const KernelCall> calls, int times) {
    Reports reports(calls.size());
    const double wall = launch(calls, times, reports);
    const std::vector<double> seconds = reports.seconds();
    return {wall, std::accumulate(seconds.begin(), seconds.end(), 0.0)};
}

double DeviceWork::run_unobserved(std::span<const KernelCall> calls, int times) {
    Reports reports(calls.size(), false);
    const double wall = launch(calls, times, reports);
    reports.seconds();
    return wall;
}

double DeviceWork::launch_seconds(const KernelCall& call) {
    const double once = batch_seconds(*this, call, 1);
    const int launches = launches_in_batch(once);
    return launches == 1 ? once : batch_seconds(*this, call, launches);
}

LaunchTimes DeviceWork::launch_times(const KernelCall& call, const Effort& effort) {
    const int launches = launches_in_batch(batch_seconds(*this, call, 1));
    LaunchTimes times;
    double spent = 0;
    while (times.samples < effort.least || (times.samples < effort.most && spent < effort.seconds)) {
        const double launch = batch_seconds(*this, call, launches);
        times.best = times.samples == 0 ? launch : std::min(times.best, launch);
        times.worst = std::max(times.worst, launch);
        times.mean += (launch - times.mean) / ++times.samples;
        times.all.push_back(launch);
        spent += launch * launches;
    }
    return times;
}

}  // namespace hg
