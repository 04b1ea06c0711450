#include "kernels/cpu/cpu_blas_call.hpp"

#include <pthread.h>

#include <atomic>

namespace hg::kernels {
namespace {

constinit std::atomic<int> under_way{0};
constinit std::atomic<bool> forking{false};
/// Of this thread: some routines of BLAS ask for others by way of hg.
thread_local constinit int depth = 0;

void begin_fork() noexcept {
    forking.store(true);
    for (int calls = under_way.load(); calls > depth; calls = under_way.load()) under_way.wait(calls);
}

void end_fork() noexcept {
    forking.store(false);
    forking.notify_all();
}

void begin_child() noexcept {
    under_way.store(depth);
    forking.store(false);
}

/// One more, when no fork is under way.
void enter() noexcept {
    while (true) {
        under_way.fetch_add(1);
        if (!forking.load() || depth > 0) return;
        under_way.fetch_sub(1);
        under_way.notify_all();
        forking.wait(true);
    }
}

}  // namespace

void CpuBlasCall::begin() noexcept {
    enter();
    ++depth;
}

void CpuBlasCall::end() noexcept {
    --depth;
    under_way.fetch_sub(1);
    if (forking.load()) under_way.notify_all();
}

void CpuBlasCall::watch_forks() noexcept {
    static_cast<void>(pthread_atfork(begin_fork, end_fork, begin_child));
}

}  // namespace hg::kernels
