#pragma once

#include <exception>

#include "blas/call_policy.hpp"
#include "hgblas/engine.hpp"
#include "runtime/program/error.hpp"

namespace hg::dropin {

/// What last_error() returns in this thread.
const char* last_error() noexcept;
void keep_error(const std::exception& error) noexcept;

/// Makes a call, and tells how it ended. What devices leave undone in it the CPU's BLAS does.
template <class Call>
Outcome attempt(Place place, const Call& call) noexcept {
    try {
        const CallPolicy policy({.devices_only = place == Place::devices, .cpu_finishes = true});
        call();
        return Outcome::done;
    } catch (const Error& error) {
        keep_error(error);
        return error.context().spoilt ? Outcome::spoilt : Outcome::untouched;
    } catch (const std::exception& error) {
        keep_error(error);
        return Outcome::untouched;
    }
}

}  // namespace hg::dropin
