#pragma once

#include "interfaces/dropin/entry_points/call.hpp"
#include "interfaces/dropin/entry_points/invalidate.hpp"
#include "interfaces/dropin/entry_points/without_next.hpp"
#include "interfaces/dropin/next_symbol.hpp"
#include "interfaces/dropin/trial.hpp"
#include "runtime/threads/no_cancellation.hpp"

namespace hg::dropin {

/// What happened when a call was passed to the next routine of its name, on the CPU.
enum class Passed {
    done,
    nowhere,   ///< there is no such routine
    came_back  ///< the routine calls this library again, which does not compute the inner call
};

/// The same as on_cpu(), as long as the routine may still call this library again.
template <class Next, class Call, class ByNext>
[[gnu::noinline]] Passed on_cpu_for_the_first_time(NextSymbol<Next>& symbol, const Call& call,
                                                   const ByNext& by_next) noexcept {
    Next* const next = symbol.get();
    if (next == nullptr) return Passed::nowhere;
    // With wrong arguments, xerbla_ may leave the call by longjmp, so no object may need its destructor.
    if (!is_valid_call(call)) {
        by_next(next);
        return Passed::done;
    }
    const NoCancellation whole;
    const Trial trial(symbol.name());
    if (trial.has_come_back()) {
        Trial::warn(symbol.name(), reinterpret_cast<const void*>(next));
        return Passed::came_back;
    }
    by_next(next);
    if (trial.held()) symbol.prove(next, are_cpus(Call::kRoutine));
    return Passed::done;
}

/// Lets by_next(next) pass a call on to the next routine of its name.
template <class Next, class Call, class ByNext>
Passed on_cpu(NextSymbol<Next>& symbol, const Call& call, const ByNext& by_next) noexcept {
    Next* const next = symbol.proven();
    if (next == nullptr) [[unlikely]]
        return on_cpu_for_the_first_time(symbol, call, by_next);
    by_next(next);
    return Passed::done;
}

/// The same; also handles a call that cannot be passed on. Returns true if it was passed on.
template <class Next, class Call, class ByNext>
bool serve_on_cpu(NextSymbol<Next>& symbol, const Call& call, const ByNext& by_next) noexcept {
    const Passed passed = on_cpu(symbol, call, by_next);
    if (passed == Passed::done) [[likely]]
        return true;
    passed == Passed::nowhere || asks_for_work(call) ? without_next(call) : invalidate(call);
    return false;
}

}  // namespace hg::dropin
