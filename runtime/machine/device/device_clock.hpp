#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/machine/opencl/opencl_api.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg {

/// Returns the time of the host's steady clock in nanoseconds.
std::int64_t host_now_ns() noexcept;

/// Maps a device's profiling times to the host's clock. A command ends before the host notices, so that the
/// smallest difference so far is the best estimate of the clocks' offset. Thread-safe.
class DeviceClock {
  public:
    /// Runs a few empty commands to compare the clocks. Throws cl::Error.
    void calibrate(const cl::CommandQueue& queue);
    /// Uses a command whose end the host has just noticed.
    void observe(const cl::Event& ended);
    /// Returns the time span during which the device worked on a command that has ended.
    [[nodiscard]] WorkSpan span(const cl::Event& ended, std::int64_t bytes) const;

  private:
    std::atomic<std::int64_t> offset_ns_{INT64_MAX};
};

}  // namespace hg
