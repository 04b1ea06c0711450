#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "blas/call/argument_list.hpp"
#include "blas/cost/equivalent_product.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {

/// Whether the matrices of a call lie in a machine's pinned memory.
class PinnedMatrices : public ArgumentList<PinnedMatrices> {
  public:
    explicit PinnedMatrices(const Machine& machine) : machine_(machine) {}

    /// True if all matrices that a call uses do.
    template <class Routine>
    [[nodiscard]] static bool of(const Machine& machine, const Routine& call) {
        PinnedMatrices list(machine);
        list_arguments(call, list);
        return list.all_pinned;
    }

    template <class T>
    void matrix(std::string_view /*name*/, T* data, std::int64_t ld, const Shape& shape, bool used = true) {
        constexpr std::int64_t kSize = sizeof(T);
        if (used && shape.rows > 0 && shape.cols > 0)
            all_pinned = all_pinned && machine_.is_pinned(data, ((shape.cols - 1) * ld + shape.rows) * kSize);
    }

    bool all_pinned = true;

  private:
    const Machine& machine_;
};

/// The devices that one call of a routine works on: those of its session that are not lost. If some fail in
/// the call, the others go on. If none of these computes in the call's type, the host device does.
class CallDevices {
  public:
    /// With `host_helps`, programs are built for a target that has the CPU as its last device if the
    /// session has none: see Machine::target_with_host.
    CallDevices(Session& session, ElementType type, bool host_helps = false);

    /// The program cached for these devices under `key`, built by `build` if there is none yet.
    [[nodiscard]] Program program(const std::string& key, const std::function<Program(const Target&)>& build);
    /// False if the CPU's BLAS should rather do a call, as heavy as `weight`, than wait for compilers: see
    /// CallPolicy.
    [[nodiscard]] bool are_worth_compiling(const Program& program, const EquivalentProduct& weight);
    /// Runs a program that stores the matrix `output` of the caller's; OutputChanges notes if it does.
    void run(const Program& program, const Bindings& bindings, std::string_view output, RunJournal& journal);
    /// True if all matrices that a call uses lie in pinned memory.
    template <class Routine>
    [[nodiscard]] bool are_pinned(const Routine& call) const {
        return PinnedMatrices::of(session_.machine(), call);
    }

    /// Goes on without the devices that failed in the last run(), which threw `error`, with a warning in the
    /// log. Throws an error that is no device's fault as it is, and one that says so if no device is left;
    /// then nothing has changed here. But if the CPU's BLAS has to do what is left undone (see CallPolicy) and
    /// takes it, this returns false instead.
    [[nodiscard]] bool others_go_on(const RunJournal& journal, const Error& error, bool cpu_takes);

  private:
    /// others_go_on() without the CPU's BLAS.
    void leave_out_failed(const RunJournal& journal, const Error& error);
    /// The devices that a call works on, and what their programs are told apart by.
    struct Choice {
        std::vector<bool> left_out;  ///< of the session's devices
        bool on_host = false;
        std::string key;  ///< empty: all of them
    };
    [[nodiscard]] Choice choose(std::vector<bool> left_out) const;
    [[nodiscard]] bool any_computes(const std::vector<bool>& left_out) const;
    [[nodiscard]] Target target();
    [[nodiscard]] std::string names() const;

    Session& session_;
    ElementType type_;
    bool host_helps_;
    Choice choice_;
};

}  // namespace hg
