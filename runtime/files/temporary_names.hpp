#pragma once

#include <string>

namespace hg {

/// A file or folder under a temporary name, known to remove_temporary_files() for as long as this lives.
/// Removes nothing itself. Thread-safe.
class TemporaryName {
  public:
    enum class Kind { file, folder };

    /// Best done before the file is made. A name that finds no place, because it is too long or there are too
    /// many, stays unknown.
    explicit TemporaryName(const std::string& path, Kind kind = Kind::file) noexcept;
    ~TemporaryName();
    TemporaryName(const TemporaryName&) = delete;
    TemporaryName& operator=(const TemporaryName&) = delete;

  private:
    int slot_ = -1;
};

/// Removes the files of this process that stand under temporary names, and the folders with the files in
/// them. For the handler of a signal that ends the process: async-signal-safe. hg installs no handler.
void remove_temporary_files() noexcept;

}  // namespace hg
