#pragma once

#include "hgblas/offload.hpp"
#include "hgblas/report.hpp"
#include "hgblas/settings.hpp"

namespace hg::dropin {

template <class Call, class ByCpu>
[[gnu::noinline]] void serve_large(const Call& call, const ByCpu& by_cpu) noexcept {
    const Work work = call.work();
    TimedCall timed(work);
    // Wrong arguments are the CPU BLAS's to tell of, as it does.
    if (call.is_valid())
        if (const Offer offer = offer_for(work); offer.engine != nullptr) {
            const Outcome outcome = call.run(*offer.engine, offer.place);
            if (outcome != Outcome::done) warn_once(Warning::failed_call, offer.engine->last_error());
            if (outcome != Outcome::untouched) return timed.offloaded();
        }
    by_cpu();
}

/// Has devices or the CPU do a call: what is small goes on at once.
template <class Call, class ByCpu>
void serve(const Call& call, const ByCpu& by_cpu) noexcept {
    if (call.flops() < least_flops[index_of(Call::kRoutine)].load(std::memory_order_relaxed)) [[likely]]
        return by_cpu();
    serve_large(call, by_cpu);
}

}  // namespace hg::dropin
