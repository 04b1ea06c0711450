#pragma once

#include <string>

namespace hg {

/// Registers a file or folder with a temporary name for remove_temporary_files() during the object's
/// lifetime. Removes nothing itself. Thread-safe.
class TemporaryName {
  public:
    enum class Kind { file, folder };

    /// Call this before the file is created. If the name is too long or there are too many, it is not
    /// registered.
    explicit TemporaryName(const std::string& path, Kind kind = Kind::file) noexcept;
    ~TemporaryName();
    TemporaryName(const TemporaryName&) = delete;
    TemporaryName& operator=(const TemporaryName&) = delete;

  private:
    int slot_ = -1;
};

/// Removes this process's registered files, and the folders with their files. For the handler of a signal
/// that ends the process: async-signal-safe. hg installs no handler.
void remove_temporary_files() noexcept;

}  // namespace hg
