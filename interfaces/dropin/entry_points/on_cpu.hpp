#pragma once

#include "interfaces/dropin/entry_points/call.hpp"
#include "interfaces/dropin/entry_points/invalidate.hpp"
#include "interfaces/dropin/entry_points/without_next.hpp"
#include "interfaces/dropin/next_symbol.hpp"
#include "interfaces/dropin/trial.hpp"
#include "runtime/threads/no_cancellation.hpp"

namespace hg::dropin {

/// How the CPU's next routine of a name took a call.
enum class Passed {
    done,
    nowhere,   ///< there is none
    came_back  ///< it calls this library again: what has come back is not done
};

/// The same as on_cpu() while it is not known that the routine does not call this library again.
template <class Next, class Call, class ByNext>
[[gnu::noinline]] Passed on_cpu_for_the_first_time(NextSymbol<Next>& symbol, const Call& call,
                                                   const ByNext& by_next) noexcept {
    Next* const next = symbol.get();
    if (next == nullptr) return Passed::nowhere;
    // Wrong arguments may end the call by a jump out of xerbla_: nothing may be kept of it.
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

/// Has by_next(next) pass a call on to the next routine of its name.
template <class Next, class Call, class ByNext>
Passed on_cpu(NextSymbol<Next>& symbol, const Call& call, const ByNext& by_next) noexcept {
    Next* const next = symbol.proven();
    if (next == nullptr) [[unlikely]]
        return on_cpu_for_the_first_time(symbol, call, by_next);
    by_next(next);
    return Passed::done;
}

/// The same, and what becomes of a call that it does not pass on. True if it did.
template <class Next, class Call, class ByNext>
bool serve_on_cpu(NextSymbol<Next>& symbol, const Call& call, const ByNext& by_next) noexcept {
    const Passed passed = on_cpu(symbol, call, by_next);
    if (passed == Passed::done) [[likely]]
        return true;
    passed == Passed::nowhere || asks_for_work(call) ? without_next(call) : invalidate(call);
    return false;
}

}  // namespace hg::dropin
