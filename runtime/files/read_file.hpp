#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace hg {

/// What a file may hold at most if nothing larger makes sense: tables of figures, compiled kernels.
inline constexpr std::size_t kMostBytesOfAFile = std::size_t{256} << 20;

/// The contents of an ordinary file, or of the one that a symbolic link leads to; none if no file is there.
/// Never waits: a folder, pipe, socket or device is refused. What the path names is judged by the open
/// descriptor, so that nothing can be put in its place in between.
/// Throws Error{io} that begins with the path and says why, also for more than `most` bytes.
std::optional<std::string> read_file(const std::string& path, std::size_t most = kMostBytesOfAFile);

/// read_file() for a file that must be there: a missing one is an Error{io} too.
std::string read_existing_file(const std::string& path, std::size_t most = kMostBytesOfAFile);

/// Whatever an open descriptor yields up to its end, pipes included. `name` stands for it in messages.
/// Throws Error{io}, also for more than `most` bytes.
std::string read_to_end(int descriptor, const std::string& name, std::size_t most = kMostBytesOfAFile);

}  // namespace hg
