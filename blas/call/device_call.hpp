#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "blas/call/call_devices.hpp"
#include "blas/call/call_policy.hpp"
#include "blas/call/operands.hpp"
#include "blas/call/output_changes.hpp"
#include "blas/call/saved_matrix.hpp"
#include "blas/call/unfinished.hpp"
#include "blas/call/workspace.hpp"
#include "blas/cost/plan.hpp"
#include "runtime/program/base/current_error.hpp"
#include <hg/blas/session.hpp>

namespace hg {

/// Returns true if the CPU BLAS completes calls in which devices fail.
inline bool cpu_finishes(const Operands& operands) noexcept {
    return CallPolicy::current().cpu_finishes && operands.fit_cpu();
}

/// Returns the program of a problem. Emulated products take more memory; if the devices have too little for
/// them, products are native.
template <class Routine, class Problem>
Program program_that_fits(Problem problem, const Target& target, const kernels::Database& database) {
    std::vector<Problem> problems{std::move(problem)};
    if constexpr (requires { problem.arithmetic; })
        if (problems.front().arithmetic == Arithmetic::emulated) {
            problems.push_back(problems.front());
            problems.back().arithmetic = Arithmetic::native;
        }
    return plan(problems, [&](const Problem& one) { return Routine::program(one, target, database); });
}

/// A run of a call's program.
struct DeviceRun {
    std::optional<Program> program{};  ///< empty: the run did not begin
    RunJournal journal{};
    Workspace workspace{};
    Unfinished left{};  ///< remaining work; has room for everything that the run may leave
};

/// Runs the program of a call's problem. Returns false if the call should run on the CPU BLAS, which
/// completes it before the kernels would be compiled. OutputChanges notes whether the run stores. Throws what
/// Machine::run() throws.
template <class Routine, class Problem>
bool run_program(Session& session, CallDevices& devices, const Routine& call, const Operands& operands,
                 const Problem& problem, DeviceRun& run) {
    const Program program = devices.program(problem.key(), [&](const Target& target) {
        return program_that_fits<Routine>(problem, target, session.kernels());
    });
    if (operands.fit_cpu() && !devices.are_worth_compiling(program, call.gemm_equivalent())) return false;
    run.left.tiles.reserve(most_unfinished(program));
    Bindings bindings = operands.bindings(program);
    run.workspace.bind(session, program, bindings);
    if constexpr (requires { call.give(run.workspace); }) call.give(run.workspace);
    run.program = program;
    const auto timer = devices.timer();
    try {
        session.run(devices.machine(), program, bindings, &run.journal);
    } catch (...) {
        if constexpr (requires { Routine::kOutput; })
            if (!stored_nothing_of(Routine::kOutput, program, run.journal)) OutputChanges::note();
        throw;
    }
    OutputChanges::note();
    CallPolicy::note_devices();
    // Transfers alone determine the time of calls that are bound by memory.
    if constexpr (
        requires { problem.pinned; } && !requires { Routine::kBoundByMemory; })
        devices.note_run(program, problem.pinned, timer);
    return true;
}

/// Calls next(call) for each call of which a rectangle of the output consists, or for the call itself if it
/// can only be repeated as a whole.
template <class Routine, class Next>
void for_remaining_work(const Routine& call, const HostTile& tile, const Next& next) {
    if constexpr (requires { call.remaining_work(tile, next); })
        call.remaining_work(tile, next);
    else
        next(call);
}

template <class Routine>
bool reads_output(const Routine& call) noexcept {
    if constexpr (requires { call.reads_output(); })
        return call.reads_output();
    else
        return true;
}

/// Runs a call of a routine as a program on the session's devices. If some of them fail, the others complete
/// the work; if all fail, the CPU BLAS does, if the thread's CallPolicy allows it.
class DeviceCall {
  public:
    DeviceCall(Session& session, ElementType type, bool host_helps)
        : session_(session), devices_(session, type, host_helps) {}

    /// Throws what Machine::run() throws. Each element of the output then has its old or its final value,
    /// unless the error says that it is partially_written.
    template <class Routine>
    void run(const Routine& call, Operands& operands);

