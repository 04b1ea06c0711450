#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {

/// The machines of a session: that of its devices, and one of the host device alone. Thread-safe.
class SessionMachines {
  public:
    /// None: the CPU's BLAS does all calls.
    SessionMachines() = default;
    /// `host` is made when it is needed if it is null.
    SessionMachines(std::unique_ptr<Machine> devices, std::unique_ptr<Machine> host) noexcept;

    /// Throws none() if there is none.
    [[nodiscard]] Machine& devices() const;
    /// Made at the first call.
    [[nodiscard]] Machine& host();
    /// Gives back the device memory that no run uses.
    void trim();

    /// What a session without devices answers.
    [[nodiscard]] static Error none();

  private:
    const std::unique_ptr<Machine> devices_;
    std::once_flag making_host_;
    std::unique_ptr<Machine> host_;
    std::atomic<Machine*> host_made_{nullptr};  ///< null until it is used
};

}  // namespace hg
