#pragma once

#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <hg/runtime/program/error.hpp>

namespace hg {

/// Starts a thread that runs `body`, which must not throw. Throws Error{out_of_memory} if the system refuses
/// the thread; `what` is its purpose for the message, such as "a queue".
template <class Body>
[[nodiscard]] std::thread start_thread(const std::string& what, Body body) {
    try {
        return std::thread(std::move(body));
    } catch (const std::system_error& error) {
        throw Error(ErrorCode::out_of_memory,
                    "cannot start a thread for " + what + " (" + error.code().message() +
                        "); raise the limit on threads (ulimit -u) if there is one");
    }
}

}  // namespace hg
