#pragma once

#include <cstdint>
#include <optional>

#include "blas/call/call_policy.hpp"
#include "blas/call/device_call.hpp"
#include "blas/call/operands.hpp"
#include "blas/call/output_changes.hpp"
#include "blas/call/session_call.hpp"
#include "blas/call/submitted_call.hpp"
#include "blas/call/vector_device_call.hpp"
#include "blas/cost/gemm_equivalent.hpp"
#include "blas/cost/memory_bound.hpp"
#include "blas/session/global_session.hpp"
#include "runtime/program/base/current_error.hpp"
#include <hg/blas/call.hpp>
#include <hg/blas/session.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {

// The common path of all routines. `Routine` is a struct of the arguments, with these members:
//
//     using Element = T;  kName, kOutput    names of the routine and of the matrix that it writes
//     list(call, list)                      lists the arguments, see ArgumentList
//     does_nothing()                        true if there is nothing to do
//     transposed(call)                      a row-major call as a column-major one on the same memory.
//                                           Without it, row_major(call) works on copies (lapack/row_major)
//
// A routine with a program also has
//
//     problem(), program(problem, ...)      everything that the program depends on, and the program
//     gemm_equivalent()                     the product of equal cost, to choose between devices and the CPU
//     on_cpu()                              runs the call on the CPU BLAS
//     remaining_work(tile, next)            calls next(call) for each call of which a rectangle of the output
//                                           consists. Without it, a call is repeated as a whole
//     reads_output()                        false if the output's old elements do not matter. Without it,
//                                           they do
//
// and, as needed,
//
//     as_product()                          the product that the call is in special cases
//     put_in_order(tiles)                   the order in which rectangles of the output can be computed
//     can_finish(tiles)                     false if operands that the tiles depend on are overwritten
//     give(workspace), take(workspace)      the program's inputs besides the arguments, and its results
//                                           besides the output
//     kPartiallyWritten                     no part of the call can be repeated
//     kHostHelps                            see CallDevices
//     kHasParts                             the caller uses other routines if the program takes too much
//                                           memory
//     info()                                the returned info
//
// A routine that writes vectors or a number has kBoundByMemory and no kOutput; its calls are repeated as a
// whole.
//
// A routine that consists of others has perform(session), which returns info.

/// A call with its operands, which are resolved when they are first needed: small calls on the CPU need none.
template <class Routine>
struct ResolvedCall {
    const Routine& call;
    std::optional<Operands> known{};

    [[nodiscard]] Operands& operands() { return known ? *known : known.emplace(call); }
};

/// Returns true if a device is faster for a call of level 2, because its matrix is in pinned memory and the
/// link is fast.
template <class Routine>
bool streams_faster(Session& session, ResolvedCall<Routine>& resolved) {
    const Routine& call = resolved.call;
    constexpr double kLeastFlops = 1e6;  // with fewer flops, asking costs more than a device may gain
    if (call.flops() < kLeastFlops) return false;
    const auto problem = call.problem();
    const Traffic bytes = traffic(Routine::kName, problem.type, problem.m, problem.n);
    return session.streams_faster(bytes.read, bytes.written) &&
           resolved.operands().find_pinned(session.machine());
}

/// Returns true if the CPU BLAS is faster than the devices. The statistics then count the call.
template <class Routine>
bool runs_on_cpu(Session& session, ResolvedCall<Routine>& resolved) {
    if constexpr (requires { Routine::kBoundByMemory; }) {
        if constexpr (requires { resolved.call.A; })
            if (streams_faster(session, resolved)) return false;
        return session.vectors_run_on_cpu();
    } else {
        return session.runs_on_cpu(element_type_of<typename Routine::Element>(),
                                   resolved.call.gemm_equivalent());
    }
}

/// Returns true if a call runs immediately on the CPU BLAS.
template <class Routine>
bool is_done_at_once(Session& session, ResolvedCall<Routine>& resolved) {
    try {
        return cpu_takes(resolved.call) && runs_on_cpu(session, resolved);
    } catch (...) {
        if (!cpu_finishes(resolved.operands())) throw;
        return true;
    }
}

template <class Routine>
void on_devices(Session& session, const Routine& call, Operands& operands) {
    if constexpr (requires { Routine::kOutput; })
        DeviceCall(
            session, element_type_of<typename Routine::Element>(), requires { Routine::kHostHelps; })
            .run(call, operands);
    else
        VectorDeviceCall(session, call, operands).run();
}

/// Returns false if the call must run on the CPU BLAS, because no device could run it. Not inlined: it needs
/// registers that calls on the CPU would save for nothing.
template <class Routine>
[[gnu::noinline]] bool is_done_by_devices(Session& session, ResolvedCall<Routine>& resolved) {
    Operands& operands = resolved.operands();
    const OutputChanges changes;
    try {
        on_devices(session, resolved.call, operands);
        return true;
    } catch (...) {
        if constexpr (requires { Routine::kHasParts; })
            if (current_error().code() == ErrorCode::out_of_memory) throw;
        if (changes.any() || !cpu_finishes(operands)) throw;
        return false;
    }
}

