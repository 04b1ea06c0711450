#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "blas/call/argument_list.hpp"
#include "blas/call/call_devices.hpp"
#include "blas/call/call_policy.hpp"
#include "blas/call/kept_matrix.hpp"
#include "blas/call/output_changes.hpp"
#include "blas/call/unfinished.hpp"
#include "blas/call/workspace.hpp"
#include "blas/tiles/within_memory.hpp"
#include "runtime/program/base/current_error.hpp"
#include <hg/blas/session.hpp>

namespace hg {

/// True if the CPU's BLAS does what the devices could not do of a call.
template <class Routine>
bool cpu_finishes(const Routine& call) noexcept {
    return CallPolicy::current().cpu_finishes && cpu_takes(call);
}

/// Does a call of a routine by a program on the session's devices. If some of them fail, they are left out,
/// and the others do what these left undone; at last the CPU's BLAS does, if the thread's CallPolicy says so.
class DeviceCall {
  public:
    DeviceCall(Session& session, ElementType type, bool host_helps)
        : session_(session), devices_(session, type, host_helps) {}

    /// Throws what Machine::run() throws. Each element of the output is then as it was or final, unless the
    /// error says that it is spoilt.
    template <class Routine>
    void run(const Routine& call);

  private:
    /// What is known of a run that failed.
    struct Failure {
        std::optional<Program> program{};  ///< none: it did not begin
        RunJournal journal{};
        Unfinished left{};
    };

    template <class Routine>
    void recover(const Routine& call, const Error& error, Failure& failure);
    template <class Routine>
    void finish(const Routine& call, const HostTile& tile);
    template <class Routine>
    void finish_on_devices(const Routine& call, const HostTile& tile);
    template <class Next>
    void run_rest(const Next& next);

    Session& session_;
    CallDevices devices_;
    bool any_devices_ = true;
};

/// The program of a problem. Emulated products take more memory: if the devices have too little for them, products are
/// native.
template <class Routine, class Problem>
Program program_that_fits(Problem problem, const Target& target, const kernels::Database& database) {
    if constexpr (requires { problem.arithmetic; }) {
        if (problem.arithmetic == Arithmetic::emulated) {
            const auto build = [&] { return Routine::program(problem, target, database); };
            if (std::optional<Program> program = if_it_fits(build)) return *std::move(program);
            problem.arithmetic = Arithmetic::native;
        }
    }
    return Routine::program(problem, target, database);
}

template <class Routine>
void DeviceCall::run(const Routine& call) {
    auto problem = call.problem();
    problem.pinned = devices_.are_pinned(call);
    if constexpr (requires { problem.arithmetic; }) problem.arithmetic = session_.arithmetic();
    Workspace workspace;
    Failure failure;
    try {
        const Program program = devices_.program(problem.key(), [&](const Target& target) {
            return program_that_fits<Routine>(problem, target, session_.kernels());
        });
        if (cpu_takes(call) && !devices_.are_worth_compiling(program, call.weight())) return call.on_cpu();
        failure.left.tiles.reserve(most_unfinished(program));
        Bindings bindings = bindings_of(call, program);
        workspace.bind(session_, program, bindings);
        if constexpr (requires { call.give(workspace); }) call.give(workspace);
        failure.program = program;
        devices_.run(program, bindings, Routine::kOutput, failure.journal);
    } catch (...) {
        return recover(call, current_error(), failure);
    }
    if constexpr (requires { call.take(workspace); }) call.take(workspace);
}

/// It takes no memory of its own, as there may be none.
template <class Routine>
void DeviceCall::recover(const Routine& call, const Error& error, Failure& failure) {
    const auto output = output_of(call);
    const HostTile all{{}, 0, 0, output.shape.rows, output.shape.cols, output.shape.part};
    const bool nothing_stored =
        !failure.program || stored_nothing_of(Routine::kOutput, *failure.program, failure.journal);
    if constexpr (requires { Routine::kHasParts; })
        if (!failure.program && error.code() == ErrorCode::out_of_memory) throw error;
    if constexpr (requires { Routine::kSpoilt; })
        if (!nothing_stored) throw spoilt(error, Routine::kSpoilt);
    any_devices_ = devices_.others_go_on(failure.journal, error, cpu_takes(call));
    if (nothing_stored) return finish(call, all);
    Unfinished& left = failure.left;
    find_unfinished(*failure.program, failure.journal, left);
    if (left.unknown && call.reads_output()) throw partly_stored(error, Routine::kOutput);
    if constexpr (requires { call.can_finish(left.tiles); })
        if (!call.can_finish(left.tiles)) throw overwritten(error, Routine::kOutput);
    if constexpr (requires { call.put_in_order(left.tiles); }) call.put_in_order(left.tiles);
    for (const HostTile& tile : left.tiles) finish(call, tile);
}

/// Does what is left of a rectangle of the output, once all before it is done.
template <class Routine>
void DeviceCall::finish(const Routine& call, const HostTile& tile) {
    const OutputChanges changes;
    if (any_devices_) try {
            return finish_on_devices(call, tile);
        } catch (...) {
            if (changes.any() || !cpu_finishes(call)) throw;
        }
    call.rest(tile, [](const auto& next) { next.on_cpu(); });
}

/// If it throws, each element is as it was or final.
template <class Routine>
void DeviceCall::finish_on_devices(const Routine& call, const HostTile& tile) {
    int steps = 0;
    call.rest(tile, [&](const auto&) { ++steps; });
    OutputChanges changes;
    std::optional<KeptMatrix<typename Routine::Element>> before;
    if (steps > 1) {
        const auto output = output_of(call);
        before.emplace(output.data + tile.row + tile.col * output.ld, output.ld,
                       Shape{tile.rows, tile.cols, tile.part});
    }
    try {
        call.rest(tile, [&](const auto& next) { run_rest(next); });
    } catch (...) {
        if (before) {
            before->put_back();
            changes.forget();
        }
        throw;
    }
}

/// What has no program is the CPU's.
template <class Next>
void DeviceCall::run_rest(const Next& next) {
    if constexpr (requires { next.problem(); })
        run(next);
    else
        next.on_cpu();
}

}  // namespace hg
