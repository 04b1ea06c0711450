#include "tools/workload/resident/resident_device.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace hgctl {
namespace {

/// Waits for operations, and adds up the time that their kernels took.
class Completion final : public hg::CompletionSink {
  public:
    explicit Completion(bool wants_spans = true) : wants_spans_(wants_spans) {}

    [[nodiscard]] hg::Ticket ticket() {
        const std::lock_guard lock(mutex_);
        ++started_;
        return {this, {}};
    }
    void completed(hg::CommandId /*command*/, std::exception_ptr error) noexcept override {
        // Notified with the mutex held: whoever waits destroys this object next.
        const std::lock_guard lock(mutex_);
        ++completed_;
        if (error && !error_) error_ = std::move(error);
        changed_.notify_all();
    }
    void spent(hg::CommandId /*command*/, const hg::WorkSpan& span) noexcept override {
        const std::lock_guard lock(mutex_);
        if (span.on_device) nanoseconds_ += span.end_ns - span.begin_ns;
    }
    [[nodiscard]] bool wants_spans() const noexcept override { return wants_spans_; }

    /// Returns the seconds on the device, or throws the first error.
    double wait() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return completed_ == started_; });
        if (error_) std::rethrow_exception(error_);
        return static_cast<double>(nanoseconds_) * 1e-9;
    }

  private:
    bool wants_spans_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::int64_t started_ = 0;
    std::int64_t completed_ = 0;
    std::int64_t nanoseconds_ = 0;
    std::exception_ptr error_;
};

hg::HostRectangle rectangle(const hg::Register& shape, void* data) {
    return {.data = static_cast<std::byte*>(data),
            .rows = shape.rows,
            .cols = shape.cols,
            .ld = shape.rows,
            .element_size = hg::size_of(shape.type)};
}

}  // namespace

hg::LiveRegister ResidentMatrix::frame() const {
    hg::Register whole = shape;
    whole.rows = shape.ld;
    whole.cols = shape.cols + guard;
    return {whole, memory.get()};
}

ResidentMatrix ResidentDevice::matrix(hg::ElementType type, std::int64_t rows, std::int64_t cols,
                                      std::int64_t ld, std::int64_t guard) {
    ResidentMatrix matrix{{type, 0, rows, cols, ld}, guard, nullptr};
    matrix.memory = device_->allocate(matrix.frame_elements() * hg::size_of(type));
    return matrix;
}

void ResidentDevice::load(const hg::LiveRegister& matrix, const void* data) {
    Completion completion;
    device_->load(rectangle(matrix.shape, const_cast<void*>(data)), matrix, completion.ticket());
    completion.wait();
}

void ResidentDevice::store(const hg::LiveRegister& matrix, void* data) {
    Completion completion;
    device_->store(matrix, rectangle(matrix.shape, data), completion.ticket());
    completion.wait();
}

ChainTimes ResidentDevice::run(std::span<const ResidentStep> steps, int times) {
    Completion completion;
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < times; ++i)
        for (const ResidentStep& step : steps)
            device_->exec({step.instruction.get(), step.registers, step.scalars}, completion.ticket());
    ChainTimes result;
    result.device = completion.wait();
    result.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
}

double ResidentDevice::run_unobserved(std::span<const ResidentStep> steps, int times) {
    Completion completion(false);
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < times; ++i)
        for (const ResidentStep& step : steps) {
            const bool last = i == times - 1 && &step == &steps.back();
            device_->exec({step.instruction.get(), step.registers, step.scalars, !last}, completion.ticket());
        }
    completion.wait();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace hgctl
