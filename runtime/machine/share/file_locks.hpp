#pragma once

#include <sys/types.h>

#include <cstdint>

#include "runtime/files/private_folder.hpp"

namespace hg {

/// The locks by which processes share one device: advisory locks on bytes of a file. The kernel takes them
/// back from a process that ends, however it ends.
///
/// A turn is a ticket: a number, larger than all before, and a lock on the byte of that number. A turn has
/// come when nobody holds a byte below: first come, first served. A process that dies, with its turn or
/// waiting for it, leaves no trace. The file's contents are the next number; if they are damaged, turns go on
/// after the largest number that is held.
///
/// Such locks belong to the process, and closing any descriptor of the file drops them all. So a process
/// keeps one object for a file, to its end. Not thread-safe.
class FileLocks {
  public:
    explicit FileLocks(FileDescriptor file) : file_(std::move(file)) {}

    /// How a process uses a device.
    enum class Use {
        whole,  ///< keeps it to itself
        part    ///< with other processes that share it
    };
    /// Uses the device so, until release(). False if another process's use of it does not allow that.
    bool take(Use use);
    void release();

    /// Waits for this process's turn. Throws Error{io}.
    void take_turn();
    void end_turn() noexcept;
    /// During a turn: whether another process waits for its own.
    [[nodiscard]] bool others_wait() const;
    /// The process that holds the device or its turn; 0 if none, or this one.
    [[nodiscard]] pid_t holder() const;

  private:
    std::int64_t draw_ticket();
    std::int64_t next_ticket();

    FileDescriptor file_;
    std::int64_t ticket_ = -1;
};

}  // namespace hg