  private:
    template <class Routine>
    void recover(const Routine& call, const Operands& operands, const Error& error, DeviceRun& run);
    template <class Routine>
    void finish(const Routine& call, const Operands& operands, const HostTile& tile);
    template <class Routine>
    void finish_on_devices(const Routine& call, const Operands& operands, const HostTile& tile);
    template <class Next>
    void run_rest(const Next& next);

    Session& session_;
    CallDevices devices_;
    bool any_devices_ = true;
};

template <class Routine>
void DeviceCall::run(const Routine& call, Operands& operands) {
    auto problem = call.problem();
    problem.pinned = operands.find_pinned(devices_.machine());
    if constexpr (requires { problem.arithmetic; }) problem.arithmetic = session_.arithmetic();
    DeviceRun run;
    try {
        if (!run_program(session_, devices_, call, operands, problem, run)) return call.on_cpu();
    } catch (...) {
        return recover(call, operands, current_error(), run);
    }
    if constexpr (requires { call.take(run.workspace); }) call.take(run.workspace);
}

/// Allocates no memory, because there may be none.
template <class Routine>
void DeviceCall::recover(const Routine& call, const Operands& operands, const Error& error, DeviceRun& run) {
    const CallOperand& output = operands.output(Routine::kOutput);
    const HostTile all{{}, 0, 0, output.rows, output.cols, output.part};
    const bool nothing_stored =
        !run.program || stored_nothing_of(Routine::kOutput, *run.program, run.journal);
    if constexpr (requires { Routine::kHasParts; })
        if (!run.program && error.code() == ErrorCode::out_of_memory) throw error;
    if constexpr (requires { Routine::kPartiallyWritten; })
        if (!nothing_stored) throw partially_written(error, Routine::kPartiallyWritten);
    any_devices_ = devices_.others_go_on(run.journal, error, operands.fit_cpu());
    if (nothing_stored) return finish(call, operands, all);
    Unfinished& left = run.left;
    find_unfinished(*run.program, run.journal, left);
    if (left.unknown && reads_output(call)) throw partly_stored(error, Routine::kOutput);
    if constexpr (requires { call.can_finish(left.tiles); })
        if (!call.can_finish(left.tiles)) throw overwritten(error, Routine::kOutput);
    if constexpr (requires { call.put_in_order(left.tiles); }) call.put_in_order(left.tiles);
    for (const HostTile& tile : left.tiles) finish(call, operands, tile);
}

/// Computes the remaining part of a rectangle of the output; all rectangles before it must be complete.
template <class Routine>
void DeviceCall::finish(const Routine& call, const Operands& operands, const HostTile& tile) {
    const OutputChanges changes;
    if (any_devices_) try {
            return finish_on_devices(call, operands, tile);
        } catch (...) {
            if (changes.any() || !cpu_finishes(operands)) throw;
        }
    for_remaining_work(call, tile, [](const auto& next) { next.on_cpu(); });
}

/// If it throws, each element has its old or its final value.
template <class Routine>
void DeviceCall::finish_on_devices(const Routine& call, const Operands& operands, const HostTile& tile) {
    int steps = 0;
    for_remaining_work(call, tile, [&](const auto&) { ++steps; });
    OutputChanges changes;
    std::optional<SavedMatrix<typename Routine::Element>> before;
    if (steps > 1) {
        const CallOperand& output = operands.output(Routine::kOutput);
        auto* const data = static_cast<typename Routine::Element*>(output.data);
        before.emplace(data + tile.row + tile.col * output.ld, output.ld,
                       Shape{tile.rows, tile.cols, tile.part});
    }
    try {
        for_remaining_work(call, tile, [&](const auto& next) { run_rest(next); });
    } catch (...) {
        if (before) {
            before->put_back();
            changes.forget();
        }
        throw;
    }
}

/// Calls without a program run on the CPU.
template <class Next>
void DeviceCall::run_rest(const Next& next) {
    if constexpr (requires { next.problem(); }) {
        Operands operands(next);
        run(next, operands);
    } else {
        next.on_cpu();
    }
}

}  // namespace hg
