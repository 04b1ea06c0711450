#include "support/failing_threads.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <cerrno>
#include <cstring>

namespace hg::test {
namespace {

std::atomic<FailingThreads*> now{nullptr};

}  // namespace

FailingThreads::FailingThreads(int first, int count) : first_(first), count_(count) {
    now.store(this);
}

void FailingThreads::stop() noexcept {
    now.store(nullptr);
}

bool FailingThreads::next_fails() noexcept {
    FailingThreads* const failing = now.load();
    if (!failing) return false;
    const int number = failing->asked_++;
    return number >= failing->first_ && number - failing->first_ < failing->count_;
}

}  // namespace hg::test

#ifndef HG_SANITIZED
namespace {

using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

/// Whether the code at an address is hg's, or makes threads in its name.
bool is_of_hg(const void* code) {
    Dl_info found{};
    if (dladdr(code, &found) == 0 || !found.dli_fname) return true;
    for (const char* library : {"libstdc++", "libhg", "_tests"})
        if (std::strstr(found.dli_fname, library)) return true;
    return false;
}

}  // namespace

// What libstdc++ calls for std::thread, as the executable's symbols come first.
extern "C" __attribute__((visibility("default"))) int pthread_create(pthread_t* thread,
                                                                     const pthread_attr_t* attributes,
                                                                     void* (*body)(void*),
                                                                     void* argument) noexcept {
    static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
    if (is_of_hg(__builtin_return_address(0)) && hg::test::FailingThreads::next_fails()) return EAGAIN;
    return create(thread, attributes, body, argument);
}
#endif
