#include "runtime/files/name_claim.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace hg {
namespace {

constexpr int kOpen = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;

/// Returns true if the name still belongs to the open file.
bool is_named(int file, const std::string& path) {
    struct stat open {};
    struct stat named {};
    return fstat(file, &open) == 0 && lstat(path.c_str(), &named) == 0 && open.st_dev == named.st_dev &&
           open.st_ino == named.st_ino;
}

bool is_ordinary(int file) {
    struct stat status {};
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

NameClaim::NameClaim(std::string path) : path_(std::move(path)) {
    file_ = FileDescriptor(open(path_.c_str(), kOpen | O_CREAT | O_EXCL, 0666));
    is_new_ = file_.number() >= 0;
    if (!is_new_) file_ = FileDescriptor(open(path_.c_str(), kOpen));
    if (file_.number() < 0 || !is_ordinary(file_.number())) return;
    if (flock(file_.number(), LOCK_EX | LOCK_NB) != 0)
        in_use_ = errno == EWOULDBLOCK;
    else
        in_use_ = !is_named(file_.number(), path_);
    if (in_use_) is_new_ = false;
}

NameClaim::~NameClaim() {
    if (is_new_) unlink(path_.c_str());
}

FileDescriptor NameClaim::pass_to(int file) {
    FileDescriptor claimed(fcntl(file, F_DUPFD_CLOEXEC, 0));
    if (claimed.number() >= 0) static_cast<void>(flock(claimed.number(), LOCK_EX | LOCK_NB));
    return claimed;
}

}  // namespace hg
