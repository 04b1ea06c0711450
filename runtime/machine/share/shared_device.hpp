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

/// One device as all machines of this process share it with other processes. Thread-safe.
///
/// Runs of one process may have the device's turn together; a run that finds other processes waiting lets
/// those before, so that nobody waits for ever.
class SharedDevice {
  public:
    /// The one object of this process for a device, whose locks lie in the folder's
    /// file `name`. Throws Error{io}.
    static std::shared_ptr<SharedDevice> of(const PrivateFolder& folder, const std::string& name);

    SharedDevice(std::string name, FileDescriptor file) : name_(std::move(name)), locks_(std::move(file)) {}

    [[nodiscard]] const std::string& name() const noexcept { return name_; }

    /// As FileLocks::take, until release() was called as often.
    bool take(FileLocks::Use use);
    void release() noexcept;

    /// Waits for the device's turn. Throws Error{io}.
    void begin_turn();
    /// Ends it; `before` is called first if no other run of this process has the turn too.
    void end_turn(const std::function<void()>& before = {}) noexcept;

  private:
    void wait_for_turn();

    const std::string name_;
    std::mutex mutex_;
    std::condition_variable changed_;
    FileLocks locks_;
    int machines_ = 0;                ///< that use the device
    int runs_ = 0;                    ///< that have the turn
    std::uint64_t next_arrival_ = 0;  ///< runs come in one at a time, first come, first served
    std::uint64_t admitted_ = 0;
};

}  // namespace hg
