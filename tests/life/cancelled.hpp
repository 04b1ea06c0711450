#pragma once

#include <pthread.h>

#include <functional>

/// Work for a thread of the caller's own, which is cancelled while it works.
struct Cancelled {
    std::function<bool()> work;
    bool right = false;

    /// Whether the work ends well, and the thread as one that was cancelled. It is cancelled before, so that
    /// the first cancellation point in the work would end it.
    bool ends_after_work() {
        const auto body = [](void* data) -> void* {
            auto& self = *static_cast<Cancelled*>(data);
            pthread_cancel(pthread_self());
            self.right = self.work();
            pthread_testcancel();
            return nullptr;
        };
        pthread_t thread{};
        void* result = nullptr;
        return pthread_create(&thread, nullptr, body, this) == 0 && pthread_join(thread, &result) == 0 &&
               right && result == PTHREAD_CANCELED;
    }
};
