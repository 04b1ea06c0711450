#include "runtime/files/temporary_names.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>

namespace hg {
namespace {

struct Slot {
    std::atomic<bool> taken{false};
    std::atomic<pid_t> owner{0};  ///< 0 while the path is incomplete; a forked child owns nothing
    TemporaryName::Kind kind = TemporaryName::Kind::file;
    std::array<char, PATH_MAX> path{};
};

// Global, because a signal handler has no arguments, and of fixed size, because it must not allocate.
constinit std::array<Slot, 64> slots;

/// Gets the names from the kernel, because readdir() allocates.
void remove_files_in(const char* path) noexcept {
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return;
    alignas(dirent64) std::array<char, 4096> entries;
    for (long bytes = 0; (bytes = syscall(SYS_getdents64, folder, entries.data(), entries.size())) > 0;)
        for (long next = 0; next < bytes;) {
            const char* const entry = entries.data() + next;
            unsigned short length = 0;
            std::memcpy(&length, entry + offsetof(dirent64, d_reclen), sizeof length);
            unlinkat(folder, entry + offsetof(dirent64, d_name), 0);
            next += length;
        }
    close(folder);
}

/// Tries several times, because another process may be writing into the folder, and reading a changing folder
/// may skip names.
void remove_folder(const char* path) noexcept {
    for (int turn = 0; turn < 3; ++turn) {
        remove_files_in(path);
        if (rmdir(path) == 0) return;
    }
}

}  // namespace

TemporaryName::TemporaryName(const std::string& path, Kind kind) noexcept {
    if (path.size() >= PATH_MAX) return;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        Slot& slot = slots[i];
        if (slot.taken.exchange(true)) continue;
        std::memcpy(slot.path.data(), path.c_str(), path.size() + 1);
        slot.kind = kind;
        slot.owner = getpid();
        slot_ = static_cast<int>(i);
        return;
    }
}

TemporaryName::~TemporaryName() {
    if (slot_ < 0) return;
    Slot& slot = slots[static_cast<std::size_t>(slot_)];
    slot.owner = 0;
    slot.taken = false;
}

void remove_temporary_files() noexcept {
    const int error = errno;
    for (const Slot& slot : slots) {
        if (slot.owner.load() != getpid()) continue;
        if (slot.kind == TemporaryName::Kind::folder)
            remove_folder(slot.path.data());
        else
            unlink(slot.path.data());
    }
    errno = error;
}

}  // namespace hg
