#pragma once

#include <functional>
#include <string>
#include <vector>

#include "blas/cost/gemm_equivalent.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {

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
    [[nodiscard]] bool are_worth_compiling(const Program& program, const GemmEquivalent& cost);
    /// That runs the programs.
    [[nodiscard]] Machine& machine() const {
        return choice_.on_host ? session_.host_machine() : session_.machine();
    }

    /// Goes on without the devices that failed in the last run(), which threw `error`, with a warning in the
    /// log. Throws an error that is no device's fault as it is, and one that says so if no device is left;
    /// then nothing has changed here. But if the CPU's BLAS has to do what is left undone (see CallPolicy)
    /// and takes it, this returns false instead.
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
