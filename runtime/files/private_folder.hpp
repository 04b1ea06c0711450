#pragma once

#include <string>

#include "runtime/files/file_descriptor.hpp"

namespace hg {

/// A folder for data that processes of one user share. Nobody else can read, write or create anything in it:
/// it belongs to the user, has mode 0700 and is not a symbolic link. The same holds for its files, with mode
/// 0600.
class PrivateFolder {
  public:
    /// Creates the folder if it does not exist; its parent must exist. Throws Error{io} if it cannot be
    /// created or is not private.
    explicit PrivateFolder(const std::string& path);

    /// Opens the file of this name for reading and writing; creates it if it does not exist. Throws Error{io}
    /// if it cannot be opened or is not private.
    [[nodiscard]] FileDescriptor open_file(const std::string& name) const;
    [[nodiscard]] const std::string& path() const noexcept { return path_; }

  private:
    std::string path_;
    FileDescriptor folder_;
};

}  // namespace hg
