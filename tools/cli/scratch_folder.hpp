#pragma once

#include <optional>
#include <string>

#include "runtime/files/temporary_names.hpp"

namespace hgctl {

/// A folder of its own among the system's temporary files, removed with all it holds, also by a
/// signal that ends hgctl.
class ScratchFolder {
  public:
    /// Throws hg::Error{io} if none can be made.
    ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder();

    [[nodiscard]] const std::string& path() const noexcept { return path_; }

  private:
    std::string path_;
    std::optional<hg::TemporaryName> listed_;
};

}  // namespace hgctl
