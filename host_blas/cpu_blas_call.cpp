#include "host_blas/cpu_blas_call.hpp"

#include <pthread.h>

#include <atomic>

namespace hg {
namespace {

constinit std::atomic<int> in_flight{0};
constinit std::atomic<bool> forking{false};
/// The nesting depth in this thread: some BLAS routines call others through hg.
thread_local constinit int depth = 0;

void begin_fork() noexcept {
    forking.store(true);
    for (int calls = in_flight.load(); calls > depth; calls = in_flight.load()) in_flight.wait(calls);
}

void end_fork() noexcept {
    forking.store(false);
    forking.notify_all();
}

void begin_child() noexcept {
    in_flight.store(depth);
    forking.store(false);
}

/// Waits until no fork is running, and counts one more call.
void enter() noexcept {
    while (true) {
        in_flight.fetch_add(1);
        if (!forking.load() || depth > 0) return;
        in_flight.fetch_sub(1);
        in_flight.notify_all();
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
    in_flight.fetch_sub(1);
    if (forking.load()) in_flight.notify_all();
}

void CpuBlasCall::watch_forks() noexcept {
    static_cast<void>(pthread_atfork(begin_fork, end_fork, begin_child));
}

}  // namespace hg
