#pragma once

#include <string>

#include "runtime/files/file_descriptor.hpp"

namespace hg {

/// The claim of this process to a file's name: other processes that ask for it while this one lives learn
/// that it is in use. The system releases it when the process ends, however that happens. A process that
/// replaces the file passes its claim on to the new one.
class NameClaim {
  public:
    /// Tries to claim the name. Creates an empty file if there is none, and the destructor removes it unless
    /// the claim was passed on. A name that cannot be claimed, for example because the file system has no
    /// locks or a folder has the name, counts as free.
    explicit NameClaim(std::string path);
    ~NameClaim();
    NameClaim(const NameClaim&) = delete;
    NameClaim& operator=(const NameClaim&) = delete;

    /// Returns true if another process has claimed the name.
    [[nodiscard]] bool is_in_use() const noexcept { return in_use_; }
    /// Claims the name for the open file that is about to get it. The claim lasts as long as the result.
    [[nodiscard]] static FileDescriptor pass_to(int file);
    /// Call it when the new file has the name.
    void is_passed_on() noexcept { is_new_ = false; }

  private:
    const std::string path_;
    FileDescriptor file_;
    bool is_new_ = false;
    bool in_use_ = false;
};

}  // namespace hg
