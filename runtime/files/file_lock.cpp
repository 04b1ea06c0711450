#include "runtime/files/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <thread>

#include <hg/runtime/program/error.hpp>

namespace hg {

namespace {

/// Locks are usually held for milliseconds.
constexpr std::chrono::milliseconds kGlance{5};

std::string seconds_text(std::chrono::milliseconds time) {
    return std::to_string(time.count() / 1000) + "." + std::to_string(time.count() % 1000 / 100) + " s";
}

}  // namespace

FileLock::FileLock(const std::string& path, const LockWait& wait)
    : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666)) {
    if (file_.number() < 0)
        throw Error(ErrorCode::io, path + ": cannot be opened as a lock: " + std::strerror(errno));
    struct stat found {};
    if (fstat(file_.number(), &found) != 0 || !S_ISREG(found.st_mode))
        throw Error(ErrorCode::io, path + ": is not an ordinary file, as a lock must be");
    take(path, wait);
}

void FileLock::take(const std::string& path, const LockWait& wait) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    bool quiet = true;
    while (flock(file_.number(), LOCK_EX | LOCK_NB) != 0 && (errno == EINTR || errno == EWOULDBLOCK)) {
        const auto waited = Clock::now() - begin;
        if (waited >= wait.limit)
            throw Error(ErrorCode::io, path + ": another process has held this lock for " +
                                           seconds_text(wait.limit) + "; try again when it has ended");
        if (quiet && waited >= wait.moment) {
            quiet = false;
            if (wait.told) wait.told();
        }
        std::this_thread::sleep_for(kGlance);
    }
}

}  // namespace hg
