#pragma once

#include "blas/call/call_devices.hpp"
#include "blas/call/output_changes.hpp"
#include "blas/call/workspace.hpp"
#include "blas/call/written_vectors.hpp"
#include "runtime/program/base/current_error.hpp"
#include <hg/blas/session.hpp>

namespace hg {

/// Does a call that writes vectors or a number by a program on the session's devices. If some of them fail, what was
/// written is put back, and the others do the call again; at last the CPU's BLAS does, if the thread's CallPolicy says
/// so.
template <class Routine>
class VectorDeviceCall {
  public:
    VectorDeviceCall(Session& session, const Routine& call)
        : session_(session), call_(call), devices_(session, kType), before_(call) {}

    /// Throws what Machine::run() throws. The vectors are then as they were.
    void run() {
        while (true) {
            RunJournal journal;
            OutputChanges changes;
            try {
                return attempt(journal);
            } catch (...) {
                const Error error = current_error();
                before_.put_back();
                changes.forget();
                if (!devices_.others_go_on(journal, error, cpu_takes(call_))) return call_.on_cpu();
            }
        }
    }

  private:
    static constexpr ElementType kType = element_type_of<typename Routine::Element>();

    void attempt(RunJournal& journal) {
        auto problem = call_.problem();
        problem.pinned = devices_.are_pinned(call_);
        const Program program = devices_.program(problem.key(), [&](const Target& target) {
            return Routine::program(problem, target, session_.kernels());
        });
        if (cpu_takes(call_) && !devices_.are_worth_compiling(program, call_.weight())) return call_.on_cpu();
        Workspace workspace;
        Bindings bindings = bindings_of(call_, program);
        workspace.bind(session_, program, bindings);
        devices_.run(program, bindings, "", journal);
        if constexpr (requires { take(call_, workspace); }) take(call_, workspace);
    }

    Session& session_;
    const Routine& call_;
    CallDevices devices_;
    const WrittenVectors<typename Routine::Element> before_;
};

}  // namespace hg
