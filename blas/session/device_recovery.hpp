#pragma once

#include <cstdint>
#include <mutex>

#include <hg/runtime/machine/machine.hpp>

namespace hg {

/// Says how often a machine tries to get lost devices back: at the first call after the loss, and, while a
/// driver refuses, after 1, 2, 4, ... calls more. Thread-safe.
class DeviceRecovery {
  public:
    /// A call begins on `machine`: tries if it is time. Does nothing if no device is lost.
    void attempt(Machine& machine);

  private:
    [[nodiscard]] bool is_time();

    std::mutex mutex_;
    std::uint64_t calls_without_ = 0;  ///< since the last attempt
    std::uint64_t calls_to_wait_ = 0;  ///< before the next one
};

}  // namespace hg
