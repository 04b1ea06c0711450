#pragma once

#include <cstdint>
#include <exception>

#include "interfaces/returned_info.hpp"
#include "runtime/program/base/error_words.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::interfaces {

/// What hg_last_error() returns in this thread.
ErrorWords& last_error() noexcept;

/// info for an error that a call has thrown; keeps its words. `hidden` arguments of the C++ function, the
/// first ones, have no counterpart: neither info nor the words count them. If it is negative, the C function has as many
/// arguments before those of the C++ function.
std::int64_t info_of(const Error& error, int hidden) noexcept;
std::int64_t info_of(const std::exception& error) noexcept;

/// How many arguments of the C++ function are hidden if it is one of BLAS: the layout.
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

/// The same for a function of C++ that returns a number, which a function of C writes: its last argument.
template <class Result, class Compute>
std::int64_t guarded_result(int number, const char* name, Result* result, const Compute& compute) noexcept {
    return guarded(0, [&] {
        if (result == nullptr) require_argument(false, "hg", number, name, "must not be null");
        *result = compute();
    });
}

}  // namespace hg::interfaces
