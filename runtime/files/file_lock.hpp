#pragma once

#include <string>

#include "runtime/files/file_descriptor.hpp"

namespace hg {

/// A lock that one process and one thread hold at a time: for what reads a file, changes it, and replaces it.
/// Released by the destructor, and by the end of the process.
class FileLock {
  public:
    /// Waits until no other holds the lock of the file at `path`, which is made if it is missing and stays: whoever
    /// waits for it has it open. A file system that knows no locks counts as free. Throws Error{io} that begins
    /// with the path if it cannot be opened, is a symbolic link, or is no ordinary file.
    explicit FileLock(const std::string& path);

  private:
    FileDescriptor file_;
};

}  // namespace hg
