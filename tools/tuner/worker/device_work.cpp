#include "tools/tuner/worker/device_work.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <numeric>
#include <utility>

namespace hg::kernels {
namespace {

/// Takes the times and the first error of a few operations.
class Reports final : public CompletionSink {
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

    /// To be called when everything has reported.
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

/// A register's elements in host memory.
HostRectangle rectangle(void* data, const Register& shape) {
    return {.data = static_cast<std::byte*>(data),
            .rows = shape.rows,
            .cols = shape.cols,
            .ld = shape.ld,
            .element_size = size_of(shape.type)};
}

}  // namespace

void DeviceWork::load(const void* from, const LiveRegister& to) {
    Reports reports(1);
    // A load only reads what it is given.
    device_->load(rectangle(const_cast<void*>(from), to.shape), to, {&reports, CommandId{0}});
    device_->drain();
    reports.seconds();
}

void DeviceWork::store(const LiveRegister& from, void* to) {
    Reports reports(1);
    device_->store(from, rectangle(to, from.shape), {&reports, CommandId{0}});
    device_->drain();
    reports.seconds();
}

std::vector<double> DeviceWork::run(std::span<const KernelCall> calls) {
    using Clock = std::chrono::steady_clock;
    Reports reports(calls.size());
    const Clock::time_point begin = Clock::now();
    for (std::size_t i = 0; i < calls.size(); ++i)
        device_->exec({calls[i].instruction.get(), calls[i].registers, calls[i].scalars},
                      {&reports, static_cast<CommandId>(i)});
    device_->drain();
    const double waited = std::chrono::duration<double>(Clock::now() - begin).count();
    std::vector<double> seconds = reports.seconds();
    if (std::accumulate(seconds.begin(), seconds.end(), 0.0) <= 0)
        std::fill(seconds.begin(), seconds.end(), waited / static_cast<double>(calls.size()));
    return seconds;
}

double DeviceWork::run_in_a_row(const KernelCall& call, std::size_t count) {
    Reports reports(count, false);
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < count; ++i)
        device_->exec({call.instruction.get(), call.registers, call.scalars, i + 1 < count},
                      {&reports, static_cast<CommandId>(i)});
    device_->drain();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    reports.seconds();
    return seconds;
}

}  // namespace hg::kernels
