#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace hg {

/// The size limit of files for which nothing larger makes sense: tables of figures, compiled kernels.
inline constexpr std::size_t kMostBytesOfAFile = std::size_t{256} << 20;

/// Returns the contents of an ordinary file, or of the one to which a symbolic link leads; no value if there
/// is none. Never waits: refuses folders, pipes, sockets and devices. Checks the open descriptor, so that the
/// file cannot be exchanged in between. Throws an Error{io} that begins with the path and says why, also for
/// more than `most` bytes.
std::optional<std::string> read_file(const std::string& path, std::size_t most = kMostBytesOfAFile);

/// The same as read_file() for a file that must exist: also throws Error{io} if it is missing.
std::string read_existing_file(const std::string& path, std::size_t most = kMostBytesOfAFile);

/// Reads an open descriptor, which may be a pipe, to its end. `name` is its name in messages. Throws
/// Error{io}, also for more than `most` bytes.
std::string read_to_end(int descriptor, const std::string& name, std::size_t most = kMostBytesOfAFile);

}  // namespace hg
