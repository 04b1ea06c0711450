#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "blas/model/machine_model.hpp"
#include "kernels/database.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/machine/process_life.hpp"

namespace hg {

class CallQueue;
class HostChoice;

/// A machine with the programs built for it so far. Calls without a session use the process-wide one, made at
/// the first call from HG_* variables and never destroyed. With HG_TRACE=path a session writes a trace of all
/// its runs to that file after each of them; one that cannot be written costs a warning in the log, and no
/// call. Thread-safe.
///
/// When exit() begins, sessions end: calls under way are waited for, two seconds at most, and those to come
/// throw Error{device_lost}. So do those on a session of the parent in a child made by fork; the process-wide
/// session of a child whose parent has used devices has no machine, and the CPU's BLAS and LAPACK do its
/// calls.
///
/// Calls that the CPU's BLAS does sooner than one device would, by what the cache folder knows of them and by
/// first guesses, it does at once in the calling thread: they wait for no run, and are none. See
/// MachineOptions::host_below.
class Session {
  public:
    explicit Session(const MachineOptions& options = MachineOptions::from_environment());
    /// A session on a given machine, which does all calls; `host_machine` likewise, or null: made where it is
    /// needed (tests).
    explicit Session(std::unique_ptr<Machine> machine, std::unique_ptr<Machine> host_machine = nullptr);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// The process-wide session. Throws Error{device_lost} once exit() has begun.
    static Session& global();

    /// When it was made, and where.
    [[nodiscard]] const LifeStamp& life() const noexcept;

    /// Throws Error{device_lost} where the session has none.
    [[nodiscard]] Machine& machine();
    /// A machine of the host device alone, which finishes calls when all devices are lost. Made at the first
    /// call.
    [[nodiscard]] Machine& host_machine();
    /// The machine as numbers, as measured: links, host copies, kernels. What the cache folder does not know
    /// is measured at the first call, which then takes seconds, and kept there. Equal devices have equal
    /// kernel rates. Throws what Machine::run throws.
    [[nodiscard]] const Target& target();
    /// The figures behind it.
    [[nodiscard]] const MachineModel& model();
    /// The machine as numbers, good enough to divide work, and without measuring: what the cache folder and
    /// this session know at the first call, and first guesses for the rest. Where devices differ in kind
    /// guesses will not do: then kernel rates are measured, once, in a second or two, and kept.
    [[nodiscard]] const Target& division_target();

    /// Whether the CPU's BLAS is to do a product of these sizes at once: C is m x n, k the depth. Counted in
    /// the statistics where it is. Decided alike for the life of the session, and for any number of equal
    /// devices.
    [[nodiscard]] bool is_hosts(ElementType type, std::int64_t m, std::int64_t n, std::int64_t k,
                                bool reads_c);

    /// What that goes by.
    [[nodiscard]] const HostChoice& host_choice();

    /// The tuned kernels: those that ship, and the user's own of the cache folder as they were when the
    /// session was made. Choosing from them never measures anything. A file of the user's that is damaged is
    /// ignored with one warning in the log.
    [[nodiscard]] const kernels::Database& kernels() const noexcept;

    /// The program cached under `key`, built by `build` where there is none yet. The least recently used
    /// programs are dropped beyond 64.
    [[nodiscard]] Program program(const std::string& key, const std::function<Program()>& build);

    /// Pinned memory of at least so many bytes, the caller's alone while it holds it, for what one run
    /// exchanges between devices. The largest are kept for calls to come. Throws Error{out_of_memory}.
    [[nodiscard]] std::shared_ptr<PinnedMemory> workspace(std::int64_t bytes);

    /// Runs a program with the session's observer, if any.
    void run(const Program& program, const Bindings& bindings);
    /// The same on a machine of the session's; `journal` as in Machine::run.
    void run(Machine& machine, const Program& program, const Bindings& bindings, RunJournal* journal);

    /// Gives back all memory that no call uses: that of the devices, and the workspaces. The next call takes
    /// it anew. Without it, a session keeps at most 1.25 times the device memory that the largest calls of
    /// the last minute needed; the rule is applied as a call ends, so that a session without calls keeps what
    /// its last ones left. Throws Error{device_lost} as calls do.
    void trim();

    /// Where devices are lost, tries to get them back: in the first call after the loss, and as long as a
    /// driver refuses, after 2, 4, 8, .. calls more.
    void recover_devices();

    /// The calls that were submitted (see blas/async.hpp) and have not ended.
    [[nodiscard]] CallQueue& calls();

    /// Watches all later runs; null ends it. The observer must outlive its use.
    void observe(Observer* observer);

    struct Statistics {
        std::uint64_t programs_built = 0;
        std::uint64_t programs_reused = 0;
        std::uint64_t runs = 0;
        std::uint64_t failed_runs = 0;  ///< that threw; a call that other devices finished has such
        std::uint64_t host_calls = 0;   ///< done by the CPU's BLAS at once
    };
    [[nodiscard]] Statistics statistics() const;

    /// What only the session itself can ask for: one without a machine.
    class CpuAlone {
        friend class Session;
        CpuAlone() = default;
    };
    explicit Session(CpuAlone);

  private:
    static Session& make_global();
    static Session& global_of_child();
    void run_watched(Machine& machine, const Program& program, const Bindings& bindings, RunJournal* journal);

    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace hg
