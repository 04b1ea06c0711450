#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

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
    /// Runs a program that stores the matrix `output` of the caller's; OutputChanges notes if it does.
    void run(const Program& program, const Bindings& bindings, std::string_view output, RunJournal& journal);
    /// True if all of a column-major matrix of rows x cols elements lies in pinned memory.
    template <class T>
    [[nodiscard]] bool is_pinned(const T* data, std::int64_t ld, std::int64_t rows, std::int64_t cols) const {
        return session_.machine().is_pinned(data,
                                            ((cols - 1) * ld + rows) * static_cast<std::int64_t>(sizeof(T)));
    }

    /// Goes on without the devices that failed in the last run(), which threw `error`, with a warning in the
    /// log. Throws an error that is no device's fault as it is, and one that says so if no device is left;
    /// then nothing has changed here.
    void leave_out_failed(const RunJournal& journal, const Error& error);
    /// The same. But if it would throw although the CPU's BLAS has to do what is left undone (see
    /// CallPolicy), it returns false.
    [[nodiscard]] bool others_go_on(const RunJournal& journal, const Error& error, bool cpu_takes);

  private:
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
