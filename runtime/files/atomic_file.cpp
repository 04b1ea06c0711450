#include "runtime/files/atomic_file.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>

#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr mode_t kPermissions = 0777;
// Some file systems limit names to 143 bytes.
constexpr std::size_t kNameInTemporary = 64;
constexpr std::size_t kHostInTemporary = 24;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
    throw Error(ErrorCode::io, path + ": cannot be written: " + why);
}

std::filesystem::path folder_of(const std::string& path) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    return folder.empty() ? "." : folder;
}

/// The host's name, which tells which of the hosts that share a folder left a temporary file behind.
std::string host_name() {
    std::array<char, 256> text{};
    if (gethostname(text.data(), text.size() - 1) != 0) return "host";
    std::string name(text.data());
    name.resize(std::min(name.size(), kHostInTemporary));
    for (char& c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.') c = '_';
    return name;
}

std::string random_word() {
    std::uint64_t bits = 0;
    // If the name is taken nevertheless, that is an error; the existing file is not touched.
    if (getrandom(&bits, sizeof bits, 0) != sizeof bits)
        bits = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(bits));
    return text.data();
}

std::string temporary_name(const std::string& path) {
    std::string name = std::filesystem::path(path).filename().string();
    name.resize(std::min(name.size(), kNameInTemporary));
    name = "." + name + ".part-" + host_name() + "-" + std::to_string(getpid()) + "-" + random_word();
    return (folder_of(path) / name).string();
}

/// The permissions of the file to replace, if it belongs to the user.
std::optional<mode_t> mode_to_keep(const std::string& path) {
    struct stat status {};
    if (lstat(path.c_str(), &status) != 0 || status.st_uid != geteuid()) return std::nullopt;
    return status.st_mode & kPermissions;
}

FileDescriptor create(const std::string& temporary, std::optional<mode_t> mode, mode_t most) {
    FileDescriptor file(open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                             mode.value_or(most) & most));
    // A file system without modes refuses; the contents matter more.
    if (file.number() >= 0 && mode) static_cast<void>(fchmod(file.number(), *mode & most));
    return file;
}

/// Returns false if not everything reached the disk. Also returns true if the file system cannot tell.
bool synchronize(int file) {
    while (fsync(file) != 0) {
        if (errno == EINVAL || errno == ENOTSUP) return true;
        if (errno != EINTR) return false;
    }
    return true;
}

}  // namespace

void require_writable(const std::string& path) {
    if (path.empty() || std::filesystem::path(path).filename().empty()) refuse(path, "it names no file");
    struct stat status {};
    if (lstat(path.c_str(), &status) == 0) {
        if (S_ISLNK(status.st_mode))
            refuse(path, "it is a symbolic link; give the name of the file that it leads to");
        // A rename would replace a device or pipe by an ordinary file.
        if (!S_ISREG(status.st_mode)) refuse(path, "it is not an ordinary file");
    } else if (errno != ENOENT) {
        refuse(path, std::strerror(errno));
    }
    const std::string folder = folder_of(path).string();
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        refuse(path, "folder " + folder + ": " + std::strerror(errno));
}

AtomicFile::AtomicFile(const std::string& path, mode_t most) : AtomicFile(path, temporary_name(path), most) {}

AtomicFile::AtomicFile(const std::string& path, const std::string& temporary, mode_t most)
    : path_(path), temporary_(temporary), listed_(temporary_) {
    require_writable(path_);
    file_ = create(temporary_, mode_to_keep(path_), most);
    if (file_.number() < 0) fail();
}

AtomicFile::~AtomicFile() {
    if (file_.number() >= 0) unlink(temporary_.c_str());
}

void AtomicFile::write(const void* data, std::size_t bytes) {
    const char* next = static_cast<const char*>(data);
    while (bytes > 0) {
        const ssize_t written = ::write(file_.number(), next, std::min(bytes, std::size_t{1} << 30));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail();
        next += written;
        bytes -= static_cast<std::size_t>(written);
    }
}

void AtomicFile::commit() {
    if (!synchronize(file_.number())) fail();
    // Some file systems report a full disk only here.
    const bool closed = close(file_.release()) == 0;
    if (closed && std::rename(temporary_.c_str(), path_.c_str()) == 0) return;
    const int reason = errno;
    unlink(temporary_.c_str());
    errno = reason;
    fail();
}

void AtomicFile::fail() const {
    refuse(path_, std::strerror(errno));
}

void replace_file(const std::string& path, std::string_view contents) {
    AtomicFile file(path);
    file.write(contents.data(), contents.size());
    file.commit();
}

}  // namespace hg
