#pragma once

#include <optional>

#include "interfaces/dropin/entry_points/invalidate.hpp"
#include "interfaces/dropin/entry_points/work.hpp"
#include "interfaces/dropin/offload.hpp"
#include "interfaces/dropin/report.hpp"
#include "interfaces/dropin/settings.hpp"
#include "runtime/threads/no_cancellation.hpp"

namespace hg::dropin {

/// Runs a call that is not small on devices or on the CPU. Returns true if the engine ran it.
template <class Int, class Call, class ByCpu>
[[gnu::noinline]] bool serve_large(const Call& call, const ByCpu& by_cpu) noexcept {
    const Work work = work_of(call);
    TimedCall timed(work);
    std::optional<NoCancellation> whole;
    // The CPU BLAS reports wrong arguments, possibly by a longjmp out of xerbla_.
    if (is_valid_call(call)) {
        whole.emplace();
        if (const Offer offer = offer_for(work, sizeof(Int) == 8); offer.engine != nullptr) {
            const Outcome outcome = call.run(*offer.engine, offer.place);
            if (outcome == Outcome::partially_written) {
                invalidate(call);
                warn_once(Warning::partially_written, offer.engine->last_error());
            }
            if (outcome == Outcome::done || outcome == Outcome::partially_written) timed.offloaded();
            if (outcome != Outcome::untouched) {
                tell_work(call);
                return true;
            }
        }
    }
    by_cpu();
    return false;
}

/// Runs a call of a routine with integers of type Int on devices or on the CPU. Small calls go directly to
/// the CPU, and so do queries for the length of a work array. Returns true if the engine ran the call.
template <class Int, class Call, class ByCpu>
bool serve(const Call& call, const ByCpu& by_cpu) noexcept {
    if (call.arguments.flops() < least_flops[index_of(Call::kRoutine)].load(std::memory_order_relaxed) ||
        asks_for_work(call)) [[likely]] {
        by_cpu();
        return false;
    }
    return serve_large<Int>(call, by_cpu);
}

}  // namespace hg::dropin
