#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "runtime/files/file_descriptor.hpp"
#include "runtime/files/temporary_names.hpp"

namespace hg {

/// Throws Error{io} unless a file can be put at `path`: its folder is there and writable, its name is not too
/// long, and nothing but an ordinary file is in the way. A symbolic link is refused: whoever can write in the
/// folder could lead it anywhere. Called before long work, so that a wrong path costs no time.
void require_writable(const std::string& path);

/// A file that appears whole or not at all: written under a temporary name in the same folder, renamed by
/// commit() once the disk has it, removed by the destructor if there was no commit().
///
/// The temporary name, `.NAME.part-HOST-PROCESS-RANDOM`, cannot be foreseen, and a file that has it already
/// is left alone. The mode of a file of the user's own that is replaced is kept; a new one's is as the
/// process's umask has it. Neither has more permissions than `most`. Throws Error{io} that begins with the
/// path.
class AtomicFile {
  public:
    /// As require_writable().
    explicit AtomicFile(const std::string& path, mode_t most = 0666);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(const void* data, std::size_t bytes);
    void commit();
    /// Of the open file, until commit().
    [[nodiscard]] int number() const noexcept { return file_.number(); }

  private:
    AtomicFile(const std::string& path, const std::string& temporary, mode_t most);
    [[noreturn]] void fail() const;

    std::string path_;
    std::string temporary_;
    TemporaryName listed_;
    FileDescriptor file_;
};

/// Puts a file with these contents at `path`, whole or not at all. Throws Error{io}.
void replace_file(const std::string& path, std::string_view contents);

}  // namespace hg
