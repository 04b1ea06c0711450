#pragma once

#include <string>

namespace hgctl {

/// A folder of its own among the system's temporary files, removed with all it holds.
class ScratchFolder {
  public:
    /// Throws hg::Error{io} where none can be made.
    ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder();

    [[nodiscard]] const std::string& path() const noexcept { return path_; }

  private:
    std::string path_;
};

}  // namespace hgctl
