#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "runtime/files/file_descriptor.hpp"

namespace hg {

/// A file that grows piece by piece and can be read at any time: head, pieces with separators, tail. Spaces
/// between pieces must mean nothing in its format.
///
/// The first piece replaces an existing file, as replace_file() does. A later piece is written behind the
/// tail, together with a new tail; then the old tail is overwritten with spaces. So at any moment, even if
/// the process is killed, the file begins with a complete text of the earlier pieces; an unfinished piece may
/// follow. The cost of a piece does not depend on the size of the file.
///
/// Between pieces, only the claim to the file's name is open. After the first piece, hg does not wait for the
/// disk, so a power failure may lose pieces. Not thread-safe.
class GrowingFile {
  public:
    struct Frame {
        std::string head;
        std::string separator;
        std::string tail;
    };

    /// Touches nothing. append() refuses a piece that would make the file larger than `most_bytes`. If
    /// another process has claimed the name when the file begins (NameClaim), it gets `other_path` instead.
    GrowingFile(std::string path, Frame frame, std::size_t most_bytes, std::string other_path = "");

    /// Returns true if the next piece begins a new file: it is the first, or somebody has removed the file.
    [[nodiscard]] bool begins() const;
    /// Returns true if the file may grow by a piece of this size.
    [[nodiscard]] bool has_room(std::size_t bytes) const noexcept;
    /// Returns the file's name.
    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    /// Appends a piece. Throws an Error{io} that begins with the path, also if another process has replaced
    /// or changed the file. The file is then unchanged.
    void append(std::string_view piece);

  private:
    void begin(std::string_view piece);
    void grow(std::string_view piece);
    /// Returns `text`, which will be at the position, followed by the piece and the tail.
    [[nodiscard]] std::string closed(std::string text, std::string_view piece, std::size_t position) const;
    void write_at(int file, std::string_view text, std::size_t position) const;
    void require_unchanged(int file) const;
    [[noreturn]] void fail() const;

    std::string path_;
    const std::string other_path_;
    const Frame frame_;
    const std::size_t most_bytes_;
    std::size_t size_ = 0;  ///< size of the file; 0: there is none yet
    dev_t device_ = 0;
    ino_t inode_ = 0;
    FileDescriptor claim_;  ///< keeps the name claimed
};

}  // namespace hg
