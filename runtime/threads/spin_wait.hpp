#pragma once

#include <chrono>
#include <thread>

#include "runtime/threads/available_cores.hpp"

namespace hg {

/// Tells the core that this thread is spinning.
inline void pause_briefly() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

/// Spins until `holds` returns true, for at most `most`. Returns its last value. Sleeping and waking up takes
/// about 50 microseconds, longer than most waits of hg's threads. With few cores, it only checks a few times,
/// because other threads need this core.
template <class Holds>
bool spin_until(std::chrono::microseconds most, Holds holds) {
    if (holds()) return true;
    static const bool cores_to_spare = available_cores() > 4;
    constexpr int kLooks = 20;  // checks between two readings of the clock
    const auto begin = std::chrono::steady_clock::now();
    do {
        for (int look = 0; look < kLooks; ++look) {
            if (holds()) return true;
            pause_briefly();
        }
    } while (cores_to_spare && std::chrono::steady_clock::now() - begin < most);
    return holds();
}

}  // namespace hg
