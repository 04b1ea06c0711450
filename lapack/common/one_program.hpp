#pragma once

#include "blas/call/output_changes.hpp"
#include "blas/call/routine_call.hpp"
#include "runtime/program/base/current_error.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {

/// Does a call by one program on the devices, or by the CPU's BLAS as place() does. False if the program does
/// not fit the devices' memory: nothing is touched then, and the routines that the call consists of take
/// less. `Routine` has kHasParts.
template <class Routine>
bool is_done_in_one_program(Session& session, const Routine& call) {
    static_assert(Routine::kHasParts);
    const OutputChanges changes;
    try {
        ResolvedCall<Routine> resolved{call};
        if (is_done_at_once(session, resolved) || !is_done_by_devices(session, resolved)) call.on_cpu();
        return true;
    } catch (...) {
        if (changes.any() || current_error().code() != ErrorCode::out_of_memory) throw;
        return false;
    }
}

}  // namespace hg
