#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/machine/opencl/opencl_api.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg {

/// The host's steady clock, in nanoseconds.
std::int64_t host_now_ns() noexcept;

/// Maps a device's profiling times to the host's clock. A command ends before the host sees it end: the least
/// difference seen so far is the best estimate of the clocks' offset. Thread-safe.
class DeviceClock {
  public:
    /// Runs a few empty commands to compare the clocks. Throws cl::Error.
    void calibrate(const cl::CommandQueue& queue);
    /// Takes note of a command whose end the host saw just now.
    void observe(const cl::Event& ended);
    /// When the device worked on a command that has ended.
    [[nodiscard]] WorkSpan span(const cl::Event& ended, std::int64_t bytes) const;

  private:
    std::atomic<std::int64_t> offset_ns_{INT64_MAX};
};

}  // namespace hg
