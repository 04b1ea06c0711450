#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace hg {

/// A file that grows piece by piece and can be read at any time: head, pieces with separators, tail. Spaces
/// between pieces must mean nothing in its format.
///
/// The first piece replaces what is at the path, as replace_file() does. A later one is written behind the
/// tail, together with a new tail; then the old tail is overwritten with spaces. At every moment, even if the
/// process is killed, the file therefore begins with a whole text of the earlier pieces; an unfinished piece
/// may follow. The cost of a piece does not depend on the size of the file.
///
/// Nothing is open between pieces, and the disk is not waited for after the first: a power failure may leave
/// less. Not thread-safe.
class GrowingFile {
  public:
    struct Frame {
        std::string head;
        std::string separator;
        std::string tail;
    };

    /// Touches nothing. A piece that would make the file larger than `most_bytes` is refused.
    GrowingFile(std::string path, Frame frame, std::size_t most_bytes);

    /// True if the next piece begins a new file: it is the first, or somebody has removed the file.
    [[nodiscard]] bool begins() const;
    /// Throws Error{io} that begins with the path, also if another process has replaced or changed the file.
    /// The file is then as it was.
    void append(std::string_view piece);

  private:
    void begin(std::string_view piece);
    void grow(std::string_view piece);
    /// The piece and the tail behind `text`, which comes to stand at the position.
    [[nodiscard]] std::string closed(std::string text, std::string_view piece, std::size_t position) const;
    void write_at(int file, std::string_view text, std::size_t position) const;
    void require_unchanged(int file) const;
    [[noreturn]] void fail() const;

    const std::string path_;
    const Frame frame_;
    const std::size_t most_bytes_;
    std::size_t size_ = 0;  ///< of the file; 0: there is none yet
    dev_t device_ = 0;
    ino_t inode_ = 0;
};

}  // namespace hg
