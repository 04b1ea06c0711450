#pragma once

#include <hg/runtime/program/error.hpp>

namespace hg {

/// Returns the exception that is being handled as an Error. Exceptions about memory have the code
/// out_of_memory; unknown ones have the code internal. If there is no memory for its message, the message is
/// short.
[[nodiscard]] Error current_error() noexcept;

/// Returns the error for missing host memory, without allocating any. `partially_written` is as in
/// ErrorContext.
[[nodiscard]] Error no_host_memory(bool partially_written = false) noexcept;

/// Calls body(), and converts all its exceptions to Error.
template <class Body>
decltype(auto) throwing_errors_only(const Body& body) {
    try {
        return body();
    } catch (const Error&) {
        throw;
    } catch (...) {
        throw current_error();
    }
}

}  // namespace hg
