#include "runtime/files/private_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "runtime/files/octal.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr mode_t kFolderMode = 0700;
constexpr mode_t kFileMode = 0600;
constexpr mode_t kPermissions = 07777;

[[noreturn]] void fail(const std::string& path, const std::string& what) {
    throw Error(ErrorCode::io, path + ": " + what);
}

[[noreturn]] void fail_to(const char* act, const std::string& path) {
    const int error = errno;
    // The error for a symbolic link with O_NOFOLLOW.
    if (error == ELOOP)
        fail(path, "is a symbolic link; sharing devices needs a private folder of plain files");
    fail(path, std::string("cannot be ") + act + ": " + std::strerror(error));
}

/// Requires that an open file has this type and mode and belongs to the user. Checks the descriptor, because
/// the file at a path can change in between.
void require_private(const FileDescriptor& file, const std::string& path, mode_t type, mode_t mode) {
    struct stat status {};
    if (fstat(file.number(), &status) != 0) fail_to("examined", path);
    if ((status.st_mode & S_IFMT) != type)
        fail(path, type == S_IFDIR ? "is not a folder" : "is not a plain file");
    if (status.st_uid != geteuid())
        fail(path, "belongs to user " + std::to_string(status.st_uid) + ", not to user " +
                       std::to_string(geteuid()) + " who runs this; remove it, or set HG_SHARE_DIR");
    if ((status.st_mode & kPermissions) != mode)
        fail(path, "has mode " + octal(status.st_mode & kPermissions) + "; it must have " + octal(mode) +
                       ", so that nobody else can change it");
    if (type == S_IFREG && status.st_nlink != 1) fail(path, "has other names (hard links)");
}

}  // namespace

PrivateFolder::PrivateFolder(const std::string& path) : path_(path) {
    while (path_.size() > 1 && path_.back() == '/') path_.pop_back();
    if (mkdir(path_.c_str(), kFolderMode) != 0 && errno != EEXIST) fail_to("created", path_);
    folder_ = FileDescriptor(open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    // With O_DIRECTORY, the error for a symbolic link is ENOTDIR.
    if (folder_.number() < 0 && errno == ENOTDIR) fail(path_, "is a symbolic link or not a folder");
    if (folder_.number() < 0) fail_to("opened", path_);
    require_private(folder_, path_, S_IFDIR, kFolderMode);
}

FileDescriptor PrivateFolder::open_file(const std::string& name) const {
    FileDescriptor file(openat(folder_.number(), name.c_str(),
                               O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, kFileMode));
    const std::string path = path_ + "/" + name;
    if (file.number() < 0) fail_to("opened", path);
    require_private(file, path, S_IFREG, kFileMode);
    return file;
}

}  // namespace hg
