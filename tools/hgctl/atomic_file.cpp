#include "atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "runtime/program/error.hpp"

namespace hgctl {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
    throw hg::Error(hg::ErrorCode::io, path + ": cannot be written: " + why);
}

std::filesystem::path folder_of(const std::string& path) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    return folder.empty() ? "." : folder;
}

}  // namespace

void require_writable(const std::string& path) {
    if (path.empty() || std::filesystem::path(path).filename().empty()) refuse(path, "it names no file");
    struct stat status {};
    // A rename would put an ordinary file in the place of a device or pipe.
    if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
        refuse(path, "it is not an ordinary file");
    const std::string folder = folder_of(path).string();
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        refuse(path, "folder " + folder + ": " + std::strerror(errno));
}

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
    require_writable(path_);
    const std::string name = std::filesystem::path(path_).filename().string();
    temporary_ = (folder_of(path_) / ("." + name + ".part-" + std::to_string(getpid()))).string();
    descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("cannot be created");
}

AtomicFile::~AtomicFile() {
    if (descriptor_ < 0) return;
    close(descriptor_);
    unlink(temporary_.c_str());
}

void AtomicFile::write(const void* data, std::size_t bytes) {
    const char* next = static_cast<const char*>(data);
    while (bytes > 0) {
        const ssize_t written = ::write(descriptor_, next, std::min(bytes, std::size_t{1} << 30));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("cannot be written");
        next += written;
        bytes -= static_cast<std::size_t>(written);
    }
}

void AtomicFile::commit() {
    // Some file systems report a full disk only here.
    const int closed = close(std::exchange(descriptor_, -1));
    if (closed != 0 || std::rename(temporary_.c_str(), path_.c_str()) != 0) {
        const int reason = errno;
        unlink(temporary_.c_str());
        errno = reason;
        fail("cannot be written");
    }
}

void AtomicFile::fail(const char* what) const {
    throw hg::Error(hg::ErrorCode::io, path_ + ": " + what + ": " + std::strerror(errno));
}

}  // namespace hgctl
