#pragma once

#include <sys/types.h>

#include <cstdint>

#include "runtime/files/private_folder.hpp"

namespace hg {

/// The locks with which processes share one device: advisory locks on bytes of a file. The kernel releases
/// them when a process ends for whatever reason.
///
/// A turn is a ticket: a number larger than all earlier ones, and a lock on the byte of that number. The turn
/// begins when no process holds a lower byte, so that processes are served in order of arrival. A process
/// that dies leaves no trace, whether it had its turn or waited for it. The file contains the next number; if
/// the contents are damaged, turns continue after the largest number that is held.
///
/// Such locks belong to the process, and closing any descriptor of the file releases them all. Therefore, a
/// process has only one object for each file and keeps it until it ends. Not thread-safe.
class FileLocks {
  public:
    explicit FileLocks(FileDescriptor file) : file_(std::move(file)) {}

    /// How a process uses a device.
    enum class Use {
        whole,  ///< exclusively
        part    ///< with other processes that share it
    };
    /// Reserves the device for this use until release(). Returns false if another process's use prevents
    /// that.
    bool take(Use use);
    void release();

    /// Waits for this process's turn. Throws Error{io}.
    void take_turn();
    void end_turn() noexcept;
    /// Returns, during a turn, whether another process waits for its turn.
    [[nodiscard]] bool others_wait() const;
    /// Returns the other process that holds the device or has its turn, or 0 if there is none.
    [[nodiscard]] pid_t holder() const;

  private:
    std::int64_t draw_ticket();
    std::int64_t next_ticket();

    FileDescriptor file_;
    std::int64_t ticket_ = -1;
};

}  // namespace hg
