#pragma once

#include "blas/call/call_policy.hpp"
#include "blas/call/output_changes.hpp"
#include "interfaces/dropin/engine.hpp"
#include "runtime/program/base/current_error.hpp"

namespace hg::dropin {

/// What last_error() returns in this thread.
const char* last_error() noexcept;
void save_error(const Error& error) noexcept;

/// Makes a call, and says how it ended. What devices leave undone in it the CPU's BLAS does. A call that
/// throws counts as untouched only if nothing was written before.
template <class Call>
Outcome attempt(Place place, const Call& call) noexcept {
    const OutputChanges changes;
    try {
        const CallPolicy policy({.devices_only = place == Place::devices,
                                 .cpu_finishes = true,
                                 .compilation_counts = place == Place::chosen,
                                 .arithmetic = CallPolicy::current().arithmetic});
        call();
        // A call that was sent to the devices is theirs, even if there was nothing to do.
        return place == Place::devices || policy.used_devices() ? Outcome::done : Outcome::done_by_cpu;
    } catch (...) {
        save_error(current_error());
        return changes.any() ? Outcome::partially_written : Outcome::untouched;
    }
}

}  // namespace hg::dropin
