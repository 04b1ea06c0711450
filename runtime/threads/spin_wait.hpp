#pragma once

#include <chrono>
#include <mutex>
#include <thread>

namespace hg {

/// Tells the core that this thread looks again at once.
inline void pause_briefly() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

/// Looks at `holds` for up to `most`, then gives up. Returns what it saw last. To sleep and be woken costs
/// some 50 microseconds, more than most waits of hg's threads. If there are few cores, other threads need
/// this one: then it looks only a few times.
template <class Holds>
bool spin_until(std::chrono::microseconds most, Holds holds) {
    if (holds()) return true;
    static const bool cores_to_spare = std::thread::hardware_concurrency() > 4;
    constexpr int kLooks = 20;  // between two looks at the clock
    const auto begin = std::chrono::steady_clock::now();
    do {
        for (int look = 0; look < kLooks; ++look) {
            if (holds()) return true;
            pause_briefly();
        }
    } while (cores_to_spare && std::chrono::steady_clock::now() - begin < most);
    return holds();
}

/// Locks a mutex that is held for moments only, by many threads in turn: to sleep for it would take longer.
inline std::unique_lock<std::mutex> lock_soon(std::mutex& mutex) {
    std::unique_lock lock(mutex, std::try_to_lock);
    if (!lock && !spin_until(std::chrono::microseconds(10), [&] { return lock.try_lock(); })) lock.lock();
    return lock;
}

}  // namespace hg
