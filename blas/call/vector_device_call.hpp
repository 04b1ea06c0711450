#pragma once

#include <vector>

#include "blas/call/call_devices.hpp"
#include "blas/call/device_call.hpp"
#include "blas/call/operands.hpp"
#include "blas/call/output_changes.hpp"
#include "blas/call/saved_matrix.hpp"
#include "runtime/program/base/current_error.hpp"
#include <hg/blas/session.hpp>

namespace hg {

/// Runs a call that writes vectors or a number as a program on the session's devices. If some of them fail,
/// the vectors are restored and the other devices repeat the call; if all fail, the CPU BLAS does, if the
/// thread's CallPolicy allows it.
template <class Routine>
class VectorDeviceCall {
  public:
    VectorDeviceCall(Session& session, const Routine& call, Operands& operands)
        : session_(session), call_(call), operands_(operands), devices_(session, kType) {
        for (const CallOperand& operand : operands.all())
            if (operand.kind == CallOperand::Kind::strided && operand.writes)
                before_.emplace_back(static_cast<Element*>(operand.data), operand.ld,
                                     Shape{operand.rows, operand.cols});
    }

    /// Throws what Machine::run() throws. The vectors are then unchanged.
    void run() {
        while (true) {
            DeviceRun run;
            OutputChanges changes;
            try {
                return attempt(run);
            } catch (...) {
                const Error error = current_error();
                for (const SavedMatrix<Element>& vector : before_) vector.put_back();
                changes.forget();
                if (!devices_.others_go_on(run.journal, error, operands_.fit_cpu())) return call_.on_cpu();
            }
        }
    }

  private:
    using Element = typename Routine::Element;
    static constexpr ElementType kType = element_type_of<Element>();

    void attempt(DeviceRun& run) {
        auto problem = call_.problem();
        problem.pinned = operands_.find_pinned(devices_.machine());
        if (!run_program(session_, devices_, call_, operands_, problem, run)) return call_.on_cpu();
        if constexpr (requires { take(call_, run.workspace); }) take(call_, run.workspace);
    }

    Session& session_;
    const Routine& call_;
    Operands& operands_;
    CallDevices devices_;
    std::vector<SavedMatrix<Element>> before_{};  ///< copies of the vectors that the call writes
};

}  // namespace hg