template <class Routine>
void place(Session& session, const Routine& call);

/// Runs a column-major call on the devices or on the CPU BLAS.
template <class Routine>
void place(Session& session, ResolvedCall<Routine>& resolved) {
    const Routine& call = resolved.call;
    if constexpr (requires { call.as_product(); })
        if (const auto product = call.as_product()) return place(session, *product);
    const GemmEquivalent cost = call.gemm_equivalent();
    const SessionCall in_flight(session, cost.m, cost.n, cost.k);
    if (is_done_at_once(session, resolved) || !is_done_by_devices(session, resolved)) call.on_cpu();
}

/// The same for a call that is part of another one.
template <class Routine>
void place(Session& session, const Routine& call) {
    ResolvedCall<Routine> resolved{call};
    place(session, resolved);
}

/// Runs a column-major call with valid arguments, after the calls that it depends on. Returns its info.
template <class Routine>
std::int64_t perform(Session& session, ResolvedCall<Routine>& resolved) {
    const Routine& call = resolved.call;
    session.calls().wait_for([&] { return resolved.operands().regions(); });
    if (call.does_nothing()) return 0;
    if constexpr (requires { call.perform(session); }) {
        const SessionCall in_flight(session);
        return call.perform(session);
    } else {
        place(session, resolved);
        if constexpr (requires { call.info(); }) return call.info();
        return 0;
    }
}

/// Returns `given`, or the process-wide session if `given` is null.
inline Session& session_or_global(Session* given) {
    return given != nullptr ? *given : Session::global();
}

/// Returns true if a call runs on the CPU BLAS in any case, and the devices have not been started yet.
template <class Routine>
bool is_obviously_hosts(Session* given, const Routine& call) {
    constexpr double kFewFlops = 1e5;  // the CPU computes these before a device could be asked
    if (given != nullptr || global_session_is_made()) return false;
    if constexpr (!requires { Routine::kBoundByMemory; }) {
        const GemmEquivalent cost = call.gemm_equivalent();
        if (!(gemm_flops(cost.m, cost.n, cost.k) < kFewFlops)) return false;
    }
    return !CallPolicy::current().devices_only && cpu_takes(call) && cpu_needs_no_session();
}

/// The same on a session, or on the process-wide one if it is null. Starts the devices if they may run the
/// call.
template <class Routine>
std::int64_t perform(Session* given, const Routine& call) {
    if constexpr (
        requires { call.gemm_equivalent(); } && !requires(Session & session) { call.perform(session); })
        if (is_obviously_hosts(given, call)) {
            const GemmEquivalent cost = call.gemm_equivalent();
            const ProcessGeneration life;
            const SessionCall in_flight(life, cost.m, cost.n, cost.k);
            call.on_cpu();
            if constexpr (requires { call.info(); }) return call.info();
            return 0;
        }
    ResolvedCall<Routine> resolved{call};
    return perform(session_or_global(given), resolved);
}

/// Checks a call and submits it. `call` is column-major.
template <class Routine>
Call submit(Session* given, const Routine& call) {
    Session& session = session_or_global(given);
    const Operands operands(call);
    return submit_call(session.calls(), session.life(), operands.regions(), [&session, call, operands] {
        return throwing_errors_only([&] {
            ResolvedCall<Routine> resolved{call, operands};
            return perform(session, resolved);
        });
    });
}

/// A row-major call as a column-major one.
template <class Routine>
auto column_major(const Routine& call) {
    if constexpr (requires { transposed(call); })
        return Routine{transposed(call)};
    else
        return row_major(call);
}

/// A call from an interface. Checks the arguments first, before the session creates a machine. Returns info.
/// Throws only hg::Error.
template <class Routine>
std::int64_t routine_call(Session* session, const Routine& call) {
    return throwing_errors_only([&] {
        check_arguments(call);
        return call.does_nothing() ? 0 : perform(session, call);
    });
}

/// The same with a layout as the first argument.
template <class Routine>
std::int64_t routine_call(Session* session, Layout layout, const Routine& call) {
    return throwing_errors_only([&] {
        check_arguments(layout, call);
        if (call.does_nothing()) return std::int64_t{0};
        // No copy of the arguments here: it would cost as much as the checks.
        return layout == Layout::col_major ? perform(session, call) : perform(session, column_major(call));
    });
}

/// The same for an asynchronous call.
template <class Routine>
Call routine_call_async(Session* session, const Routine& call) {
    return throwing_errors_only([&] {
        check_arguments(call);
        return submit(session, call);
    });
}

template <class Routine>
Call routine_call_async(Session* session, Layout layout, const Routine& call) {
    return throwing_errors_only([&] {
        check_arguments(layout, call);
        return layout == Layout::col_major ? submit(session, call) : submit(session, column_major(call));
    });
}

}  // namespace hg
