#pragma once

#include <cstdint>
#include <exception>

#include "interfaces/returned_info.hpp"
#include "runtime/program/base/error_words.hpp"
#include "runtime/threads/no_cancellation.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::interfaces {

/// What hg_last_error() returns in this thread.
ErrorWords& last_error() noexcept;

/// info for an error that a call has thrown; keeps its words. `hidden` arguments of the C++ function, the
/// first ones, have no counterpart: neither info nor the words count them. If it is negative, the C function
/// has as many arguments before those of the C++ function.
std::int64_t info_of(const Error& error, int hidden) noexcept;
std::int64_t info_of(const std::exception& error) noexcept;

/// How many arguments of the C++ function are hidden if it has matrices: the layout.
inline constexpr int kLayout = 1;

/// The info of a call, which returns it or throws: no exception crosses into C or Fortran.
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

/// Calls make(); all that it throws is lost but for what is wrong with an argument.
template <class Make>
void find_wrong_argument(const Make& make) {
    try {
        static_cast<void>(make());
    } catch (const Error& error) {
        if (error.code() == ErrorCode::invalid_argument && error.context().argument > 0) throw;
    } catch (const std::exception&) {
        // Not an argument's fault.
    }
}

/// guarded() for a function of C++ that returns a number. The function of C writes it to its last argument,
/// so what is wrong with the others is told first.
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

/// Writes the handle that make() returns, a unique_ptr, to *handle: argument `number`, the last one, so what
/// is wrong with the others is told first. *handle is null before anything can fail, and if anything does.
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
