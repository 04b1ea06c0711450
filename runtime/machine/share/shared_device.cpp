#include "runtime/machine/share/shared_device.hpp"

#include <unistd.h>

#include <map>
#include <utility>

#include "runtime/machine/log.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {

std::shared_ptr<SharedDevice> SharedDevice::of(const PrivateFolder& folder, const std::string& name) {
    // Process-wide and kept until the process ends, because locks on files belong to the process; see
    // FileLocks. A child made by fork() has none of its parent's locks, so that it makes its own objects.
    static std::mutex mutex;
    static auto* const devices =
        std::make_unique<std::map<std::pair<pid_t, std::string>, std::shared_ptr<SharedDevice>>>().release();
    const std::lock_guard lock(mutex);
    std::shared_ptr<SharedDevice>& device = (*devices)[{getpid(), folder.path() + "/" + name}];
    if (!device) device = std::make_shared<SharedDevice>(name, folder.open_file(name));
    return device;
}

bool SharedDevice::take(FileLocks::Use use) {
    const std::lock_guard lock(mutex_);
    if (machines_ == 0 && !locks_.take(use)) return false;
    ++machines_;
    return true;
}

void SharedDevice::release() noexcept {
    const std::lock_guard lock(mutex_);
    if (--machines_ == 0) locks_.release();
}

void SharedDevice::wait_for_turn() {
    if (const pid_t holder = locks_.holder(); holder != 0)
        log(LogLevel::debug,
            name_ + ": waiting for its turn, which process " + std::to_string(holder) + " has");
    locks_.take_turn();
}

void SharedDevice::begin_turn() {
    std::unique_lock lock(mutex_);
    const std::uint64_t arrival = next_arrival_++;
    changed_.wait(lock, [&] { return admitted_ == arrival; });
    try {
        if (runs_ > 0 && locks_.others_wait()) changed_.wait(lock, [&] { return runs_ == 0; });
        // Meanwhile, this process's other threads can only queue here.
        if (runs_ == 0) wait_for_turn();
        ++runs_;
    } catch (...) {
        ++admitted_;
        changed_.notify_all();
        throw;
    }
    ++admitted_;
    changed_.notify_all();
}

void SharedDevice::end_turn(const std::function<void()>& before) noexcept {
    const std::lock_guard lock(mutex_);
    if (runs_ == 1) {
        if (before) before();
        locks_.end_turn();
    }
    --runs_;
    changed_.notify_all();
}

}  // namespace hg
