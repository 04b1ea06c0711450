#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "blas/cost/gemm_equivalent.hpp"
#include "blas/session/learned_times.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {

/// The devices that run one call of a routine: those of its session that are not lost. If some fail in the
/// call, the others continue. If none of them supports the call's type, the host device runs it.
class CallDevices {
  public:
    /// With `host_helps`, programs are built for a target that has the CPU as its last device if the
    /// session has none: see Machine::target_with_host.
    CallDevices(Session& session, ElementType type, bool host_helps = false);

    /// Returns the program that is cached for these devices under `key`. If there is none yet, `build` builds
    /// it.
    [[nodiscard]] Program program(const std::string& key, const std::function<Program(const Target&)>& build);
    /// Returns a timer for a run of the program that program() returned last. None if its time teaches
    /// nothing.
    [[nodiscard]] std::optional<LearnedTimes::Timer> timer();
    /// Notes the time of that run; see LearnedTimes. If there is no memory for it, nothing is noted.
    void note_run(const Program& program, bool pinned,
                  const std::optional<LearnedTimes::Timer>& timer) noexcept;
    /// Returns false if a call of the given cost should run on the CPU BLAS instead of waiting for compilers:
    /// see CallPolicy.
    [[nodiscard]] bool are_worth_compiling(const Program& program, const GemmEquivalent& cost);
    /// The machine that runs the programs.
    [[nodiscard]] Machine& machine() const {
        return choice_.on_host ? session_.host_machine() : session_.machine();
    }

    /// Continues without the devices that failed in the last run(), which threw `error`, and logs a warning.
    /// Rethrows errors that are not device failures. Throws an error if no device is left; the object is then
    /// unchanged. But if the CPU BLAS must complete the call (see CallPolicy) and can, returns false instead
    /// of throwing.
    [[nodiscard]] bool others_go_on(const RunJournal& journal, const Error& error, bool cpu_takes);

  private:
    /// The same as others_go_on(), without the CPU BLAS.
    void leave_out_failed(const RunJournal& journal, const Error& error);
    /// The devices that run a call, and the key that distinguishes their programs.
    struct Choice {
        std::vector<bool> left_out;  ///< by device of the session
        bool on_host = false;
        std::string key;  ///< empty: all devices
    };
    [[nodiscard]] Choice choose(std::vector<bool> left_out) const;
    [[nodiscard]] bool any_computes(const std::vector<bool>& left_out) const;
    [[nodiscard]] Target target();
    [[nodiscard]] std::string names() const;

    Session& session_;
    ElementType type_;
    bool host_helps_;
    Choice choice_;
    LearnedTimes* learned_ = nullptr;  ///< null if the time of the last program teaches nothing
    std::string kind_, key_;           ///< of the last program, if it teaches
};

}  // namespace hg
