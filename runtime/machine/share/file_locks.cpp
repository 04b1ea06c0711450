#include "runtime/machine/share/file_locks.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

// Bytes whose locks have a meaning; none of them is ever written.
constexpr off_t kUse = 64;      ///< shared by the processes that use the device in turns
constexpr off_t kCounter = 65;  ///< locked by the process that changes the next number
constexpr off_t kTickets = 4096;
constexpr off_t kToTheEnd = 0;

/// Far more turns than there can ever be, and far below the largest offset in a file; a larger number means
/// that the file is damaged.
constexpr std::int64_t kMostTickets = std::int64_t{1} << 61;

constexpr auto kRetry = std::chrono::milliseconds(1);

struct flock range(short kind, off_t first, off_t bytes) {
    struct flock lock {};
    lock.l_type = kind;
    lock.l_whence = SEEK_SET;
    lock.l_start = first;
    lock.l_len = bytes;
    return lock;
}

[[noreturn]] void fail(const char* what) {
    throw Error(ErrorCode::io, std::string("sharing a device: ") + what + ": " + std::strerror(errno));
}

/// Returns false if another process holds the lock.
bool try_lock(const FileDescriptor& file, short kind, off_t first, off_t bytes = 1) {
    struct flock lock = range(kind, first, bytes);
    if (fcntl(file.number(), F_SETLK, &lock) == 0) return true;
    if (errno != EAGAIN && errno != EACCES) fail("locking its file");
    return false;
}

void wait_for_lock(const FileDescriptor& file, short kind, off_t first, off_t bytes = 1) {
    struct flock lock = range(kind, first, bytes);
    while (fcntl(file.number(), F_SETLKW, &lock) != 0) {
        // If one thread of a process has a turn on a device and another thread waits for another device, the
        // kernel may report a deadlock, because it knows only processes. The first thread's turn will end.
        if (errno == EDEADLK)
            std::this_thread::sleep_for(kRetry);
        else if (errno != EINTR)
            fail("waiting for its file");
    }
}

void unlock(const FileDescriptor& file, off_t first, off_t bytes = 1) noexcept {
    struct flock lock = range(F_UNLCK, first, bytes);
    fcntl(file.number(), F_SETLK, &lock);
}

/// Returns another process's lock that prevents this one, or a lock of kind F_UNLCK if there is none.
struct flock lock_against(const FileDescriptor& file, short kind, off_t first, off_t bytes) {
    struct flock lock = range(kind, first, bytes);
    if (fcntl(file.number(), F_GETLK, &lock) != 0) fail("reading its locks");
    return lock;
}

/// Returns the process whose lock prevents this one, or 0 if there is none.
pid_t obstacle(const FileDescriptor& file, short kind, off_t first, off_t bytes) {
    const struct flock lock = lock_against(file, kind, first, bytes);
    return lock.l_type == F_UNLCK ? 0 : lock.l_pid;
}

/// Returns the first number, `next` or larger, that is above all numbers that other processes hold. With an
/// intact counter, no held number reaches `next`; one that was set back would grant a turn at the same time
/// as theirs.
std::int64_t after_all_tickets(const FileDescriptor& file, std::int64_t next) {
    for (;;) {
        const struct flock lock = lock_against(file, F_WRLCK, kTickets + next, kToTheEnd);
        if (lock.l_type == F_UNLCK || lock.l_len == 0) return next;
        next = lock.l_start + lock.l_len - kTickets;
    }
}

}  // namespace

bool FileLocks::take(Use use) {
    return try_lock(file_, use == Use::whole ? F_WRLCK : F_RDLCK, kUse);
}

void FileLocks::release() {
    unlock(file_, kUse);
}

std::int64_t FileLocks::draw_ticket() {
    wait_for_lock(file_, F_WRLCK, kCounter);
    try {
        const std::int64_t ticket = next_ticket();
        unlock(file_, kCounter);
        return ticket;
    } catch (...) {
        // If the counter stayed locked, no process could ever get a turn again.
        unlock(file_, kCounter);
        throw;
    }
}

/// The caller must hold the counter's lock.
std::int64_t FileLocks::next_ticket() {
    std::int64_t next = 0;
    const bool counted = pread(file_.number(), &next, sizeof next, 0) == sizeof next;
    if (!counted || next < 0 || next > kMostTickets) next = 0;
    next = after_all_tickets(file_, next);
    // It is free, except while a process that waits with a larger number examines all bytes below its own.
    while (!try_lock(file_, F_WRLCK, kTickets + next)) ++next;
    const std::int64_t following = next + 1;
    if (pwrite(file_.number(), &following, sizeof following, 0) == sizeof following) return next;
    const int error = errno;
    unlock(file_, kTickets + next);
    errno = error;
    fail("writing its file");
}

void FileLocks::take_turn() {
    ticket_ = draw_ticket();
    if (ticket_ == 0) return;
    try {
        wait_for_lock(file_, F_RDLCK, kTickets, ticket_);
    } catch (...) {
        end_turn();
        throw;
    }
    unlock(file_, kTickets, ticket_);
}

void FileLocks::end_turn() noexcept {
    unlock(file_, kTickets + ticket_);
    ticket_ = -1;
}

bool FileLocks::others_wait() const {
    return obstacle(file_, F_RDLCK, kTickets + ticket_ + 1, kToTheEnd) != 0;
}

pid_t FileLocks::holder() const {
    const pid_t owner = obstacle(file_, F_RDLCK, kUse, 1);
    return owner != 0 ? owner : obstacle(file_, F_RDLCK, kTickets, kToTheEnd);
}

}  // namespace hg
