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

// How every routine is called. `Routine` is its arguments with what is its own:
//
//     using Element = T;  kName, kOutput    names of the routine and of the matrix that it writes
//     list(call, list)                      its arguments, as ArgumentList says
//     does_nothing()                        true if there is nothing to do
//     transposed(call)                      a row-major call as a column-major one on the same memory.
//                                           Without it, row_major(call) works on copies (lapack/row_major)
//
// A routine that is a program of its own:
//
//     problem(), program(problem, ...)      what its program depends on, and the program
//     gemm_equivalent()                     a product as heavy, to choose between devices and the CPU
//     on_cpu()                              the call by the CPU's BLAS
//     remaining_work(tile, next)            next(call) for each call that makes up a rectangle of the output.
//                                           Without it, a call is made again as a whole
//     reads_output()                        false if the output's old elements do not matter; without it,
//                                           they do
//
// What writes vectors or a number has kBoundByMemory and no kOutput: such a call is made again as a whole,
// too.
//
// and if it needs them: as_product(), the product that it is in special cases; put_in_order(tiles), the order
// in which rectangles of the output can be made; can_finish(tiles), false if what they depend on is
// overwritten; give(workspace), what its program reads beside the arguments; take(workspace), what it returns
// beside the output; kPartiallyWritten, if no part of it can be done again; kHostHelps; kHasParts, if its
// caller does it by other routines where its program takes too much memory; info().
//
// A routine that consists of others has perform(session), which returns info.

/// A call with its operands, which are resolved when they are first needed: small calls on the CPU need none.
template <class Routine>
struct ResolvedCall {
    const Routine& call;
    std::optional<Operands> known{};

    [[nodiscard]] Operands& operands() { return known ? *known : known.emplace(call); }
};

/// True if a device does a call of level 2 sooner, since its matrix lies in pinned memory and the link is
/// fast.
template <class Routine>
bool streams_faster(Session& session, ResolvedCall<Routine>& resolved) {
    const Routine& call = resolved.call;
    constexpr double kLeastFlops = 1e6;  // to ask costs more than it may gain
    if (call.flops() < kLeastFlops) return false;
    const auto problem = call.problem();
    const Traffic bytes = traffic(Routine::kName, problem.type, problem.m, problem.n);
    return session.streams_faster(bytes.read, bytes.written) &&
           resolved.operands().find_pinned(session.machine());
}

/// True if the CPU's BLAS does a call sooner than the devices. Such a call is counted.
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

/// True if the CPU's BLAS does a call at once.
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

/// False if the CPU's BLAS has to do the call, since no device could. Not inlined: it needs registers that a
/// call of the CPU's would save in vain.
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

/// Does a column-major call, on the devices or by the CPU's BLAS.
template <class Routine>
void place(Session& session, ResolvedCall<Routine>& resolved) {
    const Routine& call = resolved.call;
    if constexpr (requires { call.as_product(); })
        if (const auto product = call.as_product()) return place(session, *product);
    const GemmEquivalent cost = call.gemm_equivalent();
    const SessionCall in_flight(session, cost.m, cost.n, cost.k);
    if (is_done_at_once(session, resolved) || !is_done_by_devices(session, resolved)) call.on_cpu();
}

/// The same for a call that is a part of another one.
template <class Routine>
void place(Session& session, const Routine& call) {
    ResolvedCall<Routine> resolved{call};
    place(session, resolved);
}

/// Does a column-major call whose arguments are right, after those that it depends on. Returns its info.
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

/// `given`, or the process-wide session if it is null.
inline Session& session_or_global(Session* given) {
    return given != nullptr ? *given : Session::global();
}

/// True if the CPU's BLAS does a call whatever is known of the devices, and nothing has started them yet.
template <class Routine>
bool is_obviously_hosts(Session* given, const Routine& call) {
    constexpr double kFewFlops = 1e5;  // to ask a device takes longer
    if (given != nullptr || global_session_is_made()) return false;
    if constexpr (!requires { Routine::kBoundByMemory; }) {
        const GemmEquivalent cost = call.gemm_equivalent();
        if (!(gemm_flops(cost.m, cost.n, cost.k) < kFewFlops)) return false;
    }
    return !CallPolicy::current().devices_only && cpu_takes(call) && cpu_needs_no_session();
}

/// The same in a session, the process-wide one if it is null. Devices are started if they may do the call.
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

/// A call from its face: checks come first, so that a wrong argument is found before the session makes a
/// machine. Returns info. Throws hg::Error alone.
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
        // A copy of the arguments costs as much as the checks.
        return layout == Layout::col_major ? perform(session, call) : perform(session, column_major(call));
    });
}

/// The same for a call that returns at once.
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
