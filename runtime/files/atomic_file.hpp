#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "runtime/files/file_descriptor.hpp"
#include "runtime/files/temporary_names.hpp"

namespace hg {

/// Throws Error{io} unless a file can be written at `path`: its folder exists and is writable, its name is
/// not too long, and at most an ordinary file is in the way. Refuses a symbolic link, because anyone who can
/// write in the folder could point it anywhere. Call this before long work, so that a wrong path costs no
/// time.
void require_writable(const std::string& path);

/// A file that is written completely or not at all: it is written under a temporary name in the same folder,
/// renamed by commit() once it is on the disk, and removed by the destructor if there was no commit().
///
/// The temporary name, `.NAME.part-HOST-PROCESS-RANDOM`, is unpredictable, and an existing file of that name
/// is not touched. If the file replaces one that belongs to the user, it keeps that file's mode; otherwise
/// its mode follows the umask. It never has more permissions than `most`. Throws an Error{io} that begins
/// with the path.
class AtomicFile {
  public:
    /// Throws as require_writable() does.
    explicit AtomicFile(const std::string& path, mode_t most = 0666);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(const void* data, std::size_t bytes);
    void commit();
    /// Returns the descriptor of the open file, until commit().
    [[nodiscard]] int number() const noexcept { return file_.number(); }

  private:
    AtomicFile(const std::string& path, const std::string& temporary, mode_t most);
    [[noreturn]] void fail() const;

    std::string path_;
    std::string temporary_;
    TemporaryName listed_;
    FileDescriptor file_;
};

/// Writes a file with these contents to `path`, completely or not at all. Throws Error{io}.
void replace_file(const std::string& path, std::string_view contents);

}  // namespace hg
