#pragma once

#include <hg/runtime/program/error.hpp>

namespace hg {

/// The exception that is being handled, as an Error: what says that there is no memory has the code
/// out_of_memory, what hg does not know is `internal`. If there is no memory for its words, it has few.
[[nodiscard]] Error current_error() noexcept;

/// The error that host memory is lacking. Making it takes no memory. `partially_written` as in ErrorContext.
[[nodiscard]] Error no_host_memory(bool partially_written = false) noexcept;

/// body(); all that it throws leaves as an Error.
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
