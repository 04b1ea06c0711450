#pragma once

#include <new>

#include "interfaces/dropin/entry_points/invalidate.hpp"
#include "interfaces/dropin/entry_points/work.hpp"
#include "interfaces/dropin/offload.hpp"
#include "interfaces/dropin/settings.hpp"

namespace hg::dropin {

/// Returns true for a row-major call that only CBLAS can make.
template <class Call>
bool is_by_rows(const Call& call) noexcept {
    if constexpr (requires { call.by_rows; })
        return call.by_rows.has_value();
    else
        return false;
}

/// Runs a call whose symbol has no next one in a CPU BLAS, or reports its wrong arguments as BLAS does.
template <class Call>
[[gnu::noinline]] void without_next(const Call& call) noexcept {
    const Engine* const engine = load_engine();
    const CpuBlas* const cpu = engine == nullptr ? nullptr : engine->cpu_blas();
    if (cpu == nullptr) {
        if (engine != nullptr) warn_once(Warning::no_cpu_blas, engine->last_error());
        if (is_valid_call(call)) refuse(call);
        return;
    }
    try {
        if (!is_valid_call(call) || (cpu_takes(call) && !is_by_rows(call))) return call.run_on(*cpu);
        if (asks_for_work(call)) return tell_work(call);
    } catch (const std::bad_alloc&) {
        refuse(call);
        warn_once(Warning::partially_written, "not enough memory for pivots or a work array");
        return;
    }
    const Outcome outcome = start_engine() == nullptr ? Outcome::untouched : call.run(*engine, Place::chosen);
    if (outcome == Outcome::done || outcome == Outcome::done_by_cpu) return tell_work(call);
    outcome == Outcome::partially_written ? invalidate(call) : refuse(call);
    warn_once(Warning::partially_written, engine->last_error());
}

}  // namespace hg::dropin
