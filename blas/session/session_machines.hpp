#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {

/// The machines of a session: one with its devices, and one with only the host device. Thread-safe.
class SessionMachines {
  public:
    /// No machine: all calls run on the CPU BLAS.
    SessionMachines() = default;
    /// If `host` is null, it is created on demand.
    SessionMachines(std::unique_ptr<Machine> devices, std::unique_ptr<Machine> host) noexcept;

    /// Throws none() if there is no machine.
    [[nodiscard]] Machine& devices() const;
    /// Creates the machine at the first call.
    [[nodiscard]] Machine& host();
    /// Releases the device memory that no run uses.
    void trim();

    /// The error of a session without devices.
    [[nodiscard]] static Error none();

  private:
    const std::unique_ptr<Machine> devices_;
    std::once_flag making_host_;
    std::unique_ptr<Machine> host_;
    std::atomic<Machine*> host_made_{nullptr};  ///< null until it is first used
};

}  // namespace hg
