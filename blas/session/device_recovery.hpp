#pragma once

#include <cstdint>
#include <mutex>

#include <hg/runtime/machine/machine.hpp>

namespace hg {

/// Decides when a machine tries to recover lost devices: at the first call after the loss and, while a driver
/// refuses, after 1, 2, 4, ... further calls. Thread-safe.
class DeviceRecovery {
  public:
    /// Called when a call begins on `machine`. Tries to recover its lost devices if it is time.
    void attempt(Machine& machine);

  private:
    [[nodiscard]] bool is_time();

    std::mutex mutex_;
    std::uint64_t calls_without_ = 0;  ///< calls since the last attempt
    std::uint64_t calls_to_wait_ = 0;  ///< calls between the last attempt and the next
};

}  // namespace hg
