#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "runtime/files/private_folder.hpp"
#include "runtime/machine/share/file_locks.hpp"

namespace hg {

/// A device that all machines of this process share with other processes. Thread-safe.
///
/// Several runs of one process may share the device's turn. A run that finds other processes waiting lets
/// them go first, so that none waits forever.
class SharedDevice {
  public:
    /// Returns this process's only object for a device, whose locks are in the folder's file `name`. Throws
    /// Error{io}.
    static std::shared_ptr<SharedDevice> of(const PrivateFolder& folder, const std::string& name);

    SharedDevice(std::string name, FileDescriptor file) : name_(std::move(name)), locks_(std::move(file)) {}

    [[nodiscard]] const std::string& name() const noexcept { return name_; }

    /// Acts like FileLocks::take(), until release() has been called equally often.
    bool take(FileLocks::Use use);
    void release() noexcept;

    /// Waits for the device's turn. Throws Error{io}.
    void begin_turn();
    /// Ends it. First calls `before` if no other run of this process shares the turn.
    void end_turn(const std::function<void()>& before = {}) noexcept;

  private:
    void wait_for_turn();

    const std::string name_;
    std::mutex mutex_;
    std::condition_variable changed_;
    FileLocks locks_;
    int machines_ = 0;                ///< the number of machines that use the device
    int runs_ = 0;                    ///< the number of runs that have the turn
    std::uint64_t next_arrival_ = 0;  ///< runs enter one at a time, in order of arrival
    std::uint64_t admitted_ = 0;
};

}  // namespace hg
