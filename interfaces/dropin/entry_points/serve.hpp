#pragma once

#include <optional>

#include "interfaces/dropin/entry_points/invalidate.hpp"
#include "interfaces/dropin/entry_points/work.hpp"
#include "interfaces/dropin/offload.hpp"
#include "interfaces/dropin/report.hpp"
#include "interfaces/dropin/settings.hpp"
#include "runtime/threads/no_cancellation.hpp"

namespace hg::dropin {

/// Has devices or the CPU do a call that is not small; true if the engine did it.
template <class Int, class Call, class ByCpu>
[[gnu::noinline]] bool serve_large(const Call& call, const ByCpu& by_cpu) noexcept {
    const Work work = work_of(call);
    TimedCall timed(work);
    std::optional<NoCancellation> whole;
    // Wrong arguments are the CPU BLAS's to tell of, be it by a jump out of xerbla_.
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

/// Has devices or the CPU do a call of a routine with integers of type Int: what is small goes on at once,
/// and what asks for the length of a work array, which is the CPU's. True if the engine did it.
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
