#include "runtime/machine/device/device_clock.hpp"

#include <chrono>

namespace hg {
namespace {

std::int64_t device_end_ns(const cl::Event& event) {
    return static_cast<std::int64_t>(event.getProfilingInfo<CL_PROFILING_COMMAND_END>());
}

}  // namespace

std::int64_t host_now_ns() noexcept {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void DeviceClock::calibrate(const cl::CommandQueue& queue) {
    constexpr int kRounds = 4;
    for (int round = 0; round < kRounds; ++round) {
        cl::Event event;
        queue.enqueueMarkerWithWaitList(nullptr, &event);
        event.wait();
        try {
            observe(event);
        } catch (const cl::Error&) {
            return;  // some drivers do not time empty commands; later commands then set the clock
        }
    }
}

void DeviceClock::observe(const cl::Event& ended) {
    const std::int64_t seen = host_now_ns() - device_end_ns(ended);
    std::int64_t least = offset_ns_.load();
    while (seen < least && !offset_ns_.compare_exchange_weak(least, seen)) {
    }
}

WorkSpan DeviceClock::span(const cl::Event& ended, std::int64_t bytes) const {
    const std::int64_t offset = offset_ns_.load();
    const auto begin = static_cast<std::int64_t>(ended.getProfilingInfo<CL_PROFILING_COMMAND_START>());
    return {.on_device = true,
            .begin_ns = begin + offset,
            .end_ns = device_end_ns(ended) + offset,
            .bytes = bytes};
}

}  // namespace hg
