#pragma once

#include <cstdint>
#include <exception>

#include "interfaces/returned_info.hpp"
#include "runtime/program/base/error_words.hpp"
#include "runtime/threads/no_cancellation.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::interfaces {

/// The text that hg_last_error() returns in this thread.
ErrorWords& last_error() noexcept;

/// Stores the message of an error that a call has thrown, and returns its info. The C function lacks the
/// first `hidden` arguments of the C++ function, so neither info nor the message counts them. If `hidden` is
/// negative, the C function has -hidden arguments before those of the C++ function.
std::int64_t info_of(const Error& error, int hidden) noexcept;
std::int64_t info_of(const std::exception& error) noexcept;

/// The number of hidden arguments of functions with matrices: the layout.
inline constexpr int kLayout = 1;

/// Makes a call and returns its info. Converts exceptions to info, so that none crosses into C or Fortran.
template <class Call>
std::int64_t guarded(int hidden, const Call& call) noexcept {
    try {
        last_error().clear();
        return returned_info(call);
    } catch (const Error& error) {
        return info_of(error, hidden);
    } catch (const std::exception& error) {
        return info_of(error);
    }
}

/// Calls make(). Rethrows errors about wrong arguments and discards all others.
template <class Make>
void find_wrong_argument(const Make& make) {
    try {
        static_cast<void>(make());
    } catch (const Error& error) {
        if (error.code() == ErrorCode::invalid_argument && error.context().argument > 0) throw;
    } catch (const std::exception&) {
        // Not an error about an argument.
    }
}

/// guarded() for a C++ function that returns a number, which the C function writes to its last argument. If
/// that argument is null, errors in earlier arguments are reported first.
template <class Result, class Compute>
std::int64_t guarded_result(int number, const char* name, Result* result, const Compute& compute) noexcept {
    return guarded(0, [&] {
        if (result != nullptr) {
            *result = compute();
        } else {
            find_wrong_argument(compute);
            require_argument(false, "hg", number, name, "must not be null");
        }
    });
}

/// Sets *handle to the unique_ptr that make() returns, or to null if anything fails. `handle` is argument
/// `number`, the last one. If it is null, errors in earlier arguments are reported first.
template <class Handle, class Make>
std::int64_t guarded_handle(const char* function, int number, const char* name, Handle** handle,
                            const Make& make) noexcept {
    if (handle != nullptr) *handle = nullptr;
    return guarded(0, [&] {
        const NoCancellation whole;
        if (handle != nullptr) {
            *handle = make().release();
        } else {
            find_wrong_argument(make);
            require_argument(false, function, number, name, "must not be null");
        }
    });
}

}  // namespace hg::interfaces
