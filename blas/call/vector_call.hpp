#pragma once

#include <cstdint>

#include "blas/call/output_changes.hpp"
#include "blas/call/session_call.hpp"
#include <hg/blas/session.hpp>

namespace hg {

/// A column-major call of level 1 or 2 as routine_call() takes it. call_cpu(arguments), which passes them on to the
/// CPU's BLAS, is made from the routine's row in interfaces/routines.py.
template <class Arguments>
struct VectorCall : Arguments {
    [[nodiscard]] bool does_nothing() const noexcept {
        if constexpr (requires { this->m; })
            if (this->m == 0) return true;
        return this->n == 0;
    }
    void on_cpu() const noexcept {
        OutputChanges::note();
        call_cpu(static_cast<const Arguments&>(*this));
    }
};

/// Does a call: its operands are in host memory, which the CPU reads sooner than any link.
template <class Arguments>
void place(Session& session, const VectorCall<Arguments>& call) {
    const SessionCall under_way(session, static_cast<std::int64_t>(call.flops()), 1, 1);
    call.on_cpu();
}

}  // namespace hg
