#include "runtime/files/read_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "runtime/files/file_descriptor.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
    throw Error(ErrorCode::io, name + ": " + why);
}

[[noreturn]] void refuse_kind(const std::string& name, const char* kind) {
    refuse(name, std::string("is ") + kind + "; an ordinary file is needed");
}

const char* kind_of(mode_t mode) {
    if (S_ISDIR(mode)) return "a folder";
    if (S_ISFIFO(mode)) return "a pipe";
    if (S_ISSOCK(mode)) return "a socket";
    return "a device";
}

}  // namespace

std::string read_to_end(int descriptor, const std::string& name, std::size_t most) {
    struct stat status {};
    std::size_t expected = 0;
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode))
        expected = static_cast<std::size_t>(status.st_size);
    std::string content;
    // Read one byte more than expected, so that the end is found without reading another piece.
    for (std::size_t size = 0; size <= most && expected <= most;) {
        if (size == content.size()) content.resize(std::max({expected + 1, 2 * size, kPiece}));
        const ssize_t count = read(descriptor, content.data() + size, content.size() - size);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) refuse(name, std::string("cannot be read: ") + std::strerror(errno));
        size += static_cast<std::size_t>(count);
        if (count > 0) continue;
        content.resize(size);
        return content;
    }
    refuse(name, "has more than " + std::to_string(most) + " bytes, the most that hg reads");
}

std::optional<std::string> read_file(const std::string& path, std::size_t most) {
    // O_NONBLOCK: opening a pipe would wait for its other end.
    const FileDescriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (file.number() < 0) {
        if (errno == ENOENT) return std::nullopt;
        if (errno == ENXIO) refuse_kind(path, "a socket or a device that is not there");
        refuse(path, std::string("cannot be read: ") + std::strerror(errno));
    }
    struct stat status {};
    if (fstat(file.number(), &status) != 0)
        refuse(path, std::string("cannot be read: ") + std::strerror(errno));
    if (!S_ISREG(status.st_mode)) refuse_kind(path, kind_of(status.st_mode));
    return read_to_end(file.number(), path, most);
}

std::string read_existing_file(const std::string& path, std::size_t most) {
    std::optional<std::string> content = read_file(path, most);
    if (!content) refuse(path, std::string("cannot be read: ") + std::strerror(ENOENT));
    return *std::move(content);
}

}  // namespace hg
