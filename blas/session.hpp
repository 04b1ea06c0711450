#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <hg/kernels/database.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/machine/machine_model.hpp>

namespace hg {

class LearnedTimes;
class WorkQueue;
class HostChoice;
class ProcessGeneration;
struct GemmEquivalent;

/// A machine, with the programs built for it so far. Calls without a session use the process-wide session. hg
/// creates it from the HG_* variables at the first call that devices may run, and never destroys it. With
/// HG_TRACE=path a session adds its runs to the process's trace in that file, which grows as runs complete.
/// If the file cannot be written, hg logs a warning and no call fails. Thread-safe.
///
/// When exit() begins, sessions end: hg waits at most two seconds for calls in flight, and later calls throw
/// Error{device_lost}. Calls on a parent's session in a child made by fork throw the same error. If the
/// parent has used devices, the child's process-wide session has no machine, and its calls run on the CPU's
/// BLAS and LAPACK.
///
/// A small call that is faster on the CPU BLAS than on one device runs immediately in the calling thread. It
/// waits for no run and does not count as a run. The choice uses what the cache folder knows about the
/// machine, and first guesses for the rest. See MachineOptions::host_below.
class Session {
  public:
    /// Creates a session with a machine of its own. Throws what Machine's constructor throws.
    explicit Session(const MachineOptions& options = MachineOptions::from_environment());
    /// Creates a session on a given machine, for tests. That machine runs all calls, including small ones.
    /// `host_machine` is what host_machine() returns; if null, it is created on demand.
    explicit Session(std::unique_ptr<Machine> machine, std::unique_ptr<Machine> host_machine = nullptr);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Returns the process-wide session. Throws Error{device_lost} once exit() has begun.
    static Session& global();

    /// Returns how devices compute products for calls of the calling thread: as the thread's ArithmeticScope
    /// says, or else MachineOptions::arithmetic.
    [[nodiscard]] Arithmetic arithmetic() const noexcept;

    /// Returns the process generation in which the session was created.
    [[nodiscard]] const ProcessGeneration& life() const noexcept;

    /// Returns the session's machine. Throws Error{device_lost} if it has none.
    [[nodiscard]] Machine& machine();
    /// Returns a machine that consists of the host device alone. It finishes calls if all devices are lost.
    /// The first call of this function creates it.
    [[nodiscard]] Machine& host_machine();
    /// Returns the machine as measured numbers: links, host copies, kernels. The first call measures what the
    /// cache folder does not know, which takes seconds, and saves it there. Equal devices have equal kernel
    /// rates. Throws what Machine::run() throws.
    [[nodiscard]] const Target& target();
    /// Returns the measured figures behind target().
    [[nodiscard]] const MachineModel& model();
    /// Returns the machine as numbers that are good enough to divide work, without measuring: what the cache
    /// folder and this session know at the first call, and first guesses for the rest. If the devices are of
    /// different kinds, guesses are not enough. Then hg measures kernel rates once, in a second or two, and
    /// saves them.
    [[nodiscard]] const Target& division_target();

    /// Returns true if a product of these sizes runs immediately on the CPU BLAS; the statistics then count
    /// it. C is m x n, and the inner dimension is k. The answer stays the same for the life of the session,
    /// and is the same for any number of equal devices. `calls` is the number of consecutive calls in which a
    /// device does the work.
    [[nodiscard]] bool runs_on_cpu(ElementType type, std::int64_t m, std::int64_t n, std::int64_t k,
                                   bool reads_c, std::int64_t calls = 1);

    /// The same for a call that costs as much as the given product, and moves as many elements.
    [[nodiscard]] bool runs_on_cpu(ElementType type, const GemmEquivalent& product);

    /// The same for a call of level 1 or 2. Its operands are in host memory, which the CPU reads faster than
    /// any link does. Returns false only if the calling thread asks for devices, or if
    /// MachineOptions::host_below is 0.
    [[nodiscard]] bool vectors_run_on_cpu();
    /// Returns true if a device is nevertheless faster for a call that reads and writes the given number of
    /// bytes of pinned memory. The answer uses the measured rates of the device's link and of host memory.
    [[nodiscard]] bool streams_faster(double read, double written);

