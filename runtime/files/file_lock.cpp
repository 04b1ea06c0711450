#include "runtime/files/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include <hg/runtime/program/error.hpp>

namespace hg {

FileLock::FileLock(const std::string& path)
    : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666)) {
    if (file_.number() < 0)
        throw Error(ErrorCode::io, path + ": cannot be opened as a lock: " + std::strerror(errno));
    struct stat found {};
    if (fstat(file_.number(), &found) != 0 || !S_ISREG(found.st_mode))
        throw Error(ErrorCode::io, path + ": is no ordinary file, which a lock needs");
    while (flock(file_.number(), LOCK_EX) != 0 && errno == EINTR) {
    }
}

}  // namespace hg
