#include "runtime/files/trusted_path.hpp"

#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "runtime/files/octal.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr int kPlace = O_PATH | O_NOFOLLOW | O_CLOEXEC;
constexpr int kMostLinks = 40;  ///< the limit of Linux
/// "nobody": in containers it stands for all unknown users, possibly including this one.
constexpr uid_t kUnknownUser = 65534;
constexpr std::size_t kMostBytesOfAnAccount = std::size_t{1} << 16;

[[noreturn]] void distrust(const std::string& path, const std::string& why) {
    throw Error(ErrorCode::io, path + ": " + why);
}

[[noreturn]] void fail_to_open(const std::string& path) {
    distrust(path, std::string("cannot be opened: ") + std::strerror(errno));
}

struct stat status_of(const FileDescriptor& file, const std::string& path) {
    struct stat status {};
    if (fstat(file.number(), &status) != 0) fail_to_open(path);
    return status;
}

/// The user's primary group, if it has the user's name and no other member.
bool is_private_group(gid_t group) {
    std::vector<char> user_text(kMostBytesOfAnAccount);
    std::vector<char> group_text(kMostBytesOfAnAccount);
    struct passwd user_entry {};
    struct group group_entry {};
    struct passwd* user = nullptr;
    struct group* found = nullptr;
    if (getpwuid_r(geteuid(), &user_entry, user_text.data(), user_text.size(), &user) != 0 ||
        user == nullptr || user->pw_gid != group)
        return false;
    // A group that is too long for the buffer has many members.
    if (getgrgid_r(group, &group_entry, group_text.data(), group_text.size(), &found) != 0 ||
        found == nullptr)
        return false;
    const std::string_view name = user->pw_name;
    if (found->gr_name != name) return false;
    for (char** member = found->gr_mem; *member != nullptr; ++member)
        if (*member != name) return false;
    return true;
}

/// Returns true if there is an access control list. The group's permissions then apply to everybody that it
/// names.
bool has_access_list(const FileDescriptor& file) {
    // Attributes cannot be read from descriptors with O_PATH.
    const std::string path = "/proc/self/fd/" + std::to_string(file.number());
    return getxattr(path.c_str(), "system.posix_acl_access", nullptr, 0) >= 0 ||
           (errno != ENODATA && errno != ENOTSUP);
}

/// Throws Error{io} if other users can change what is open.
void judge(const FileDescriptor& file, const std::string& path, StickyFolder sticky) {
    const struct stat status = status_of(file, path);
    if (status.st_uid == kUnknownUser || (status.st_uid != geteuid() && status.st_uid != 0))
        distrust(path, "belongs to user " + std::to_string(status.st_uid) +
                           "; hg uses only files and folders that belong to the user or to root");
    if (S_ISLNK(status.st_mode)) return;  // nobody can write to a link
    const mode_t by_others = status.st_mode & (S_IWGRP | S_IWOTH);
    if (by_others == 0) return;
    if (S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX) != 0 && sticky == StickyFolder::accepted)
        return;
    if (by_others == S_IWGRP && is_private_group(status.st_gid) && !has_access_list(file)) return;
    distrust(path, "other users can write to it (mode " + octal(status.st_mode & 07777U) +
                       "); take that from them with chmod go-w, and hg will use it");
}

/// Walks the path to a file, one name at a time.
class Walk {
  public:
    Walk(const std::string& path, StickyFolder last) : path_(path), last_(last) {
        std::error_code fault;
        const std::filesystem::path whole = std::filesystem::absolute(path, fault);
        if (fault) distrust(path, fault.message());
        expect(whole);
        begin_at_root();
    }

    std::optional<FileDescriptor> end() {
        while (!left_.empty()) {
            const std::string name = std::exchange(left_.back(), {});
            left_.pop_back();
            if (!step(name)) return std::nullopt;
        }
        return std::move(here_);
    }

  private:
    /// Adds the names of a path as the next ones.
    void expect(const std::filesystem::path& path) {
        std::vector<std::string> names;
        for (const std::filesystem::path& name : path.relative_path())
            if (!name.empty() && name != ".") names.push_back(name);
        left_.insert(left_.end(), names.rbegin(), names.rend());
    }

    void begin_at_root() {
        at_.clear();
        here_ = FileDescriptor(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (here_.number() < 0) fail_to_open("/");
        judge(here_, "/", StickyFolder::accepted);
    }

    /// Goes to the next name. Returns false if it does not exist.
    bool step(const std::string& name) {
        const std::string path = at_ + "/" + name;
        // Open it as a folder first: this mounts file systems that are mounted on demand.
        FileDescriptor next(openat(here_.number(), name.c_str(), kPlace | O_DIRECTORY));
        if (next.number() < 0 && errno == ENOTDIR)
            next = FileDescriptor(openat(here_.number(), name.c_str(), kPlace));
        if (next.number() < 0 && errno == ENOENT) return false;
        if (next.number() < 0) fail_to_open(path_);
        const mode_t kind = status_of(next, path).st_mode & S_IFMT;
        if (kind != S_IFLNK && kind != S_IFDIR && kind != S_IFREG)
            distrust(path_, "is a pipe, a socket or a device; an ordinary file is needed");
        judge(next, path, left_.empty() ? last_ : StickyFolder::accepted);
        if (kind == S_IFLNK) {
            follow(next, path);
            return true;
        }
        if (kind == S_IFREG) next = file(name, path);
        here_ = std::move(next);
        at_ = path;
        return true;
    }

    void follow(const FileDescriptor& link, const std::string& path) {
        if (++links_ > kMostLinks) distrust(path_, "leads through too many symbolic links");
        std::array<char, PATH_MAX> target;
        const ssize_t size = readlinkat(link.number(), "", target.data(), target.size());
        if (size < 0) fail_to_open(path);
        const std::filesystem::path to(std::string_view(target.data(), static_cast<std::size_t>(size)));
        expect(to);
        if (to.is_absolute()) begin_at_root();
    }

    FileDescriptor file(const std::string& name, const std::string& path) {
        if (!left_.empty()) distrust(path_, std::string("cannot be opened: ") + std::strerror(ENOTDIR));
        FileDescriptor opened(
            openat(here_.number(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
        if (opened.number() < 0) fail_to_open(path_);
        // The folder's owner may have replaced the file by now.
        if (!S_ISREG(status_of(opened, path_).st_mode)) distrust(path_, "changed while it was opened");
        judge(opened, path, last_);
        return opened;
    }

    const std::string& path_;  ///< the given path
    StickyFolder last_;
    std::vector<std::string> left_;  ///< remaining names, the next one last
    std::string at_;                 ///< path of the open folder, without links
    FileDescriptor here_;
    int links_ = 0;
};

}  // namespace

std::optional<FileDescriptor> open_trusted(const std::string& path, StickyFolder last) {
    return Walk(path, last).end();
}

}  // namespace hg