    /// Returns true if a program that is `gain` seconds faster than the CPU BLAS is worth the cost of its
    /// first run. That is so if its kernels are compiled already, or if the gains of this program and of
    /// those that were rejected before add up to the time that compilation takes. If not, the call runs on
    /// the CPU, and the statistics count it.
    [[nodiscard]] bool is_worth_compiling(const Program& program, double gain);

    /// Returns the data on which runs_on_cpu() bases its decision.
    [[nodiscard]] const HostChoice& host_choice();

    /// Returns the tuned kernels: those shipped with the library, and the user's own. The session reads the
    /// user's own from the cache folder when it is created. Choosing among them never measures anything. If
    /// the user's file is damaged, hg ignores it and logs one warning.
    [[nodiscard]] const kernels::Database& kernels() const noexcept;

    /// Returns the program cached under `key`. If there is none yet, `build` builds it. The cache holds at
    /// most 64 programs and drops the least recently used ones.
    [[nodiscard]] Program program(const std::string& key, const std::function<Program()>& build);

    /// Returns pinned memory of at least `bytes` bytes, through which the devices exchange data in one run.
    /// It belongs to the caller alone for as long as the caller holds it. The session caches the largest of
    /// these memories for later calls. Throws Error{out_of_memory}.
    [[nodiscard]] std::shared_ptr<PinnedMemory> workspace(std::int64_t bytes);

    /// Runs a program with the session's observer, if it has one.
    void run(const Program& program, const Bindings& bindings);
    /// The same on one of the session's machines. `journal` is as in Machine::run().
    void run(Machine& machine, const Program& program, const Bindings& bindings, RunJournal* journal);

    /// Releases all memory that no call uses: device memory and workspaces. The next call allocates what it
    /// needs again. Without trim(), a session caches at most 1.25 times the device memory that the largest
    /// calls of the last minute needed. hg applies this limit when a call completes: a session without calls
    /// keeps what its last calls left. Throws Error{device_lost} as calls do.
    void trim();

    /// If devices are lost, tries to recover them. It tries at the first call of this function after the
    /// loss. While a driver keeps refusing, it lets 1, 2, 4, ... calls pass before it tries again.
    void recover_devices();

    /// Returns what runs have taught about times of calls. Null unless there are several GPUs of one kind,
    /// because plans then have no choice of devices that leaves results unchanged.
    [[nodiscard]] LearnedTimes* learned_times();

    /// Returns the submitted calls (see blas/async.hpp) that have not completed.
    [[nodiscard]] WorkQueue& calls();

    /// Reports all later runs to `observer`. Null ends that. The observer must stay alive while it is used.
    void observe(Observer* observer);

    /// Counts of the calls, runs and programs of the session so far.
    struct Statistics {
        std::uint64_t programs_built = 0;   ///< programs that program() built for new problems
        std::uint64_t programs_reused = 0;  ///< programs that program() returned from its cache
        std::uint64_t runs = 0;             ///< runs of programs, including failed ones
        /// Runs that threw, including those in calls that other devices finished.
        std::uint64_t failed_runs = 0;
        /// Calls that ran immediately on the CPU BLAS, since the session was created.
        std::uint64_t host_calls = 0;
    };
    /// Returns the current counts.
    [[nodiscard]] Statistics statistics() const;

    /// A tag that only Session itself can create: it selects a session without a machine.
    class CpuAlone {
        friend class Session;
        CpuAlone() = default;
    };
    /// Creates the session of a child whose parent has used devices. It has no machine.
    explicit Session(CpuAlone);

  private:
    static Session& make_global();
    static Session& global_of_child();

    struct State;
    std::unique_ptr<State> state_;
};

/// While an ArithmeticScope exists, devices compute the products of this thread's calls as the scope says,
/// whatever the session says. Calls that the thread submits keep this setting. An inner scope takes
/// precedence until it ends. A scope belongs to its thread.
///
///     {
///         const hg::ArithmeticScope scope(hg::Arithmetic::emulated);
///         hg::dgemm(...);  // by products of integers
///     }
///
/// docs/design/emulation.md explains emulated products and their accuracy.
class ArithmeticScope {
  public:
    /// Begins the scope.
    explicit ArithmeticScope(Arithmetic arithmetic) noexcept;
    /// Ends the scope and restores the previous setting.
    ~ArithmeticScope();
    ArithmeticScope(const ArithmeticScope&) = delete;
    ArithmeticScope& operator=(const ArithmeticScope&) = delete;

  private:
    std::optional<Arithmetic> before_;
};

}  // namespace hg
