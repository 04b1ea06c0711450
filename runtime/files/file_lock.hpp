#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "runtime/files/file_descriptor.hpp"

namespace hg {

/// How long to wait for a lock, and the function to notify.
struct LockWait {
    std::chrono::milliseconds limit = std::chrono::minutes(1);
    std::chrono::milliseconds moment = std::chrono::seconds(1);  ///< until `told` is called
    std::function<void()> told{};  ///< called once, if the wait takes longer than a moment
};

/// A lock that one thread of one process holds at a time, for code that reads a file, changes it and replaces
/// it. The destructor and the end of the process release it.
class FileLock {
  public:
    /// Waits until nobody else holds the lock of the file at `path`. Creates the file if it is missing, and
    /// never removes it, because waiting processes have it open. On a file system without locks, the lock
    /// always counts as free. Throws an Error{io} that begins with the path if the file cannot be opened, is
    /// a symbolic link or is not an ordinary file, or if somebody else holds the lock for the whole time of
    /// `wait`.
    explicit FileLock(const std::string& path, const LockWait& wait = {});

  private:
    void take(const std::string& path, const LockWait& wait);

    FileDescriptor file_;
};

}  // namespace hg
