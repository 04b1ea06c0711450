#pragma once

#include <string>

#include "runtime/files/file_descriptor.hpp"

namespace hg {

/// A folder for what processes of one user have in common. Nobody else can read, write or plant anything in
/// it: it is the user's own, with mode 0700, and no symbolic link. Its files are the same, with mode 0600.
class PrivateFolder {
  public:
    /// Makes the folder if it is not there; its parent must be.
    /// Throws Error{io} for one that cannot be made, or is not private.
    explicit PrivateFolder(const std::string& path);

    /// The file of this name, made empty if it is not there, to read and write.
    /// Throws Error{io} for one that cannot be opened, or is not private.
    [[nodiscard]] FileDescriptor open_file(const std::string& name) const;
    [[nodiscard]] const std::string& path() const noexcept { return path_; }

  private:
    std::string path_;
    FileDescriptor folder_;
};

}  // namespace hg
