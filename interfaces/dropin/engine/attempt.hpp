#pragma once

#include "blas/call/call_policy.hpp"
#include "blas/call/output_changes.hpp"
#include "interfaces/dropin/engine.hpp"
#include "runtime/program/base/current_error.hpp"

namespace hg::dropin {

/// Returns this thread's last error, as Engine::last_error() does.
const char* last_error() noexcept;
void save_error(const Error& error) noexcept;

/// Makes a call and returns its outcome. If devices fail in it, the CPU BLAS completes it. A call that throws
/// counts as untouched only if it has written nothing.
template <class Call>
Outcome attempt(Place place, const Call& call) noexcept {
    const OutputChanges changes;
    try {
        const CallPolicy policy({.devices_only = place == Place::devices,
                                 .cpu_finishes = true,
                                 .compilation_counts = place == Place::chosen,
                                 .arithmetic = CallPolicy::current().arithmetic});
        call();
        // A call for the devices counts as done by them even if there was nothing to do.
        return place == Place::devices || policy.used_devices() ? Outcome::done : Outcome::done_by_cpu;
    } catch (...) {
        save_error(current_error());
        return changes.any() ? Outcome::partially_written : Outcome::untouched;
    }
}

}  // namespace hg::dropin
