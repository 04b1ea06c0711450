#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "runtime/files/file_descriptor.hpp"

namespace hg {

/// How long a lock is waited for, and who is told.
struct LockWait {
    std::chrono::milliseconds limit = std::chrono::minutes(1);
    std::chrono::milliseconds moment = std::chrono::seconds(1);  ///< until `told` is called
    std::function<void()> told{};  ///< called once, if the wait takes longer than a moment
};

/// A lock that one process and one thread hold at a time: for what reads a file, changes it, and replaces it.
/// Released by the destructor, and by the end of the process.
class FileLock {
  public:
    /// Waits until no other holds the lock of the file at `path`, which is made if it is missing and stays:
    /// whoever waits for it has it open. A file system that knows no locks counts as free. Throws Error{io}
    /// that begins with the path if it cannot be opened, is a symbolic link, or is no ordinary file, and if
    /// another holds the lock for as long as `wait` says.
    explicit FileLock(const std::string& path, const LockWait& wait = {});

  private:
    void take(const std::string& path, const LockWait& wait);

    FileDescriptor file_;
};

}  // namespace hg
